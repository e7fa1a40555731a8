"""The types of events that running copies handle."""

from alembic import op
from kit.messaging import migration

revision = "b49488c32d7e"
down_revision = "b61e3c9d40f7"
branch_labels = None
depends_on = None


def upgrade() -> None:
    migration.upgrade_handled_types(op)  # type: ignore[arg-type]


def downgrade() -> None:
    migration.downgrade_handled_types(op)  # type: ignore[arg-type]
