"""revenue: what settled charges, and refunds, by the day."""

from alembic import op

revision = "312694b99b0c"
down_revision = "72b708a5ea33"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_index(
        "ix_charges_paid",
        "charges",
        ["paid_at"],
        unique=False,
        postgresql_where="paid_at IS NOT NULL AND NOT waived",
    )
    op.create_index(
        "ix_refunds_done", "refunds", ["done_at"], unique=False, postgresql_where="status = 'done'"
    )


def downgrade() -> None:
    op.drop_index("ix_refunds_done", table_name="refunds")
    op.drop_index("ix_charges_paid", table_name="charges")
