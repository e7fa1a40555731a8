import sqlalchemy as sa
from alembic.operations import Operations

_time = sa.DateTime(timezone=True)


def upgrade(op: Operations) -> None:
    """Create the table. The definition is repeated, since a migration must not change later."""
    op.create_table(
        "idempotency_keys",
        sa.Column("id", sa.LargeBinary, primary_key=True),
        sa.Column("fingerprint", sa.LargeBinary, nullable=False),
        sa.Column("lease_until", _time, nullable=True),
        sa.Column("is_done", sa.Boolean, nullable=False, server_default=sa.false()),
        sa.Column("status", sa.Integer, nullable=True),
        sa.Column("body", sa.LargeBinary, nullable=True),
        sa.Column("created_at", _time, nullable=False, server_default=sa.func.now()),
    )
    op.create_index("idempotency_keys_created_at", "idempotency_keys", ["created_at"])
