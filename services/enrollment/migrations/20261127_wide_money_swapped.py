"""The wide columns of charges and enrollments take the names of the narrow ones."""

from alembic import op
from kit.database.columns import narrow_columns, swap_wide_columns

revision = "d94a6b13c7e5"
down_revision = "c81d4e07f2b9"
branch_labels = None
depends_on = None
# squawk-ignore adding-not-nullable-field: a validated constraint says it, so no row is read again
# squawk-ignore ban-drop-constraint: its own, which the column says itself from now on
# squawk-ignore ban-drop-function: its own, by which the wide columns were filled
# squawk-ignore ban-drop-column: one of the same name and values takes its place at once
# squawk-ignore renaming-column: its name is used by no code, and its new one was there before

_LARGE = (
    ("charges", ("amount_minor", "refunded_minor"), ("amount_minor", "refunded_minor")),
    ("enrollments", ("price_minor", "returned_minor"), ("price_minor",)),
)


def upgrade() -> None:
    for table, columns, required in _LARGE:
        swap_wide_columns(op, table, columns, required)


def downgrade() -> None:
    for table, columns, required in _LARGE:
        narrow_columns(op, table, columns, required)
