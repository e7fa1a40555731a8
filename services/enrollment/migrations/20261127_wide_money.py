"""Amounts of money have eight bytes; those of large tables get a wide column beside the narrow one."""

import sqlalchemy as sa
from alembic import op
from kit.database.columns import add_wide_columns, drop_wide_columns

revision = "b7f3a92c6e10"
down_revision = "5d27b0e8c914"
branch_labels = None
depends_on = None
# squawk-ignore changing-column-type: tables of at most some ten thousand rows, rewritten within a second

_SMALL = (
    ("announcements", ("fee_minor",)),
    ("applications", ("fee_minor",)),
    ("batches", ("price_minor", "price_10_minor", "price_50_minor")),
    ("bulk_enrollments", ("seat_price_minor",)),
)
_LARGE = (
    ("charges", ("amount_minor", "refunded_minor")),
    ("enrollments", ("price_minor", "returned_minor")),
)


def upgrade() -> None:
    for table, names in _SMALL:
        for name in names:
            op.alter_column(table, name, type_=sa.BigInteger())
    for table, names in _LARGE:
        add_wide_columns(op, table, names)


def downgrade() -> None:
    for table, names in _LARGE:
        drop_wide_columns(op, table, names)
    for table, names in _SMALL:
        for name in names:
            op.alter_column(table, name, type_=sa.Integer())
