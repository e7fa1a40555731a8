"""Crash tests: kill a replica of a service in the middle of a step, like a power cut.

Processes are forked from one that has loaded the service, so each takes a tenth of a second.
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
"""A function of a session and further arguments."""

_processes = multiprocessing.get_context("forkserver")
_SECONDS = 60.0
_OTHERS = text(
    "SELECT pid FROM pg_stat_activity"
    " WHERE datname = current_database() AND pid <> pg_backend_pid()"
)


async def crash_at_failpoint(
    failpoint: str, service: ServiceUnderTest[Any], step: Step, *args: Any
) -> None:
    """Run a step in a process that must die at the failpoint before its transaction ends.

    The process imports the step by name, and gets copies of the arguments.
    """
    _processes.set_forkserver_preload(["__main__", f"{service.declaration.name}.main"])
    given = (service.database.url, failpoint, step, args)
    process = _processes.Process(target=_do, args=given, daemon=True)
    own, others = await _connections(service)
    process.start()
    await asyncio.to_thread(process.join, _SECONDS)
    assert process.exitcode == 9, f"{failpoint} was not passed: {process.exitcode}"

    # Its locks are released once the database notices the lost connection.
    async def is_gone() -> bool:
        return (await _connections(service))[1] <= {own, *others}

    await eventually(is_gone)


async def _connections(service: ServiceUnderTest[Any]) -> tuple[int, set[int]]:
    """Return the current connection's process ID, and those of all others."""
    async with service.database.engine.connect() as connection:
        own: int = (await connection.execute(text("SELECT pg_backend_pid()"))).scalar_one()
        return own, set(await connection.scalars(_OTHERS))


def _do(url: str, failpoint: str, step: Step, args: tuple[Any, ...]) -> None:
    os.environ |= {"ITQAN_ENV": "test", "ITQAN_FAILPOINT": failpoint}
    asyncio.run(_in_transaction(url, step, args))


async def _in_transaction(url: str, step: Step, args: tuple[Any, ...]) -> None:
    async with Database(url).transaction() as session:
        await step(session, *args)
