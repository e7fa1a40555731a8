"""Group messages find whom they go to, and what came of them, by indexes."""

import sqlalchemy as sa
from alembic import op
from kit.database.indexes import create_index, drop_index

revision = "6e1f0b7c2d95"
down_revision = "7d1c40be93a5"
branch_labels = None
depends_on = None


def upgrade() -> None:
    create_index(
        op,
        "ix_enrollments_batch",
        "enrollments",
        [sa.literal_column("(event ->> 'batch_id')"), sa.literal_column("(event ->> 'status')")],
    )
    create_index(
        op,
        "ix_notifications_group_message",
        "notifications",
        ["topic"],
        postgresql_where=sa.text("kind = 'group_message'"),
    )
    create_index(
        op,
        "ix_group_messages_ended",
        "group_messages",
        ["ended_at"],
        postgresql_where=sa.text("ended_at IS NOT NULL AND outcomes IS NULL"),
    )


def downgrade() -> None:
    drop_index(op, "ix_group_messages_ended", "group_messages")
    drop_index(op, "ix_notifications_group_message", "notifications")
    drop_index(op, "ix_enrollments_batch", "enrollments")
