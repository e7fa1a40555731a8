"""Publishes how full the batches are.

Not with each change: a sought-after batch changes hundreds of times a second, and every event
makes the catalogue's kept answers stale. The newest state is published within about a second.
"""

from datetime import timedelta

from contracts.enrollment import SeatsChanged
from kit.database.db import AsyncSession
from kit.messaging import outbox
from kit.messaging.periodic import Sweep
from sqlalchemy import func, select, update
from sqlmodel import col

from enrollment.seats.models import Seats

# Not `db.lock_all`: rows are locked and changed by one statement.
# It waits for a locked row: with SKIP LOCKED the most sought-after batch would never be published.
# The order is the one in which everybody locks seats.
_changed = (
    select(col(Seats.batch_id))
    .where(col(Seats.published_version) < col(Seats.version))
    .order_by(col(Seats.batch_id))
    .limit(50)
    .with_for_update()
    .cte("changed")
)
_published = (
    update(Seats)
    .where(col(Seats.batch_id) == _changed.c.batch_id)
    .values(published_version=col(Seats.version))
    .returning(
        col(Seats.batch_id),
        col(Seats.capacity),
        col(Seats.taken),
        col(Seats.waiting),
        col(Seats.version),
        func.gen_random_uuid().label("event_id"),
    )
    .cte("published")
)
_PUBLISH = outbox.insert_from(
    _published,
    SeatsChanged,
    {name: _published.c[name] for name in SeatsChanged.model_fields},
    id_=_published.c.event_id,
    sequence=_published.c.version,
)


async def publish_seats(session: AsyncSession) -> int:
    """Publish the seats of the batches that have changed since they were last published."""
    return await outbox.publish_with(session, _PUBLISH)


TASKS = (Sweep("publish_seats", timedelta(seconds=1), publish_seats),)
