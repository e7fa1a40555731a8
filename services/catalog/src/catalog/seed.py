"""The reference data. Loading it again changes nothing."""

from kit.config import KitSettings
from kit.db import Database

from catalog.answers.events import publish_catalogue_changed
from catalog.reference import places
from catalog.reference.load import load_places
from catalog.settings.queries import FEES
from catalog.settings.service import create_defaults, publish_fees


async def run(database: Database, _: KitSettings) -> str:
    """Load what is missing, for `python -m kit catalog seed`; what was loaded."""
    return f"catalog: {await seed(database)} rows of reference data are new or changed"


async def seed(database: Database) -> int:
    """Load places and default settings; how many rows were new or changed."""
    async with database.transaction() as session:
        changed = await load_places(session, places.countries(), places.states(), places.cities())
        stored = await create_defaults(session)
        if FEES in stored:
            await publish_fees(session)
        if changed or stored:
            await publish_catalogue_changed(session, "places")
            await publish_catalogue_changed(session, "settings")
    return changed + len(stored)
