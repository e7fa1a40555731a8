"""The desk's batches are found by their codes, and sorted by the seats left, by indexes."""

import sqlalchemy as sa
from alembic import op
from kit.database.indexes import create_index, drop_index

revision = "e8a13f60c2d7"
down_revision = "b5d20c7f9e13"
branch_labels = None
depends_on = None


def upgrade() -> None:
    code = [sa.text("lower(code) gin_trgm_ops")]
    create_index(op, "ix_batches_code", "batches", code, postgresql_using="gin")
    left = "(CASE WHEN waiting > 0 THEN 0 ELSE greatest(capacity - seats_taken, 0) END) int4_ops"
    create_index(op, "ix_batches_seats_left", "batches", [sa.text(left), "starts_at", "id"])


def downgrade() -> None:
    drop_index(op, "ix_batches_seats_left", "batches")
    drop_index(op, "ix_batches_code", "batches")
