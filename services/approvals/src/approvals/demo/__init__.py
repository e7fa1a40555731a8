"""The demo's levels, what was approved by them, and what still waits."""

from kit.core.config import KitSettings
from kit.database.db import Database

from approvals.demo.load import load


async def run(database: Database, _: KitSettings) -> str:
    """Load what is missing, for `python -m kit approvals demo`; what was loaded."""
    async with database.transaction() as session:
        count = await load(session)
    return f"approvals: {count} requests of the demo are new"
