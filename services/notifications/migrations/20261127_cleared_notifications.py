"""Notifications that are read can be cleared."""

import sqlalchemy as sa
from alembic import op

revision = "7e15c9a0b2d4"
down_revision = "680b8990c95f"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column(
        "notifications", sa.Column("cleared_at", sa.DateTime(timezone=True), nullable=True)
    )


def downgrade() -> None:
    op.drop_column("notifications", "cleared_at")
