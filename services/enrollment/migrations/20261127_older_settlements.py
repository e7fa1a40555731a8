"""What was done about the charges of before is copied; triggers carry over what is written since."""

from alembic import op

revision = "f6c07a31e9d2"
down_revision = "e2b85f49d0a7"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.execute(
        "INSERT INTO settlements (charge_id, settled_at, refund_requested_at) "
        "SELECT id, settled_at, refund_requested_at FROM charges "
        "WHERE settled_at IS NOT NULL OR refund_requested_at IS NOT NULL ON CONFLICT DO NOTHING"
    )


def downgrade() -> None:
    """Nothing: the table goes with the migration before."""
