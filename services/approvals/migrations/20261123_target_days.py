"""Levels have a target, and requests a day on which they are due."""

import sqlalchemy as sa
from alembic import op

revision = "8b3bba2ef2dd"
down_revision = "9ed95211cc70"
branch_labels = None
depends_on = None


def upgrade() -> None:
    for table in ("levels", "steps"):
        # Levels of before get the target that new ones begin with.
        op.add_column(
            table, sa.Column("target_days", sa.Integer(), server_default="3", nullable=False)
        )
        op.alter_column(table, "target_days", server_default=None)
    # Of requests that wait already no day is told.
    op.add_column("requests", sa.Column("due_on", sa.Date(), nullable=True))


def downgrade() -> None:
    op.drop_column("requests", "due_on")
    for table in ("levels", "steps"):
        op.drop_column(table, "target_days")
