"""The types of events that running copies handle."""

from alembic import op
from kit.messaging import migration

revision = "109a4eae224c"
down_revision = "d94a6b13c7e5"
branch_labels = None
depends_on = None


def upgrade() -> None:
    migration.upgrade_handled_types(op)  # type: ignore[arg-type]


def downgrade() -> None:
    migration.downgrade_handled_types(op)  # type: ignore[arg-type]
