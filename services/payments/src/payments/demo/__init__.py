"""Demo payments made before today."""

from kit.core.config import KitSettings
from kit.database.db import Database

from payments.demo.load import load


async def run(database: Database, _: KitSettings) -> str:
    """Load missing demo payments for `python -m kit payments demo` and describe the result."""
    return f"payments: {await load(database)} charges of the demo are new"
