"""The demo's enrollments: who of its people is enrolled in what."""

from kit.config import KitSettings
from kit.db import Database

from enrollment.demo.load import load_demo


async def run(database: Database, _: KitSettings) -> str:
    """Load what is missing, for `python -m kit enrollment demo`; what was loaded."""
    async with database.transaction() as session:
        count = await load_demo(session)
    return f"enrollment: {count} enrollments of the demo are new"
