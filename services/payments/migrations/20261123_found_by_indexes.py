"""Payments are found by their state, numbers and batch codes by indexes."""

import sqlalchemy as sa
from alembic import op
from kit.database.indexes import create_index, drop_index

revision = "5c0e7f31d9a8"
down_revision = "c16996c28faf"
branch_labels = None
depends_on = None


def upgrade() -> None:
    create_index(op, "ix_payments_status", "payments", ["status", "created_at", "id"])
    numbers = "lower(special_reference) || ' ' || coalesce(transaction_id::text, '')"
    create_index(
        op,
        "ix_payments_numbers",
        "payments",
        [sa.text(f"({numbers}) gin_trgm_ops")],
        postgresql_using="gin",
    )
    create_index(
        op,
        "ix_charges_subject_code",
        "charges",
        [sa.text("lower(subject_code) gin_trgm_ops")],
        postgresql_using="gin",
    )


def downgrade() -> None:
    drop_index(op, "ix_charges_subject_code", "charges")
    drop_index(op, "ix_payments_numbers", "payments")
    drop_index(op, "ix_payments_status", "payments")
