from kit.core.config import KitSettings
from kit.database.db import Database

from notifications.demo.load import load


async def run(database: Database, _: KitSettings) -> str:
    """Load missing demo data for `python -m kit notifications demo`; return a summary."""
    async with database.transaction() as session:
        count = await load(session)
    return f"notifications: {count} notifications of the demo are new"
