"""The types of events that running copies handle."""

from alembic import op
from kit.messaging import migration

revision = "83c4a5309c47"
down_revision = "e6b1f08d3a57"
branch_labels = None
depends_on = None


def upgrade() -> None:
    migration.upgrade_handled_types(op)  # type: ignore[arg-type]


def downgrade() -> None:
    migration.downgrade_handled_types(op)  # type: ignore[arg-type]
