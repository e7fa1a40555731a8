import sqlalchemy as sa
from alembic.operations import Operations
from sqlalchemy.dialects import postgresql


def upgrade(op: Operations) -> None:
    """Create the table of the runs. Call it with alembic's `op`.

    It repeats `checks.py`, since a migration must not change with the code.
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
