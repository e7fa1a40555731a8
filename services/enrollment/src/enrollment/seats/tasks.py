"""Publishes seat counts.

A popular batch changes hundreds of times a second and every event invalidates catalog's cache.
Publishing is therefore throttled to about once a second.
"""

from datetime import timedelta

from contracts.enrollment import SeatsChanged
from kit.database.db import AsyncSession
from kit.messaging import outbox
from kit.messaging.periodic import Sweep
from sqlalchemy import func, select, update
from sqlmodel import col

from enrollment.seats.models import Seats

# Not `db.lock_all`: one statement locks and updates. It waits for locked rows, because SKIP LOCKED
# might never publish a popular batch. Rows are locked in the usual order.
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
_PUBLISH = outbox.build_event_insert(
    _published,
    SeatsChanged,
    {name: _published.c[name] for name in SeatsChanged.model_fields},
    id_=_published.c.event_id,
    sequence=_published.c.version,
)


async def publish_seats(session: AsyncSession) -> int:
    """Publish the seat counts that have changed since the last publication."""
    return await outbox.run_event_insert(session, _PUBLISH)


TASKS = (Sweep("publish_seats", timedelta(seconds=1), publish_seats),)
