"""Charges whose payment is not acknowledged are found by an index."""

from alembic import op
from kit.database.indexes import create_index, drop_index

revision = "c95f2e08b1d6"
down_revision = "a8d41c6e7f03"
branch_labels = None
depends_on = None


def upgrade() -> None:
    create_index(
        op,
        "ix_charges_unacknowledged",
        "charges",
        ["paid_at"],
        postgresql_where="status IN ('paid', 'partly_refunded') "
        "AND purpose IN ('enrollment', 'bulk_enrollment', 'application') "
        "AND (acknowledged_at IS NULL OR acknowledged_at < paid_at)",
    )


def downgrade() -> None:
    drop_index(op, "ix_charges_unacknowledged", "charges")
