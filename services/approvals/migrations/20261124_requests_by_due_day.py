"""Requests are sorted by the day on which they are due by an index in either direction."""

import sqlalchemy as sa
from alembic import op
from kit.database.indexes import create_index, drop_index

revision = "3e9a41c7d025"
down_revision = "f758662f3fc0"
branch_labels = None
depends_on = None


def upgrade() -> None:
    create_index(op, "ix_requests_due", "requests", ["due_on", "id"])
    create_index(
        op,
        "ix_requests_due_last",
        "requests",
        [sa.text("due_on DESC NULLS LAST"), sa.text("id DESC")],
    )


def downgrade() -> None:
    drop_index(op, "ix_requests_due_last", "requests")
    drop_index(op, "ix_requests_due", "requests")
