"""For tests: a copy of a service that dies in the middle of a step, as of a power cut.

Processes are forked off one that has loaded the service, so that each costs a tenth of a second.
"""

import asyncio
import multiprocessing
import os
from collections.abc import Awaitable, Callable
from typing import Any

from kit.database.db import Database
from kit.testing import ServiceUnderTest, eventually
from sqlalchemy import text

Step = Callable[..., Awaitable[Any]]
"""Takes a session, and what it is done with."""

_processes = multiprocessing.get_context("forkserver")
_SECONDS = 60.0
_OTHERS = text(
    "SELECT pid FROM pg_stat_activity"
    " WHERE datname = current_database() AND pid <> pg_backend_pid()"
)


async def crash_at(failpoint: str, service: ServiceUnderTest[Any], step: Step, *args: Any) -> None:
    """Do a step in a process of its own, which must die at the failpoint before its transaction
    ends. The step is found again by its name there, and gets copies of the arguments."""
    _processes.set_forkserver_preload(["__main__", f"{service.declaration.name}.main"])
    given = (service.database.url, failpoint, step, args)
    process = _processes.Process(target=_do, args=given, daemon=True)
    own, others = await _connections(service)
    process.start()
    await asyncio.to_thread(process.join, _SECONDS)
    assert process.exitcode == 9, f"{failpoint} was not passed: {process.exitcode}"

    # What it had locked is free once the database has seen that it is gone.
    async def is_gone() -> bool:
        return (await _connections(service))[1] <= {own, *others}

    await eventually(is_gone)


async def _connections(service: ServiceUnderTest[Any]) -> tuple[int, set[int]]:
    """The connection that is asked, and all others."""
    async with service.database.engine.connect() as connection:
        own: int = (await connection.execute(text("SELECT pg_backend_pid()"))).scalar_one()
        return own, set(await connection.scalars(_OTHERS))


def _do(url: str, failpoint: str, step: Step, args: tuple[Any, ...]) -> None:
    os.environ |= {"ITQAN_ENV": "test", "ITQAN_FAILPOINT": failpoint}
    asyncio.run(_in_transaction(url, step, args))


async def _in_transaction(url: str, step: Step, args: tuple[Any, ...]) -> None:
    async with Database(url).transaction() as session:
        await step(session, *args)
