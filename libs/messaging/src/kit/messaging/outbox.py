"""Outbox: write each event in the transaction of its change."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

import sqlalchemy as sa
from contracts.consumers import is_consumed
from contracts.event import Event
from kit.database.db import OUTBOX_WRITTEN, AsyncSession
from kit.messaging import tables
from kit.messaging.envelope import encode, encode_columns

INSERT = sa.text("""
INSERT INTO outbox (id, type, subject, mandatory, body)
VALUES (:id, :type, :subject, :mandatory, CAST(:body AS json))
""")
"""Insert the result of `build_row`; the caller sets `OUTBOX_WRITTEN`."""
_INSERT_URGENT = sa.text("""
INSERT INTO outbox (id, type, subject, mandatory, body, due_at)
VALUES (:id, :type, :subject, :mandatory, CAST(:body AS json), now() - interval '1 hour')
""")
_AHEAD: sa.ColumnElement[datetime] = sa.literal_column("now() - interval '1 hour'")
"""Due time of urgent events: the relay takes the earliest due rows first."""


def build_event_insert(
    rows: sa.FromClause,
    event_type: type[Event],
    data: Mapping[str, Any],
    *,
    id_: sa.ColumnElement[UUID],
    sequence: sa.ColumnElement[int],
    trace: sa.ColumnElement[str] | None = None,
    where: sa.ColumnElement[bool] | None = None,
) -> sa.Insert:
    """Build an INSERT of one event per changed row, as part of the statement that changes the
    state.

    The other arguments are those of `encode_columns`.
    """
    columns = ["id", "type", "subject", "mandatory", "body"]
    events = sa.select(
        id_,
        sa.literal(event_type.type, sa.Text),
        sa.cast(data[event_type.subject_field], sa.Text),
        sa.literal(is_consumed(event_type)),
        encode_columns(event_type, data, id_=id_, sequence=sequence, trace=trace),
    ).select_from(rows)
    if event_type.urgent:
        columns.append("due_at")
        events = events.add_columns(_AHEAD)
    return sa.insert(tables.outbox).from_select(
        columns,
        events if where is None else events.where(where),
        include_defaults=False,
    )


def build_row(
    event: Event, *, sequence: int, time: datetime | None = None, restated: bool = False
) -> dict[str, Any]:
    """Build an event's outbox row.

    Only events with a consumer are mandatory, since a broadcast may have no listeners.
    """
    message_id, body = encode(event, sequence=sequence, time=time, restated=restated)
    return {
        "id": message_id,
        "type": event.type,
        "subject": event.subject,
        "mandatory": is_consumed(type(event)),
        "body": body,
    }


async def publish(
    session: AsyncSession,
    event: Event,
    *,
    sequence: int,
    time: datetime | None = None,
    restated: bool = False,
) -> None:
    """Publish an event if and only if the session's transaction commits.

    `sequence` is the aggregate's version after the change; consumers drop stale ones. `time` is in
    UTC, by default now. `restated` marks events that only rebuild replicas.
    """
    row = build_row(event, sequence=sequence, time=time, restated=restated)
    await _insert(session, [row], urgent=event.is_urgent and not restated)


async def publish_many(
    session: AsyncSession, events: Iterable[tuple[Event, int]], *, restated: bool = False
) -> None:
    """Publish pairs of event and sequence, with one statement per kind; `restated` is as in
    `publish`.
    """
    rows: dict[bool, list[dict[str, Any]]] = {True: [], False: []}
    for event, sequence in events:
        row = build_row(event, sequence=sequence, restated=restated)
        rows[event.is_urgent and not restated].append(row)
    for urgent, each in rows.items():
        await _insert(session, each, urgent=urgent)


async def run_event_insert(session: AsyncSession, statement: sa.Insert) -> int:
    """Run a statement of `build_event_insert`, and return the number of events."""
    connection = await session.connection()
    written = (await connection.execute(statement)).rowcount
    if written:
        session.info[OUTBOX_WRITTEN] = True
    return written


async def publish_rows(session: AsyncSession, rows: Sequence[dict[str, Any]]) -> None:
    """Publish rows of `build_row`, none of them urgent, with one statement."""
    await _insert(session, rows, urgent=False)


async def _insert(session: AsyncSession, rows: Sequence[dict[str, Any]], *, urgent: bool) -> None:
    if not rows:
        return
    connection = await session.connection()
    await connection.execute(_INSERT_URGENT if urgent else INSERT, rows)
    session.info[OUTBOX_WRITTEN] = True
