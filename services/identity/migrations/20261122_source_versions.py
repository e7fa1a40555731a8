"""Copies carry the version of their source, codes are limited by their requester, and people are
found by folded words."""

import sqlalchemy as sa
from alembic import op
from kit.database.search import migration as search_migration

revision = "a4d1c09e7b35"
down_revision = "c3a41f0e9b57"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.alter_column("registration_charges", "version", new_column_name="source_version")
    op.alter_column("registration_charges", "source_version", type_=sa.BigInteger())
    op.drop_column("registration_charges", "updated_at")
    op.alter_column("otps", "asker", new_column_name="requester")
    op.execute("ALTER INDEX ix_otps_asker RENAME TO ix_otps_requester")
    search_migration.upgrade(op)


def downgrade() -> None:
    search_migration.downgrade(op)
    op.execute("ALTER INDEX ix_otps_requester RENAME TO ix_otps_asker")
    op.alter_column("otps", "requester", new_column_name="asker")
    op.add_column(
        "registration_charges",
        sa.Column(
            "updated_at", sa.DateTime(timezone=True), server_default=sa.func.now(), nullable=False
        ),
    )
    op.alter_column("registration_charges", "source_version", type_=sa.Integer())
    op.alter_column("registration_charges", "source_version", new_column_name="version")
