"""Accounts at an OpenID Connect provider that sign in."""

import sqlalchemy as sa
import sqlmodel
from alembic import op

revision = "d81f4c6a0b57"
down_revision = "c41f8e6b7d20"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "openid_links",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("issuer", sqlmodel.sql.sqltypes.AutoString(length=300), nullable=False),
        sa.Column("subject", sqlmodel.sql.sqltypes.AutoString(length=255), nullable=False),
        sa.Column("user_id", sa.Uuid(), nullable=False),
        sa.Column(
            "created_at", sa.DateTime(timezone=True), server_default=sa.func.now(), nullable=False
        ),
        sa.Column("last_used_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name="fk_openid_links_user_id_users"),
        sa.PrimaryKeyConstraint("id", name="pk_openid_links"),
        sa.UniqueConstraint("issuer", "subject", name="uq_openid_links_issuer"),
        sa.UniqueConstraint("user_id", "issuer", name="uq_openid_links_user_id"),
    )


def downgrade() -> None:
    op.drop_table("openid_links")
