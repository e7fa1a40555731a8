"""Load the demo data: `python -m payments.demo`."""

import asyncio
import sys

from kit.config import KitSettings
from kit.db import Database

from payments.demo.load import load


async def main() -> None:
    """Load into the database of the environment."""
    settings = KitSettings()
    database = Database(settings.database_url, pool_size=1, application="itqan-payments-demo")
    try:
        count = await load(database)
    finally:
        await database.close()
    sys.stdout.write(f"payments: {count} paid charges of demo people are new\n")


if __name__ == "__main__":
    asyncio.run(main())
