"""Payments are sorted by amount by an index."""

from alembic import op
from kit.database.indexes import create_index, drop_index

revision = "a71c5e04b9d3"
down_revision = "5c0e7f31d9a8"
branch_labels = None
depends_on = None


def upgrade() -> None:
    create_index(op, "ix_payments_amount", "payments", ["amount_minor", "id"])


def downgrade() -> None:
    drop_index(op, "ix_payments_amount", "payments")
