"""The types of events that running copies handle."""

from alembic import op
from kit.messaging import migration

revision = "28f38e238cb9"
down_revision = "2d9f60c8e4b1"
branch_labels = None
depends_on = None


def upgrade() -> None:
    migration.upgrade_handled_types(op)  # type: ignore[arg-type]


def downgrade() -> None:
    migration.downgrade_handled_types(op)  # type: ignore[arg-type]
