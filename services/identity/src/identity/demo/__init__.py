"""Demo data: believable people and organizations."""

from kit.core.files import Files
from kit.database.db import Database

from identity.config import Settings
from identity.demo.load import load
from identity.demo.people import EVERYBODY, PASSWORD


async def run(database: Database, settings: Settings) -> str:
    """Load missing data for `python -m kit identity demo`, and return the accounts to try."""
    await load(database, Files(settings.files_url))
    return accounts()


def accounts() -> str:
    """Describe the accounts to try, one per line: name, profile and purpose."""
    shown = [person for person in EVERYBODY if person.can]
    width = max(len(person.username) for person in shown)
    lines = [f"{p.username:<{width}}  {p.type.value:<12}  {p.can}" for p in shown]
    return "\n".join([*lines, f"Password of all: {PASSWORD}"])
