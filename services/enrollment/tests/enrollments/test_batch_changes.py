"""Changes of a batch with people: rescheduling, relocation, closing the waiting list."""

from datetime import timedelta
from uuid import uuid4

import httpx
from contracts.catalog import BatchMeeting, BatchStatus, BatchUpdated
from contracts.enrollment import EnrollmentMoved, RefundRequested
from kit.testing import Actor, ServiceUnderTest, actor

from services.enrollment.tests.factories import (
    PRICE,
    candidate,
    enrolled,
    execute,
    make_batch,
    now,
    organization_of,
    paid,
    press_enroll,
    status_of,
)


def session_of(batch: BatchUpdated, **changes: object) -> BatchMeeting:
    values: dict[str, object] = {
        "id": uuid4(),
        "title_en": "Day 1",
        "title_ar": "اليوم 1",
        "starts_at": batch.starts_at,
        "ends_at": batch.ends_at,
        "venue_en": "Hall 1",
        "venue_ar": "القاعة 1",
        "online_url": None,
    }
    return BatchMeeting.model_validate(values | changes)


async def change(
    service: ServiceUnderTest, batch: BatchUpdated, sequence: int, **changes: object
) -> BatchUpdated:
    changed = batch.model_copy(update=changes)
    await service.deliver(changed, sequence=sequence)
    return changed


class TestMoved:
    async def test_everybody_in_it_hears_of_it_and_may_leave_with_the_whole_price(
        self, service: ServiceUnderTest, client: httpx.AsyncClient
    ) -> None:
        soon = now() + timedelta(hours=30)
        batch = await make_batch(service, starts_at=soon, capacity=2, enrollment_closes_at=soon)
        person, left = candidate(), candidate()
        enrollment, _ = await paid(service, client, person, batch)
        waiting = await enrolled(client, candidate(), batch)
        gone = await enrolled(client, left, batch, wait=True)
        await client.post(f"enrollments/{gone['id']}/cancel", headers=left.headers)
        await change(service, batch, 2, starts_at=soon + timedelta(hours=1))
        moved = await service.published(EnrollmentMoved)
        assert {str(event.enrollment_id) for event in moved} == {enrollment["id"], waiting["id"]}
        assert moved[0].starts_at == soon + timedelta(hours=1)
        answer = await client.post(f"enrollments/{enrollment['id']}/cancel", headers=person.headers)
        assert answer.json()["moved"] is True
        (refund,) = await service.published(RefundRequested)
        assert refund.amount_minor == PRICE

    async def test_only_by_another_time_or_place(
        self, service: ServiceUnderTest, client: httpx.AsyncClient
    ) -> None:
        city = uuid4()
        batch = await make_batch(service, city_id=city)
        await enrolled(client, candidate(), batch)

        async def moved_by(sequence: int, **changes: object) -> int:
            nonlocal batch
            before = len(await service.published(EnrollmentMoved))
            batch = await change(service, batch, sequence, **changes)
            return len(await service.published(EnrollmentMoved)) - before

        assert await moved_by(2, title_en="Forklifts", capacity=11, city_en="Al Dammam") == 0
        # Its sessions are replicated for the first time.
        assert await moved_by(3, sessions=(session_of(batch),)) == 0
        assert await moved_by(4, sessions=(session_of(batch, title_en="First day"),)) == 0
        assert await moved_by(5, sessions=(session_of(batch, venue_en="Hall 2"),)) == 1
        assert await moved_by(6, city_id=uuid4()) == 1
        # A stale event arrives late.
        assert await moved_by(6, ends_at=now() + timedelta(days=40)) == 0
        assert await moved_by(8, status=BatchStatus.CANCELLED, city_id=city) == 0


class TestWaitingList:
    async def test_can_be_off(self, service: ServiceUnderTest, client: httpx.AsyncClient) -> None:
        batch = await make_batch(service, capacity=0, waiting_list=False)
        person = candidate()
        answer = await press_enroll(client, person, batch, wait=True)
        assert (answer.status_code, answer.json()["code"]) == (409, "batch.full")
        path = f"enrollments/eligibility?batch_id={batch.batch_id}"
        answer = await client.get(path, headers=person.headers)
        assert answer.json()["can_join_waiting_list"] is False


class TestWhomItConcerns:
    async def test_counts_people_and_money(
        self, service: ServiceUnderTest, client: httpx.AsyncClient
    ) -> None:
        batch = await make_batch(service, capacity=2)
        await paid(service, client, candidate(), batch)
        pending = await enrolled(client, candidate(), batch)
        await enrolled(client, candidate(), batch, wait=True)
        other = await make_batch(service, organization_id=batch.organization_id)
        await enrolled(client, candidate(), other)

        async def read(who: Actor) -> httpx.Response:
            return await client.get(f"enrollments/of-batch/{batch.batch_id}", headers=who.headers)

        answer = await read(organization_of(batch))
        assert answer.status_code == 200, answer.text
        body = answer.json()
        counts = {status: count for status, count in body["counts"].items() if count}
        assert counts == {"confirmed": 1, "pending_payment": 1, "waitlisted": 1}
        assert (body["active"], body["paid_minor"], body["refunding_minor"]) == (3, PRICE, PRICE)
        assert (body["refunded_minor"], body["due_minor"]) == (0, PRICE)
        # A day in Riyadh begins three hours before the database's day.
        moved = "UPDATE enrollments SET created_at = '2026-03-04T21:30Z' WHERE id = :id"
        await execute(service, moved, id=pending["id"])
        body = (await read(organization_of(batch))).json()
        assert [day["count"] for day in body["days"]] == [2, 1]
        assert body["days"][1]["day"] == "2026-03-05"
        assert (await read(actor("admin", roles=["super-admin"]))).json() == body
        assert (await read(organization_of(await make_batch(service)))).status_code == 404
        assert (await read(candidate())).status_code == 403
        assert (await client.get(f"enrollments/of-batch/{batch.batch_id}")).status_code == 401
        assert await status_of(service, pending) == "pending_payment"
