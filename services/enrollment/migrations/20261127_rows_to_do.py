"""Rows of files are found by their state where something is to be done about them."""

from alembic import op
from kit.database.indexes import create_index, drop_index

revision = "e3a8b6f90c15"
down_revision = "7c2e91a5d4f0"
branch_labels = None
depends_on = None

_TO_DO = "state NOT IN ('valid', 'enrolled', 'waitlisted')"
_COLUMNS = ["bulk_enrollment_id", "state", "number"]


def upgrade() -> None:
    create_index(op, "ix_bulk_rows_to_do", "bulk_rows", _COLUMNS, postgresql_where=_TO_DO)
    drop_index(op, "ix_bulk_rows_state", "bulk_rows")


def downgrade() -> None:
    create_index(op, "ix_bulk_rows_state", "bulk_rows", _COLUMNS)
    drop_index(op, "ix_bulk_rows_to_do", "bulk_rows")
