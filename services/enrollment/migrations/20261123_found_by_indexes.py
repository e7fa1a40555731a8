"""Enrollments are found by batch codes and references by indexes."""

import sqlalchemy as sa
from alembic import op
from kit.database.indexes import create_index, drop_index

revision = "9e4b7d20c6f1"
down_revision = "14c50b250795"
branch_labels = None
depends_on = None


def upgrade() -> None:
    for name, table, code in (
        ("ix_batches_code", "batches", "lower(code)"),
        ("ix_charges_reference", "charges", "lower(reference)"),
    ):
        columns = [sa.text(f"{code} gin_trgm_ops")]
        create_index(op, name, table, columns, postgresql_using="gin")


def downgrade() -> None:
    drop_index(op, "ix_charges_reference", "charges")
    drop_index(op, "ix_batches_code", "batches")
