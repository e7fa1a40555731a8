"""The catalog service. Its routes, consumers and facts, in one place."""

from collections.abc import AsyncIterator

from contracts import Event
from kit.app import Service
from kit.config import KitSettings
from kit.db import AsyncSession
from kit.media import jobs

from catalog.batches import routes as batches
from catalog.batches.events import batch_facts
from catalog.categories import routes as categories
from catalog.handlers import BROADCASTS, HANDLERS
from catalog.offers import routes as trainings
from catalog.offers.service import training_facts
from catalog.places import routes as places
from catalog.settings import routes as settings
from catalog.settings.service import fees_fact
from catalog.site import routes as site
from catalog.tables import metadata


async def republish(session: AsyncSession) -> AsyncIterator[tuple[Event, int]]:
    """Everything that the other services copy from the catalog."""
    yield await fees_fact(session)
    async for training in training_facts(session):
        yield training
    async for batch in batch_facts(session):
        yield batch


app = Service(
    name="catalog",
    settings=KitSettings,
    metadata=metadata,
    # The public lists first: a request walks along the routes until one matches.
    routers=[
        batches.router,
        trainings.router,
        site.router,
        batches.managed_router,
        trainings.managed_router,
        places.router,
        places.admin_router,
        categories.router,
        categories.admin_router,
        settings.router,
        settings.admin_router,
    ],
    handlers=HANDLERS,
    broadcasts=BROADCASTS,
    jobs=jobs,
    republish=republish,
)
