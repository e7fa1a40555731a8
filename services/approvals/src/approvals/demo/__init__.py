"""Demo approval levels with decided and pending requests."""

from kit.core.config import KitSettings
from kit.database.db import Database

from approvals.demo.load import load


async def run(database: Database, _: KitSettings) -> str:
    """Load missing demo approvals for `python -m kit approvals demo` and describe the result."""
    async with database.transaction() as session:
        count = await load(session)
    return f"approvals: {count} requests of the demo are new"
