"""Deliveries say of which kind they are, and many of one kind are one mail."""

import sqlalchemy as sa
from alembic import op

revision = "7d2a4f90c6b1"
down_revision = "6d2f9b17c4e8"
branch_labels = None
depends_on = None

ENDED = "status IN ('sent', 'failed', 'merged', 'suppressed')"
ENDED_BEFORE = "status IN ('sent', 'failed', 'suppressed')"


def upgrade() -> None:
    # What is queued already has none, and is sent by itself.
    op.add_column("deliveries", sa.Column("kind", sa.String(length=40), nullable=True))
    op.create_index(
        "ix_deliveries_kind",
        "deliveries",
        ["user_id", "kind", "created_at"],
        postgresql_where=sa.text("kind IS NOT NULL"),
    )
    _rebuild(ENDED)


def downgrade() -> None:
    op.execute("DELETE FROM deliveries WHERE status = 'merged'")
    _rebuild(ENDED_BEFORE)
    op.drop_index("ix_deliveries_kind", table_name="deliveries")
    op.drop_column("deliveries", "kind")


def _rebuild(condition: str) -> None:
    op.drop_index("ix_deliveries_ended", table_name="deliveries")
    op.create_index(
        "ix_deliveries_ended",
        "deliveries",
        ["status", "created_at"],
        postgresql_where=sa.text(condition),
    )
