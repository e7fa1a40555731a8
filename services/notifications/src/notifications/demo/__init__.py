"""The demo's older notifications; the newer ones come from the other services' demo events."""

from kit.core.config import KitSettings
from kit.database.db import Database

from notifications.demo.load import load


async def run(database: Database, _: KitSettings) -> str:
    """Load what is missing, for `python -m kit notifications demo`; what was loaded."""
    async with database.transaction() as session:
        count = await load(session)
    return f"notifications: {count} notifications of the demo are new"
