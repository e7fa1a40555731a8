"""Tables of every service: outbox, inbox and handled types."""

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql

metadata = sa.MetaData()
"""Each service's alembic environment adds this to its target metadata."""

_time = sa.DateTime(timezone=True)

outbox = sa.Table(
    "outbox",
    metadata,
    sa.Column("id", sa.Uuid, primary_key=True),
    sa.Column("type", sa.Text, nullable=False),
    sa.Column("subject", sa.Text, nullable=False),
    sa.Column("mandatory", sa.Boolean, nullable=False),
    # JSON, not JSONB, keeps the text that the relay copies.
    sa.Column("body", postgresql.JSON, nullable=False),
    sa.Column("created_at", _time, nullable=False, server_default=sa.func.now()),
    # Later than created_at only after a refusal by the broker; earlier if urgent. Rows are sent in
    # this order.
    sa.Column("due_at", _time, nullable=False, server_default=sa.func.now()),
    sa.Column("attempts", sa.Integer, nullable=False, server_default="0"),
    sa.Column("last_error", sa.Text, nullable=True),
    sa.Column("published_at", _time, nullable=True),
)
sa.Index(
    "outbox_waiting",
    outbox.c.due_at,
    outbox.c.id,
    postgresql_where=outbox.c.published_at.is_(None),
)
sa.Index(
    "outbox_published",
    outbox.c.published_at,
    postgresql_where=outbox.c.published_at.is_not(None),
)

inbox = sa.Table(
    "inbox",
    metadata,
    sa.Column("id", sa.Uuid, primary_key=True),
    sa.Column("type", sa.Text, nullable=False),
    sa.Column("handled_at", _time, nullable=False, server_default=sa.func.now()),
)
sa.Index("inbox_handled_at", inbox.c.handled_at)

handled_types = sa.Table(
    "handled_types",
    metadata,
    sa.Column("type", sa.Text, primary_key=True),
    sa.Column("declared_at", _time, nullable=False, server_default=sa.func.now()),
)
