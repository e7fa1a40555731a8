"""People are reached by phone as well; how many text messages go out is counted."""

import sqlalchemy as sa
from alembic import op

revision = "0c93e5d1a7f8"
down_revision = "b48c0d7e61a2"
branch_labels = None
depends_on = None

ENDED = "status IN ('sent', 'failed', 'suppressed')"
ENDED_BEFORE = "status IN ('sent', 'failed')"


def upgrade() -> None:
    # Until identity publishes the profiles again (`republish`), nobody has a number.
    op.add_column("contacts", sa.Column("phone", sa.String(), nullable=False, server_default=""))
    op.alter_column("contacts", "phone", server_default=None)
    op.create_table(
        "text_counts",
        sa.Column("day", sa.Date(), nullable=False),
        sa.Column("channel", sa.String(length=40), nullable=False),
        sa.Column("user_id", sa.Uuid(), nullable=False),
        sa.Column("count", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("day", "channel", "user_id", name=op.f("pk_text_counts")),
    )
    _rebuild(ENDED)


def downgrade() -> None:
    op.execute("DELETE FROM deliveries WHERE channel <> 'email' OR status = 'suppressed'")
    _rebuild(ENDED_BEFORE)
    op.drop_table("text_counts")
    op.drop_column("contacts", "phone")


def _rebuild(condition: str) -> None:
    op.drop_index("ix_deliveries_ended", table_name="deliveries")
    op.create_index(
        "ix_deliveries_ended",
        "deliveries",
        ["status", "created_at"],
        postgresql_where=sa.text(condition),
    )
