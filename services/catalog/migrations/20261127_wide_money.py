"""Amounts of money have eight bytes.

Old copies read and write the columns as before.
"""

import sqlalchemy as sa
from alembic import op

revision = "e6b1f08d3a57"
down_revision = "c3d96e10b4f8"
branch_labels = None
depends_on = None
# squawk-ignore changing-column-type: tables of at most some ten thousand rows, rewritten within a second

_COLUMNS = (
    ("announcements", ("fee_minor",)),
    ("batches", ("price_minor", "price_10_minor", "price_50_minor")),
    ("registration_fees", ("amount_minor",)),
    ("trainings", ("default_price_minor",)),
)


def upgrade() -> None:
    for table, names in _COLUMNS:
        for name in names:
            op.alter_column(table, name, type_=sa.BigInteger())


def downgrade() -> None:
    for table, names in _COLUMNS:
        for name in names:
            op.alter_column(table, name, type_=sa.Integer())
