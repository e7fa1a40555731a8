"""`python -m identity.demo` loads the demo and prints its accounts; `--accounts` only prints."""

import argparse
import asyncio
import sys

from kit.db import Database
from kit.files import Files

from identity.config import Settings
from identity.demo.load import load
from identity.demo.people import EVERYBODY, PASSWORD


def accounts() -> str:
    """A line for each account worth knowing: name, profile and what it is for."""
    shown = [person for person in EVERYBODY if person.can]
    width = max(len(person.username) for person in shown)
    lines = [f"{p.username:<{width}}  {p.type.value:<12}  {p.can}" for p in shown]
    return "\n".join([*lines, f"Password of all: {PASSWORD}", ""])


async def main() -> None:
    """Load, with the settings of the environment."""
    settings = Settings()
    database = Database(settings.database_url, pool_size=1)
    try:
        await load(database, Files(settings.files_url))
    finally:
        await database.close()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m identity.demo", description=__doc__)
    parser.add_argument("--accounts", action="store_true", help="only print the accounts")
    if not parser.parse_args().accounts:
        asyncio.run(main())
    sys.stdout.write(accounts())
