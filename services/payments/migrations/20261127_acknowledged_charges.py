"""Charges say whether their subjects have acknowledged the payment, or wait for none."""

from alembic import op

revision = "a8d41c6e7f03"
down_revision = "7b3e0d95c2a4"
branch_labels = None
depends_on = None
# squawk-ignore ban-drop-default: its own, which only fills the rows of before


def upgrade() -> None:
    # What was paid before counts as acknowledged; the time is one for all rows, so none is written.
    op.execute("ALTER TABLE charges ADD COLUMN acknowledged_at timestamptz DEFAULT now()")
    op.execute("ALTER TABLE charges ALTER COLUMN acknowledged_at DROP DEFAULT")
    op.execute("ALTER TABLE charges ADD COLUMN unexpected_since timestamptz")


def downgrade() -> None:
    op.drop_column("charges", "unexpected_since")
    op.drop_column("charges", "acknowledged_at")
