"""Notify people of new batches for which they set an alert."""

from contracts.app_routes import AppRoute
from contracts.catalog import BatchAlerted
from kit.database.db import AsyncSession, utc_now
from kit.messaging.envelope import Meta

from notifications.notifications.service import Notice, notify
from notifications.texts.models import Bilingual, Kind
from notifications.texts.service import format_moment, get_phrase


async def notify_batch_alerted(session: AsyncSession, event: BatchAlerted, meta: Meta) -> None:
    """Notify each user of a chunk once per batch, unless its enrollment has closed."""
    if min(event.starts_at, event.enrollment_closes_at) <= utc_now():
        return
    in_city = Bilingual(f" in {event.city_en}", f" في {event.city_ar}")
    notice = Notice(
        topic=f"batch:{event.batch_id}",
        # A constant version: a rescheduled batch does not notify the same person again.
        version=1,
        kind=Kind.BATCH_ALERTED,
        values={
            "title": Bilingual(event.title_en, event.title_ar),
            "starts": format_moment(event.starts_at),
            "place": in_city if event.city_en else get_phrase("online"),
            "opens": format_moment(event.enrollment_opens_at),
            "closes": format_moment(event.enrollment_closes_at),
        },
        link=AppRoute.BATCH.format(id=event.training_id, batch_id=event.batch_id),
        at=meta.time,
        restated=meta.restated,
    )
    await notify(session, event.user_ids, notice)
