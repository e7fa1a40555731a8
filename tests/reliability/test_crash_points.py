"""A process dies, again and again, at each point between a commit and its acknowledged effect."""

from typing import Any

import pytest
from contracts.identity import OrganizationUpdated
from kit.database.db import Database
from kit.messaging import metrics
from kit.messaging.broker import Broker
from kit.messaging.relay import Relay
from kit.testing.messaging import (
    SERVICE,
    count_effects,
    declare,
    eventually,
    get_queue_depth,
    handled,
    publish_events,
    waiting,
)

from tests.reliability.processes import (
    KILLED,
    World,
    consume_until,
    ended,
    publish_and_relay,
    start,
)

EVENTS = 3
"""Committed together in each round."""

AFTER_COMMIT = "relay.before_publish"
AFTER_CONFIRM = "relay.after_confirm"
AFTER_EFFECT = "inbox.after_commit"
AFTER_BATCH = "inbox.after_batch"


def duplicates() -> float:
    """Return the number of duplicates that this process's consumers have received."""
    return float(metrics.duplicates.labels("identity.organization.updated")._value.get())


async def settled(database: Database, broker: Broker, messages: int) -> None:
    """Wait until every message has had its effect and nothing is on its way."""

    async def done() -> bool:
        return (
            await waiting(database) == 0
            and await count_effects(database) == messages
            and await get_queue_depth(broker, broker.queue_name(SERVICE)) == 0
        )

    await eventually(done)


async def kill_relay(world: World, database: Database, failpoint: str, rounds: int) -> None:
    for _ in range(rounds):
        dying = start(publish_and_relay, world, failpoint=failpoint, count=EVENTS)
        assert await ended(dying) == KILLED
        assert await waiting(database) == EVENTS
        assert await ended(start(publish_and_relay, world, count=0)) == 0


async def kill_consumer(
    world: World, database: Database, rounds: int, *, batched: bool = False
) -> None:
    """Each round ends with one more event, which comes after those that come again."""
    failpoint = AFTER_BATCH if batched else AFTER_EFFECT
    for number in range(1, rounds + 1):
        await publish_events(database, EVENTS)
        options: dict[str, Any] = {"messages": number * (EVENTS + 1), "batched": batched}
        assert await ended(start(consume_until, world, failpoint=failpoint, **options)) == KILLED
        await publish_events(database, 1)
        assert await ended(start(consume_until, world, **options)) == 0


class TestCrash:
    @pytest.mark.usefixtures("consumer")
    async def test_after_the_commit_before_the_publish(
        self, world: World, database: Database, broker: Broker, rounds: int
    ) -> None:
        await kill_relay(world, database, AFTER_COMMIT, rounds)
        await settled(database, broker, rounds * EVENTS)
        assert await handled(database) == rounds * EVENTS

    @pytest.mark.usefixtures("consumer")
    async def test_after_the_confirm_before_the_mark(
        self, world: World, database: Database, broker: Broker, rounds: int
    ) -> None:
        before = duplicates()
        await kill_relay(world, database, AFTER_CONFIRM, rounds)
        await settled(database, broker, rounds * EVENTS)
        assert await handled(database) == rounds * EVENTS
        await eventually(lambda: duplicates() - before == rounds * EVENTS)

    @pytest.mark.parametrize("batched", [False, True])
    async def test_after_the_effect_before_the_acknowledgement(
        self,
        world: World,
        database: Database,
        broker: Broker,
        relay: Relay,
        rounds: int,
        batched: bool,
    ) -> None:
        await declare(broker, OrganizationUpdated)
        await kill_consumer(world, database, rounds, batched=batched)
        await settled(database, broker, rounds * (EVENTS + 1))
        assert await handled(database) == rounds * (EVENTS + 1)
        assert await get_queue_depth(broker, broker.dead_name(SERVICE)) == 0


class TestControl:
    """The same crashes with a protection taken away: the tests above are able to fail."""

    @pytest.mark.parametrize("batched", [False, True])
    async def test_without_the_inbox_effects_double(
        self, world: World, database: Database, broker: Broker, relay: Relay, batched: bool
    ) -> None:
        await declare(broker, OrganizationUpdated)
        await kill_consumer(world.but(deduplicates=False), database, rounds=3, batched=batched)
        assert await count_effects(database) == 3 * (EVENTS + 1)
        assert await handled(database) > 3 * (EVENTS + 1)
