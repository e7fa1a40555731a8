"""The types of events that running copies handle."""

from alembic import op
from kit.messaging import migration

revision = "6e6fd130f946"
down_revision = "93d5b7e0641c"
branch_labels = None
depends_on = None


def upgrade() -> None:
    migration.upgrade_handled_types(op)  # type: ignore[arg-type]


def downgrade() -> None:
    migration.downgrade_handled_types(op)  # type: ignore[arg-type]
