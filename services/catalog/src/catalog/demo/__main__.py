"""Load the demo data: `python -m catalog.demo`, after `python -m catalog.seed`."""

import asyncio
import sys
from datetime import UTC, datetime

from kit.config import KitSettings
from kit.db import Database

from catalog.demo.load import load_demo


async def main() -> None:
    """Load the demo into the database of the environment."""
    settings = KitSettings()
    database = Database(settings.database_url, application="itqan-catalog-demo")
    today = datetime.now(UTC).replace(hour=0, minute=0, second=0, microsecond=0)
    try:
        async with database.transaction() as session:
            new = await load_demo(session, today)
    finally:
        await database.close()
    sys.stdout.write(f"catalog: {new} batches of demo data are new.\n")


if __name__ == "__main__":
    asyncio.run(main())
