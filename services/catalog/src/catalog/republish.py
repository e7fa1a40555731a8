"""Republish the current state as events, to rebuild other services' replicas."""

from collections.abc import AsyncIterator

from contracts import Event
from kit.database.db import AsyncSession

from catalog.announcements.events import every_announcement
from catalog.batches.events import every_batch
from catalog.settings.events import settings_updated
from catalog.settings.queries import get_settings, get_version, list_planned_fees
from catalog.trainings.events import every_training


async def republish(session: AsyncSession) -> AsyncIterator[tuple[Event, int]]:
    """Yield the settings, trainings, batches, and public or submitted announcements, with
    sequences."""
    settings = (await get_settings(session)).data
    planned = await list_planned_fees(session)
    event = settings_updated(settings, planned)
    yield event, await get_version(session)
    async for training in every_training(session):
        yield training
    async for batch in every_batch(session):
        yield batch
    async for announcement in every_announcement(session):
        yield announcement
