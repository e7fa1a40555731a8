"""Deliveries that nobody got are listed by an index."""

import sqlalchemy as sa
from alembic import op
from kit.database.indexes import create_index, drop_index

revision = "d40b9c7e15fa"
down_revision = "a4d3c8915e07"
branch_labels = None
depends_on = None


def upgrade() -> None:
    create_index(
        op,
        "ix_deliveries_unsent",
        "deliveries",
        ["created_at", "id"],
        postgresql_where=sa.text("status IN ('failed', 'suppressed')"),
    )


def downgrade() -> None:
    drop_index(op, "ix_deliveries_unsent", "deliveries")
