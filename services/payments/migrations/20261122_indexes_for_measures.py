"""indexes for measures."""

import sqlalchemy as sa
from alembic import op

revision = "8d41f0a7c2be"
down_revision = "3c6bf6c21604"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_index(
        "ix_payments_held",
        "payments",
        ["id"],
        unique=False,
        postgresql_where=sa.text("status = 'under_review'"),
    )
    op.create_index(
        "ix_refunds_failed",
        "refunds",
        ["id"],
        unique=False,
        postgresql_where=sa.text("status = 'failed'"),
    )


def downgrade() -> None:
    op.drop_index("ix_refunds_failed", table_name="refunds")
    op.drop_index("ix_payments_held", table_name="payments")
