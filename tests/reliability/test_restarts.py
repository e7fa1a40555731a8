"""A planned restart loses nothing; a copy that hangs costs a few requests their ten seconds."""

import asyncio
import os
import signal
from collections.abc import AsyncIterator

import pytest
from kit.testing import eventually

from deploy.local.hung import EVERY_SECONDS, watching
from deploy.local.restart import is_used, restart
from deploy.local.system import is_healthy
from tests.reliability.served import Served, copies_served, loaded

REQUESTS = 25 * int(os.environ.get("ITQAN_FAULTS", "20"))
"""At least 500 in `make test`, 5,000 in `make faults`."""


@pytest.fixture(scope="module")
async def served(
    postgres_url: str, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[Served]:
    folder = tmp_path_factory.mktemp("served")
    async with copies_served(postgres_url, folder, count=3, count_notifications=3) as served:
        yield served


async def test_no_request_is_lost_while_replicas_restart(served: Served) -> None:
    parts = (served.copies, served.notifications)
    async with loaded(served) as load:
        before = {served.pid(copy) for part in parts for copy in part}
        await asyncio.gather(
            *(asyncio.to_thread(restart, served.supervisor, part, served.metrics) for part in parts)
        )
        assert served.supervisor.deaths() == {}
        assert not {served.pid(copy) for part in parts for copy in part} & before
        await eventually(lambda: load.total >= REQUESTS, seconds=300)
    assert load.failed == {}
    assert await served.recorded() == load.webhooks


async def test_a_hung_replica_gets_no_requests_and_is_restarted(served: Served) -> None:
    hung = served.copies[0]
    before = served.pid(hung)
    with watching(served.supervisor, lambda: served.copies):
        # The watch has to have heard of it once.
        await asyncio.sleep(2 * EVERY_SECONDS)
        async with loaded(served) as load:
            os.kill(before, signal.SIGSTOP)
            await eventually(lambda: served.pid(hung) not in (0, before), seconds=120)
            await eventually(lambda: is_healthy(hung), seconds=120)
            await eventually(lambda: is_used(hung, served.metrics), seconds=60)
    print(f"not answered: {load.failed} of {load.total}, the longest after {load.longest:.1f} s")
    assert load.failed.keys() <= {"502", "504"}
    # Of each client at most a few, until the health check has seen it.
    assert sum(load.failed.values()) <= 12
    assert load.longest < 15
