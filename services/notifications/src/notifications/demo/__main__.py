"""Load the demo data: `python -m notifications.demo`."""

import asyncio
import sys

from kit.config import KitSettings
from kit.db import Database

from notifications.demo.load import load


async def main() -> None:
    """Load into the database of the environment."""
    settings = KitSettings()
    database = Database(settings.database_url, pool_size=1, application="itqan-notifications-demo")
    try:
        async with database.transaction() as session:
            count = await load(session)
    finally:
        await database.close()
    sys.stdout.write(f"notifications: {count} notifications of demo people are new\n")


if __name__ == "__main__":
    asyncio.run(main())
