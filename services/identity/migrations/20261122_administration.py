"""Admins list, search and invite users."""

import sqlalchemy as sa
from alembic import op

revision = "e6b13f5a2c94"
down_revision = "f3a86c17d5e9"
branch_labels = None
depends_on = None

LISTED = sa.text("NOT decoy")
SEARCH = "search_fold(name_en || ' ' || name_ar || ' ' || username || ' ' || email || ' ' || phone)"


def upgrade() -> None:
    op.add_column("roles", sa.Column("version", sa.Integer(), server_default="1", nullable=False))
    op.add_column("users", sa.Column("invited_at", sa.DateTime(timezone=True), nullable=True))
    op.add_column(
        "users",
        sa.Column("search", sa.Text(), sa.Computed(SEARCH, persisted=True), nullable=False),
    )
    for column in ("created_at", "name_en", "name_ar"):
        op.create_index(f"ix_users_{column}", "users", [column, "id"], postgresql_where=LISTED)
    op.create_index(
        "ix_users_search",
        "users",
        ["search"],
        postgresql_using="gin",
        postgresql_ops={"search": "gin_trgm_ops"},
    )


def downgrade() -> None:
    op.drop_index("ix_users_search", "users")
    for column in ("name_ar", "name_en", "created_at"):
        op.drop_index(f"ix_users_{column}", "users")
    op.drop_column("users", "search")
    op.drop_column("users", "invited_at")
    op.drop_column("roles", "version")
