"""Listing and replaying parked messages."""

from collections.abc import Awaitable, Callable

from contracts.identity import OrganizationUpdated
from kit.database.db import AsyncSession, Database
from kit.messaging.broker import Broker
from kit.messaging.envelope import Meta
from kit.messaging.parking import parked, replay
from kit.testing.messaging import (
    SERVICE,
    StartConsumer,
    StartRelay,
    eventually,
    get_queue_depth,
    handled,
    publish_events,
    record,
)


class Moody:
    """A handler that fails until it is allowed to succeed."""

    def __init__(self) -> None:
        self.refuses = True

    async def __call__(self, session: AsyncSession, event: OrganizationUpdated, meta: Meta) -> None:
        if self.refuses:
            raise ValueError(f"refused {event.name_en}")
        await record(session, event, meta)


def reached(broker: Broker, count: int) -> Callable[[], Awaitable[bool]]:
    async def check() -> bool:
        return await get_queue_depth(broker, broker.dead_name(SERVICE)) == count

    return check


class TestParked:
    async def test_the_list_leaves_them_parked(
        self, database: Database, broker: Broker, consume: StartConsumer, relay: StartRelay
    ) -> None:
        await consume(Moody())
        await relay()
        await publish_events(database, 3)
        await eventually(reached(broker, 3))
        first, second = await parked(broker, SERVICE), await parked(broker, SERVICE)
        assert {letter.id for letter in first} == {letter.id for letter in second}
        assert len(first) == 3
        assert all(letter.reason == "ValueError: refused Gulf Ports" for letter in first)
        assert all('"name_en":"Gulf Ports"' in letter.body for letter in first)


class TestReplay:
    async def test_gives_back_all_of_them_once(
        self, database: Database, broker: Broker, consume: StartConsumer, relay: StartRelay
    ) -> None:
        moody = Moody()
        await consume(moody)
        await relay()
        await publish_events(database, 3)
        await eventually(reached(broker, 3))
        moody.refuses = False
        assert await replay(broker, SERVICE) == 3
        await eventually(lambda: all_handled(database, 3))
        assert await replay(broker, SERVICE) == 0
        assert await parked(broker, SERVICE) == []
        assert await handled(database) == 3

    async def test_gives_back_only_those_that_are_named(
        self, database: Database, broker: Broker, consume: StartConsumer, relay: StartRelay
    ) -> None:
        moody = Moody()
        await consume(moody)
        await relay()
        await publish_events(database, 3)
        await eventually(reached(broker, 3))
        chosen = (await parked(broker, SERVICE))[1].id
        moody.refuses = False
        assert await replay(broker, SERVICE, [chosen]) == 1
        await eventually(lambda: all_handled(database, 1))
        left = {letter.id for letter in await parked(broker, SERVICE)}
        assert len(left) == 2
        assert chosen not in left

    async def test_one_that_fails_again_is_parked_again_with_new_attempts(
        self, database: Database, broker: Broker, consume: StartConsumer, relay: StartRelay
    ) -> None:
        await consume(Moody())
        await relay()
        await publish_events(database, 1)
        await eventually(reached(broker, 1))
        (before,) = await parked(broker, SERVICE)
        assert await replay(broker, SERVICE) == 1
        await eventually(lambda: parked_later(broker, before.parked_at))
        (after,) = await parked(broker, SERVICE)
        assert (after.id, after.attempts) == (before.id, before.attempts)


async def all_handled(database: Database, count: int) -> bool:
    return await handled(database) == count


async def parked_later(broker: Broker, than: str) -> bool:
    return any(letter.parked_at > than for letter in await parked(broker, SERVICE))
