"""The wide columns of charges and enrollments are filled."""

from alembic import op
from kit.database.columns import fill_wide_columns

revision = "c81d4e07f2b9"
down_revision = "b7f3a92c6e10"
branch_labels = None
depends_on = None
# squawk-ignore ban-drop-constraint: its own, which an interrupted run has left behind


def upgrade() -> None:
    fill_wide_columns(op, "charges", ("amount_minor", "refunded_minor"))
    fill_wide_columns(op, "enrollments", ("price_minor",))


def downgrade() -> None:
    """Nothing: the columns go with the migration before."""
