"""Load the reference data. Idempotent."""

from kit.core.config import KitSettings
from kit.database.db import Database

from catalog.answers.events import publish_catalogue_changed
from catalog.reference.adapters import places
from catalog.reference.service import load_pages, load_places
from catalog.settings.service import create_defaults, publish_settings


async def run(database: Database, _: KitSettings) -> str:
    """Load missing reference data for `python -m kit catalog seed`; return a summary."""
    return f"catalog: {await seed(database)} rows of reference data are new or changed"


async def seed(database: Database) -> int:
    """Load places, default settings and content pages; return the number of new and
    changed rows."""
    async with database.transaction() as session:
        changed = await load_places(
            session, places.iterate_countries(), places.iterate_states(), places.iterate_cities()
        )
        stored = await create_defaults(session)
        pages = await load_pages(session)
        if stored:
            await publish_settings(session)
        if changed:
            await publish_catalogue_changed(session, "places")
        if pages:
            await publish_catalogue_changed(session, "pages")
    return changed + len(stored) + pages
