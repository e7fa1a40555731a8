"""What a service's database needs before the service can start: tables, and data to begin with."""

import asyncio
import time
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec

from kit.core.config import KitSettings
from kit.database.db import COMMAND_SECONDS, Database
from kit.web.app import Service


@dataclass(frozen=True)
class Prepared:
    """What was said about the data, for people, and the seconds of each step by its name."""

    said: str
    seconds: dict[str, float]


def prepare(service: Service, settings: KitSettings, *, demo: bool) -> Prepared:
    """Migrate, seed and, when asked for, load the demo, each as the command of its name does."""
    said, seconds = [], {}
    for step in ("migrate", "seed", "demo") if demo else ("migrate", "seed"):
        began = time.monotonic()
        if step == "migrate":
            from kit.web import migrations  # noqa: PLC0415 - see kit.__main__

            migrations.migrate(service, settings.database_url)
        else:
            said.append(asyncio.run(load(service, settings, step)))
        seconds[step] = time.monotonic() - began
    return Prepared("\n".join(filter(None, said)), seconds)


async def load(service: Service, settings: KitSettings, what: str) -> str:
    """Call `run(database, settings)` of the service's module `seed` or `demo`, which says what
    it did. They are imported here only: what they need costs memory that a service never frees.
    A service without such a module has nothing to load."""
    if find_spec(f"{service.name}.{what}") is None:
        return ""
    run = import_module(f"{service.name}.{what}").run
    database = database_of(settings, what)
    try:
        said: str = await run(database, settings)
    finally:
        await database.close()
    return said


def database_of(
    settings: KitSettings, command: str, command_seconds: float | None = COMMAND_SECONDS
) -> Database:
    """The service's database for the length of one command."""
    return Database(
        settings.database_url,
        pool_size=1,
        application=f"itqan-{command}",
        prepared=settings.database_prepared_statements,
        command_seconds=command_seconds,
    )
