import sqlalchemy as sa
from alembic.operations import Operations
from sqlalchemy.dialects import postgresql

_time = sa.DateTime(timezone=True)


def upgrade(op: Operations) -> None:
    """Create the tables. Call it with alembic's `op`.

    It repeats `tables.py`, since a migration must not change with the code.
    """
    op.create_table(
        "outbox",
        sa.Column("id", sa.Uuid, primary_key=True),
        sa.Column("type", sa.Text, nullable=False),
        sa.Column("subject", sa.Text, nullable=False),
        sa.Column("mandatory", sa.Boolean, nullable=False),
        sa.Column("body", postgresql.JSON, nullable=False),
        sa.Column("created_at", _time, nullable=False, server_default=sa.func.now()),
        sa.Column("due_at", _time, nullable=False, server_default=sa.func.now()),
        sa.Column("attempts", sa.Integer, nullable=False, server_default="0"),
        sa.Column("last_error", sa.Text, nullable=True),
        sa.Column("published_at", _time, nullable=True),
    )
    op.create_index(
        "outbox_waiting",
        "outbox",
        ["due_at", "id"],
        postgresql_where=sa.text("published_at IS NULL"),
    )
    op.create_index(
        "outbox_published",
        "outbox",
        ["published_at"],
        postgresql_where=sa.text("published_at IS NOT NULL"),
    )
    # Each row is written twice and soon deleted. Without this, dead entries of the index slow every
    # claim.
    op.execute(
        "ALTER TABLE outbox SET (autovacuum_vacuum_scale_factor = 0.02,"
        " autovacuum_vacuum_threshold = 1000)"
    )
    op.create_table(
        "inbox",
        sa.Column("id", sa.Uuid, primary_key=True),
        sa.Column("type", sa.Text, nullable=False),
        sa.Column("handled_at", _time, nullable=False, server_default=sa.func.now()),
    )
    op.create_index("inbox_handled_at", "inbox", ["handled_at"])
    op.create_table(
        "handled_types",
        sa.Column("type", sa.Text, primary_key=True),
        sa.Column("declared_at", _time, nullable=False, server_default=sa.func.now()),
    )
