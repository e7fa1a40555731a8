"""The devices of before have no keys, or those of a subscription."""

from alembic import op

revision = "a4d3c8915e07"
down_revision = "6e1f0b7c2d95"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.execute("ALTER TABLE devices VALIDATE CONSTRAINT ck_devices_keys")


def downgrade() -> None:
    pass
