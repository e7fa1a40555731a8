"""Load the reference data: `python -m catalog.seed`. Running it again changes nothing.

It is a process of its own, because the libraries' data costs memory that the service never needs
again.
"""

import asyncio
import sys

from kit.config import KitSettings
from kit.db import Database

from catalog.changes import announce
from catalog.reference import places
from catalog.reference.load import load_places
from catalog.settings.service import FEES, publish_fees, store_defaults


async def seed(database: Database) -> int:
    """Load places and default settings; how many rows were new or changed."""
    async with database.transaction() as session:
        changed = await load_places(session, places.countries(), places.states(), places.cities())
        stored = await store_defaults(session)
        if FEES in stored:
            await publish_fees(session)
        if changed or stored:
            await announce(session, "places")
            await announce(session, "settings")
    return changed + len(stored)


async def main() -> None:
    """Seed the database of the environment."""
    settings = KitSettings()
    database = Database(settings.database_url, application="itqan-catalog-seed")
    try:
        changed = await seed(database)
    finally:
        await database.close()
    sys.stdout.write(f"catalog: {changed} rows of reference data are new or changed.\n")


if __name__ == "__main__":
    asyncio.run(main())
