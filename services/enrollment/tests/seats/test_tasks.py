import asyncio

import httpx
from contracts.enrollment import SeatsChanged
from kit.testing import ServiceUnderTest

from services.enrollment.tests.factories import (
    candidate,
    enrolled,
    execute,
    make_batch,
    press_enroll,
    scalar,
)


class TestPublishSeats:
    async def test_publishes_the_newest_state_once(
        self, service: ServiceUnderTest, client: httpx.AsyncClient
    ) -> None:
        batch = await make_batch(service, capacity=2)
        for _ in range(3):
            await enrolled(client, candidate(), batch, wait=True)
        assert await service.sweep("publish_seats") == 1
        assert await service.sweep("publish_seats") == 0
        (event,) = await service.published(SeatsChanged)
        assert (event.batch_id, event.capacity, event.taken, event.waiting) == (
            batch.batch_id,
            2,
            2,
            1,
        )
        sequence = "SELECT (body::json ->> 'sequence')::int FROM outbox WHERE type = :type"
        published = await scalar(service, sequence, type=SeatsChanged.type)
        assert published == await scalar(service, "SELECT version FROM seats")

    async def test_publishes_nothing_of_a_batch_that_has_not_changed(
        self, service: ServiceUnderTest
    ) -> None:
        await make_batch(service)
        assert await service.sweep("publish_seats") == 0

    async def test_in_a_rush_the_last_event_is_the_last_state(
        self, service: ServiceUnderTest, client: httpx.AsyncClient
    ) -> None:
        batches = [await make_batch(service, capacity=20) for _ in range(3)]

        async def sweep() -> None:
            for _ in range(10):
                await service.sweep("publish_seats")

        presses = [press_enroll(client, candidate(), batch) for _ in range(30) for batch in batches]
        await asyncio.gather(*presses, sweep(), sweep())
        while await service.sweep("publish_seats"):
            pass
        events = await execute(
            service,
            "SELECT subject, (body::json ->> 'sequence')::int AS sequence, "
            "(body::json -> 'data' ->> 'taken')::int AS taken FROM outbox WHERE type = :type",
            type=SeatsChanged.type,
        )
        assert len({(event.subject, event.sequence) for event in events}) == len(events)
        for batch in batches:
            last = max(
                (event for event in events if event.subject == str(batch.batch_id)),
                key=lambda event: event.sequence,
            )
            assert last.taken == 20
