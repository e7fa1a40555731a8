"""Unverified users are listed by an index."""

import sqlalchemy as sa
from alembic import op
from kit.database.indexes import create_index, drop_index

revision = "d84f1b6c92e5"
down_revision = "c3305c6c0a1f"
branch_labels = None
depends_on = None


def upgrade() -> None:
    create_index(
        op,
        "ix_users_unverified",
        "users",
        ["created_at", "id"],
        postgresql_where=sa.text("NOT decoy AND verified_at IS NULL"),
    )


def downgrade() -> None:
    drop_index(op, "ix_users_unverified", "users")
