"""Demo data: three organizations, their trainings and batches around today."""

from datetime import UTC, datetime

from kit.core.config import KitSettings
from kit.core.files import Files
from kit.database.db import Database

from catalog.demo.load import load_demo
from catalog.demo.pictures import store_pictures


async def run(database: Database, settings: KitSettings) -> str:
    """Load missing demo data for `python -m kit catalog demo`; return a summary."""
    today = datetime.now(UTC).replace(hour=0, minute=0, second=0, microsecond=0)
    # Before the rows that refer to them.
    await store_pictures(Files(settings.files_url))
    async with database.transaction() as session:
        count = await load_demo(session, today)
    return f"catalog: {count} batches of the demo are new"
