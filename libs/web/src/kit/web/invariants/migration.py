"""The table of the runs for a service's migrations."""

import sqlalchemy as sa
from alembic.operations import Operations
from sqlalchemy.dialects import postgresql


def upgrade(op: Operations) -> None:
    """Make it. Call it as `upgrade(op)` with alembic's `op`.

    It repeats `checks.py` on purpose: a migration must not change when the table later does.
    """
    op.create_table(
        "invariant_runs",
        sa.Column("name", sa.Text, primary_key=True),
        sa.Column("checked_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("seconds", sa.Float, nullable=False, server_default="0"),
        sa.Column("found", sa.Integer, nullable=True),
        sa.Column(
            "findings", postgresql.JSONB, nullable=False, server_default=sa.text("'[]'::jsonb")
        ),
    )
