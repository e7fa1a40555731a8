"""Concurrency of people, organizations, payments, capacities and sweeps."""

import asyncio
import random
from collections import Counter
from itertools import chain
from typing import Any

import httpx
from contracts.catalog import BatchUpdated
from contracts.enrollment import EnrollmentChanged, RefundRequested, SeatsChanged
from kit.database.db import new_id
from kit.testing import Actor, ServiceUnderTest

from services.enrollment.tests.factories import (
    answer_unpaid,
    candidate,
    charge_opened,
    charge_paid,
    execute,
    let_time_pass,
    make_batch,
    miscounted,
    organization_of,
    press_enroll,
)

EXPECTED = {200, 201, 409}
AT_ONCE = 12
"""Number of concurrent actors, about as many as connections in a process."""
COME_AGAIN = 503
FEW = 0.05
"""Share of requests that a slow machine may shed; deadlocks would affect most."""


class TestTogether:
    async def test_the_counts_stay_true_and_nothing_locks_up(
        self, service: ServiceUnderTest, client: httpx.AsyncClient
    ) -> None:
        chance = random.Random(11)
        batches = [
            await make_batch(service, capacity=3, requires_acceptance=number == 2)
            for number in range(3)
        ]
        sequences = {batch.batch_id: 1 for batch in batches}
        places = asyncio.Semaphore(AT_ONCE)

        async def be_a_candidate(person: Actor, batch: BatchUpdated) -> list[int]:
            async with places:
                return await enroll_and_change_their_mind(person, batch)

        async def enroll_and_change_their_mind(person: Actor, batch: BatchUpdated) -> list[int]:
            answer = await press_enroll(client, person, batch, wait=chance.random() < 0.7)
            codes = [answer.status_code]
            if answer.status_code != 201:
                return codes
            enrollment: dict[str, Any] = answer.json()
            path = f"enrollments/{enrollment['id']}"
            if enrollment["status"] == "requested":
                word = chance.choice(("accept", "reject"))
                body = {"reason": "No licence"} if word == "reject" else None
                headers = organization_of(batch).headers
                decided = await client.post(f"{path}/{word}", json=body, headers=headers)
                codes.append(decided.status_code)
            if chance.random() < 0.3:
                await let_time_pass(service, enrollment)
            if chance.random() < 0.4:
                charge_id = new_id()
                await service.deliver(charge_opened(enrollment, charge_id), sequence=1)
                await service.deliver(charge_paid(enrollment, charge_id), sequence=2)
            if chance.random() < 0.5:
                left = await client.post(f"{path}/cancel", headers=person.headers)
                codes.append(left.status_code)
            return codes

        async def sweep_and_resize() -> list[int]:
            for _ in range(12):
                for name in ("expire_unpaid", "offer_free_seats", "publish_seats"):
                    await service.sweep(name)
                await answer_unpaid(service)
                batch = chance.choice(batches)
                sequences[batch.batch_id] += 1
                await service.deliver(
                    batch.model_copy(update={"capacity": chance.randint(1, 6)}),
                    sequence=sequences[batch.batch_id],
                )
            return []

        people = [candidate() for _ in range(40)]
        work = [be_a_candidate(person, batch) for person in people for batch in batches]
        chance.shuffle(work)
        async with asyncio.timeout(300):
            codes = Counter(
                chain(*await asyncio.gather(*work, sweep_and_resize(), sweep_and_resize()))
            )
        assert set(codes) - {COME_AGAIN} <= EXPECTED
        assert codes[COME_AGAIN] <= FEW * codes.total()
        await self._counts_are_true(service)
        await self._assert_events_have_the_state(service)

    async def _counts_are_true(self, service: ServiceUnderTest) -> None:
        assert await miscounted(service) == []
        # Every payment was settled once, with a held seat or a refund.
        unanswered = await execute(
            service,
            """
            SELECT e.status, c.status FROM charges c JOIN enrollments e ON e.id = c.enrollment_id
            LEFT JOIN settlements s ON s.charge_id = c.id
            WHERE c.status = 'paid'
              AND (e.status = 'confirmed') = (s.refund_requested_at IS NOT NULL)
            """,
        )
        assert unanswered == []
        refunds = [event.charge_id for event in await service.published(RefundRequested)]
        assert len(refunds) == len(set(refunds))

    async def _assert_events_have_the_state(self, service: ServiceUnderTest) -> None:
        # The later of two concurrent transactions may have committed first.
        events = await execute(
            service,
            "SELECT DISTINCT ON (subject) subject, body::json -> 'data' ->> 'status' AS status"
            f" FROM outbox WHERE type = '{EnrollmentChanged.type}'"
            " ORDER BY subject, (body::json ->> 'sequence')::int DESC",
        )
        rows = await execute(service, "SELECT id::text, status FROM enrollments")
        assert {row.id: row.status for row in rows} == {row.subject: row.status for row in events}
        published = [
            (row.subject, row.sequence)
            for row in await execute(
                service,
                "SELECT subject, (body::json ->> 'sequence')::int AS sequence FROM outbox "
                f"WHERE type = '{SeatsChanged.type}'",
            )
        ]
        assert len(published) == len(set(published))
