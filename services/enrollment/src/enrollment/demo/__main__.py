"""Load the demo data: `python -m enrollment.demo`."""

import asyncio
import sys

from kit.config import KitSettings
from kit.db import Database

from enrollment.demo.load import load_demo


async def main() -> None:
    """Load into the database of the environment."""
    settings = KitSettings()
    database = Database(settings.database_url, pool_size=1, application="itqan-enrollment-demo")
    try:
        async with database.transaction() as session:
            count = await load_demo(session)
    finally:
        await database.close()
    sys.stdout.write(f"enrollment: {count} demo enrollments are new\n")


if __name__ == "__main__":
    asyncio.run(main())
