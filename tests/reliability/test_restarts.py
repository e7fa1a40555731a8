"""A planned restart loses nothing, of reads and of webhooks alike."""

import asyncio
import os
from collections.abc import AsyncIterator

import pytest
from kit.testing import eventually

from deploy.local.restart import restart
from tests.reliability.served import Served, loaded, two_copies

REQUESTS = 25 * int(os.environ.get("ITQAN_FAULTS", "20"))
"""At least 500 in `make test`, 5,000 in `make faults`."""


@pytest.fixture(scope="module")
async def served(
    postgres_url: str, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[Served]:
    async with two_copies(postgres_url, tmp_path_factory.mktemp("served")) as served:
        yield served


async def test_no_request_is_lost_while_the_copies_are_restarted(served: Served) -> None:
    async with loaded(served.url) as load:
        before = [served.pid(copy) for copy in served.copies]
        await asyncio.to_thread(restart, served.supervisor, served.copies, served.metrics)
        assert served.supervisor.deaths() == {}
        assert not {served.pid(copy) for copy in served.copies} & set(before)
        await eventually(lambda: load.total >= REQUESTS, seconds=300)
    assert load.failed == {}
    assert await served.recorded() == load.webhooks
