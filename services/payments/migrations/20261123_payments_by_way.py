"""Payments are listed by their way."""

from alembic import op

revision = "ad4af731251f"
down_revision = "d68fafd62c87"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_index("ix_payments_way", "payments", ["way", "created_at", "id"], unique=False)


def downgrade() -> None:
    op.drop_index("ix_payments_way", table_name="payments")
