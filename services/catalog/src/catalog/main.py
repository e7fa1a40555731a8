"""The catalog service: reference data, settings, trainings and batches."""

from kit.app import Service
from kit.config import KitSettings
from kit.media import jobs

from catalog.batches import routes as batches
from catalog.categories import routes as categories
from catalog.gazetteer import routes as gazetteer
from catalog.handlers import BROADCASTS, HANDLERS
from catalog.offers import routes as offers
from catalog.places import routes as places
from catalog.republish import republish
from catalog.settings import routes as settings
from catalog.site import routes as site
from catalog.tables import metadata

app = Service(
    name="catalog",
    settings=KitSettings,
    metadata=metadata,
    # The public lists first: a request walks along the routes until one matches.
    routers=[
        batches.router,
        offers.router,
        # Before the categories, one of which `/categories/tree` would be.
        site.router,
        batches.managed_router,
        offers.managed_router,
        places.router,
        gazetteer.router,
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
