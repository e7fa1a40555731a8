"""While a release is rolled out, copies of two releases share the queues of a service."""

from multiprocessing.context import ForkServerProcess

from kit.database.db import Database
from kit.messaging.broker import Broker
from kit.testing.messaging import (
    SERVICE,
    count_effects,
    eventually,
    fetch_count,
    get_queue_depth,
    handled,
    waiting,
)

from tests.reliability.processes import World, ended, start
from tests.reliability.releases import run_copy

COUNT = 100
"""Events of each type that a copy publishes."""


async def test_two_releases_side_by_side_lose_and_park_nothing(
    world: World, database: Database, broker: Broker
) -> None:
    def begin(release: int, count: int = COUNT) -> ForkServerProcess:
        return start(run_copy, world, release=release, url=world.broker_url, count=count)

    async def published(count: int) -> None:
        await eventually(lambda: are_published(database, count))

    first = [begin(1), begin(1)]
    await published(2 * COUNT)
    second = begin(2)
    await published(2 * COUNT + 30)
    # A copy of the older release is restarted while the newer one runs.
    await kill(first.pop())
    first.append(begin(1, count=0))
    third = begin(3)
    total = (2 + 3 + 3) * COUNT
    await published(total)
    await eventually(lambda: are_handled(database, total))
    await eventually(lambda: are_empty(broker))
    for copy in (*first, second, third):
        await kill(copy)

    assert await handled(database) == await count_effects(database) == total
    by_type = "SELECT count(*) FROM effects WHERE name = "
    assert await fetch_count(database, f"{by_type}'demo.sample.paid'") == 4 * COUNT
    assert await fetch_count(database, f"{by_type}'demo.sample.flagged'") == 2 * COUNT
    assert await fetch_count(database, f"{by_type}'identity.organization.updated'") == 2 * COUNT
    assert await get_queue_depth(broker, broker.dead_name(SERVICE)) == 0


async def are_empty(broker: Broker) -> bool:
    return not any([await get_queue_depth(broker, name) for name in broker.queues(SERVICE)])


async def kill(copy: ForkServerProcess) -> None:
    copy.kill()
    await ended(copy)


async def are_published(database: Database, count: int) -> bool:
    written = await fetch_count(database, "SELECT count(*) FROM outbox")
    return written >= count and await waiting(database) == 0


async def are_handled(database: Database, count: int) -> bool:
    return await count_effects(database) == count
