"""Each channel has a queue of its own."""

import sqlalchemy as sa
from alembic import op

revision = "b48c0d7e61a2"
down_revision = "3b7e21c90fd4"
branch_labels = None
depends_on = None

OPEN = "status IN ('queued', 'sending')"
QUEUES = (
    ("ix_deliveries_codes", f"{OPEN} AND expires_at IS NOT NULL"),
    ("ix_deliveries_notices", f"{OPEN} AND expires_at IS NULL"),
)


def upgrade() -> None:
    _rebuild(["channel", "next_attempt_at"])


def downgrade() -> None:
    _rebuild(["next_attempt_at"])


def _rebuild(columns: list[str]) -> None:
    for name, condition in QUEUES:
        op.drop_index(name, table_name="deliveries")
        op.create_index(name, "deliveries", columns, postgresql_where=sa.text(condition))
