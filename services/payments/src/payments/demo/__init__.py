"""The demo's payments: what its people have paid before today."""

from kit.core.config import KitSettings
from kit.database.db import Database

from payments.demo.load import load


async def run(database: Database, _: KitSettings) -> str:
    """Load what is missing, for `python -m kit payments demo`; what was loaded."""
    return f"payments: {await load(database)} charges of the demo are new"
