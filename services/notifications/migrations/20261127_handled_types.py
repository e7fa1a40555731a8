"""The types of events that running copies handle."""

from alembic import op
from kit.messaging import migration

revision = "680b8990c95f"
down_revision = "4f81d7ca3e60"
branch_labels = None
depends_on = None


def upgrade() -> None:
    migration.upgrade_handled_types(op)  # type: ignore[arg-type]


def downgrade() -> None:
    migration.downgrade_handled_types(op)  # type: ignore[arg-type]
