"""The outbox: an event is written in the transaction of the change that it tells of."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any

import sqlalchemy as sa
from contracts.consumers import is_consumed
from contracts.event import Event

from kit.db import OUTBOX_WRITTEN, AsyncSession
from kit.messaging.envelope import encode, encode_sql

_insert = sa.text("""
INSERT INTO outbox (id, type, subject, mandatory, body)
VALUES (:id, :type, :subject, :mandatory, CAST(:body AS json))
""")


def insert_sql(
    event_type: type[Event], data: Mapping[str, str], *, id_: str, sequence: str, trace: str
) -> str:
    """The part of a statement that also changes the state: an INSERT that wants a FROM.

    Each row of that writes an event. The arguments are as in `encode_sql`.
    """
    body = encode_sql(event_type, data, id_=id_, sequence=sequence, trace=trace)
    mandatory = str(is_consumed(event_type)).lower()
    return (
        "INSERT INTO outbox (id, type, subject, mandatory, body) "
        f"SELECT {id_}, '{event_type.type}', CAST({data[event_type.subject_field]} AS text), "
        f"{mandatory}, {body}"
    )


def row_for(
    event: Event, *, sequence: int, time: datetime | None = None, restated: bool = False
) -> dict[str, Any]:
    """An event's outbox row.

    Only what some service handles must reach a queue: nobody may be listening to a broadcast.
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
    """Publish an event when, and only when, the session's transaction commits.

    `sequence` is the aggregate's version after the change: consumers drop what is older than
    what they have. `time` is when the fact came true (UTC), now by default. `restated` says that
    it is told again only to rebuild read models.
    """
    await publish_rows(session, [row_for(event, sequence=sequence, time=time, restated=restated)])


async def publish_many(session: AsyncSession, events: Iterable[tuple[Event, int]]) -> None:
    """Publish pairs of event and sequence with one statement."""
    await publish_rows(session, [row_for(event, sequence=sequence) for event, sequence in events])


async def publish_with(session: AsyncSession, statement: str) -> int:
    """Run a statement that ends with an INSERT of `insert_sql`; how many events it wrote."""
    connection = await session.connection()
    # As it is: what looks like a parameter in it may be an event's schema.
    written = (await connection.exec_driver_sql(statement)).rowcount
    if written:
        session.info[OUTBOX_WRITTEN] = True
    return written


async def publish_rows(session: AsyncSession, rows: Sequence[dict[str, Any]]) -> None:
    """Publish events that `row_for` has made into rows, with one statement."""
    if not rows:
        return
    connection = await session.connection()
    await connection.execute(_insert, rows)
    session.info[OUTBOX_WRITTEN] = True
