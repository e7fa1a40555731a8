"""Preparation of a service's database: tables and initial data."""

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
    """Messages about the loaded data, and the seconds of each step by name."""

    said: str
    seconds: dict[str, float]


def prepare(service: Service, settings: KitSettings, *, demo: bool) -> Prepared:
    """Migrate, seed and optionally load the demo data, like the commands of these names."""
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
    """Call `run(database, settings)` of the service's module `seed` or `demo`, and return its
    report.

    The modules are imported late, since they cost memory. A service without one loads nothing.
    """
    if find_spec(f"{service.name}.{what}") is None:
        return ""
    run = import_module(f"{service.name}.{what}").run
    database = open_command_database(settings, what)
    try:
        said: str = await run(database, settings)
    finally:
        await database.close()
    return said


def open_command_database(
    settings: KitSettings, command: str, command_seconds: float | None = COMMAND_SECONDS
) -> Database:
    """Open the service's database for the duration of one command."""
    return Database(
        settings.database_url,
        pool_size=1,
        application=f"itqan-{command}",
        prepared=settings.database_prepared_statements,
        command_seconds=command_seconds,
    )
