"""Republish the current state as events, to rebuild other services' replicas."""

from collections.abc import AsyncIterator

from contracts import Event
from kit.database.db import AsyncSession

from catalog.announcements.events import iterate_announcements
from catalog.batches.events import iterate_batches
from catalog.settings.events import settings_updated
from catalog.settings.queries import get_settings, get_version, list_planned_fees
from catalog.trainings.events import iterate_trainings


async def republish(session: AsyncSession) -> AsyncIterator[tuple[Event, int]]:
    """Yield the settings, trainings, batches, and public or submitted announcements, with
    sequences."""
    settings = (await get_settings(session)).data
    planned = await list_planned_fees(session)
    event = settings_updated(settings, planned)
    yield event, await get_version(session)
    async for training in iterate_trainings(session):
        yield training
    async for batch in iterate_batches(session):
        yield batch
    async for announcement in iterate_announcements(session):
        yield announcement
