"""For tests: a copy of a service that dies in the middle of a step, as of a power cut.

Processes are forked off one that has loaded the service, so that each costs a tenth of a second.
"""

import asyncio
import multiprocessing
import os
from collections.abc import Awaitable, Callable
from typing import Any

from kit.db import Database
from kit.testing import ServiceUnderTest

Step = Callable[..., Awaitable[Any]]
"""Takes a session, and what it is done with."""

_processes = multiprocessing.get_context("forkserver")
_SECONDS = 60.0


async def die_at(failpoint: str, service: ServiceUnderTest[Any], step: Step, *args: Any) -> None:
    """Do a step in a process of its own, which must die at the failpoint before its transaction
    ends. The step is found again by its name there, and gets copies of the arguments."""
    _processes.set_forkserver_preload(["__main__", f"{service.declaration.name}.main"])
    given = (service.database.url, failpoint, step, args)
    process = _processes.Process(target=_do, args=given, daemon=True)
    process.start()
    await asyncio.to_thread(process.join, _SECONDS)
    assert process.exitcode == 9, f"{failpoint} was not passed: {process.exitcode}"


def _do(url: str, failpoint: str, step: Step, args: tuple[Any, ...]) -> None:
    os.environ |= {"ITQAN_ENV": "test", "ITQAN_FAILPOINT": failpoint}
    asyncio.run(_in_transaction(url, step, args))


async def _in_transaction(url: str, step: Step, args: tuple[Any, ...]) -> None:
    async with Database(url).transaction() as session:
        await step(session, *args)
