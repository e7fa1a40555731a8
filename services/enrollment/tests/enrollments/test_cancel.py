import asyncio
from datetime import timedelta

import httpx
from contracts.enrollment import (
    ChargeCancelled,
    EnrollmentChanged,
    EnrollmentStatus,
    RefundRequested,
)
from kit.database.db import new_id
from kit.testing import ServiceUnderTest, actor

from services.enrollment.tests.factories import (
    PRICE,
    candidate,
    charge_opened,
    charge_paid,
    enrolled,
    execute,
    make_batch,
    move_start,
    now,
    organization_of,
    paid,
    scalar,
    seats_of,
    status_of,
)


class TestCancel:
    async def test_gives_the_seat_back_and_owes_nothing(
        self, service: ServiceUnderTest, client: httpx.AsyncClient
    ) -> None:
        batch, person = await make_batch(service), candidate()
        enrollment = await enrolled(client, person, batch)
        answer = await client.post(f"enrollments/{enrollment['id']}/cancel", headers=person.headers)
        assert answer.status_code == 200
        body = answer.json()
        assert (body["status"], body["next_step"], body["allowed_actions"]) == (
            "cancelled",
            "none",
            [],
        )
        assert body["payment_due_at"] is None
        assert await seats_of(service, batch) == (10, 0, 0)
        (cancelled,) = await service.published(ChargeCancelled)
        assert str(cancelled.subject_id) == enrollment["id"]
        assert await service.published(RefundRequested) == []

    async def test_two_days_before_the_start_all_the_money_goes_back(
        self, service: ServiceUnderTest, client: httpx.AsyncClient
    ) -> None:
        batch = await make_batch(service, starts_at=now() + timedelta(hours=48, minutes=1))
        person = candidate()
        enrollment, charge_id = await paid(service, client, person, batch)
        answer = await client.post(f"enrollments/{enrollment['id']}/cancel", headers=person.headers)
        assert answer.json()["refund_requested_at"] is not None
        (refund,) = await service.published(RefundRequested)
        assert refund.charge_id == charge_id
        assert (refund.amount_minor, refund.reason) == (PRICE, "cancelled_by_candidate")
        assert await service.published(ChargeCancelled) == []

    async def test_later_nothing_goes_back(
        self, service: ServiceUnderTest, client: httpx.AsyncClient
    ) -> None:
        soon = now() + timedelta(hours=47, minutes=59)
        batch = await make_batch(service, starts_at=soon, enrollment_closes_at=soon)
        person = candidate()
        enrollment, _ = await paid(service, client, person, batch)
        answer = await client.post(f"enrollments/{enrollment['id']}/cancel", headers=person.headers)
        assert answer.json()["status"] == "cancelled"
        assert answer.json()["refund_requested_at"] is None
        assert await service.published(RefundRequested) == []

    async def test_on_the_terms_of_the_batch_some_of_it_goes_back(
        self, service: ServiceUnderTest, client: httpx.AsyncClient
    ) -> None:
        batch = await make_batch(
            service,
            starts_at=now() + timedelta(hours=71, minutes=59),
            free_cancellation_hours=72,
            kept_percent=33,
            price_minor=101,
        )
        person = candidate()
        enrollment, _ = await paid(service, client, person, batch)
        answer = await client.post(f"enrollments/{enrollment['id']}/cancel", headers=person.headers)
        assert answer.json()["batch"]["kept_percent"] == 33
        (refund,) = await service.published(RefundRequested)
        assert refund.amount_minor == 101 - 33

    async def test_a_payment_published_again_gives_back_nothing_of_a_late_cancellation(
        self, service: ServiceUnderTest, client: httpx.AsyncClient
    ) -> None:
        batch = await make_batch(service, starts_at=now() + timedelta(hours=47))
        person = candidate()
        enrollment, charge_id = await paid(service, client, person, batch)
        answer = await client.post(f"enrollments/{enrollment['id']}/cancel", headers=person.headers)
        assert answer.status_code == 200
        await service.deliver(charge_paid(enrollment, charge_id), sequence=2, restated=True)
        await service.deliver(charge_paid(enrollment, charge_id), sequence=3)
        assert await service.published(RefundRequested) == []
        assert await status_of(service, enrollment) == "cancelled"

    async def test_passes_the_seat_to_the_first_who_waits(
        self, service: ServiceUnderTest, client: httpx.AsyncClient
    ) -> None:
        batch, person = await make_batch(service, capacity=1), candidate()
        enrollment = await enrolled(client, person, batch)
        first = await enrolled(client, candidate(), batch, wait=True)
        second = await enrolled(client, candidate(), batch, wait=True)
        await client.post(f"enrollments/{enrollment['id']}/cancel", headers=person.headers)
        assert await status_of(service, first) == "pending_payment"
        assert await status_of(service, second) == "waitlisted"
        assert await seats_of(service, batch) == (1, 1, 1)
        last = (await service.published(EnrollmentChanged))[-1]
        assert last.previous_status is EnrollmentStatus.WAITLISTED
        assert last.payment_due_at is not None

    async def test_leaves_the_waiting_list(
        self, service: ServiceUnderTest, client: httpx.AsyncClient
    ) -> None:
        batch, person = await make_batch(service, capacity=1), candidate()
        await enrolled(client, candidate(), batch)
        waiting = await enrolled(client, person, batch, wait=True)
        answer = await client.post(f"enrollments/{waiting['id']}/cancel", headers=person.headers)
        assert answer.json()["waiting_position"] is None
        assert await seats_of(service, batch) == (1, 1, 0)

    async def test_a_withdrawn_request_lets_the_next_one_ask(
        self, service: ServiceUnderTest, client: httpx.AsyncClient
    ) -> None:
        batch = await make_batch(service, capacity=1, requires_acceptance=True)
        person = candidate()
        first = await enrolled(client, candidate(), batch)
        headers = organization_of(batch).headers
        await client.post(f"enrollments/{first['id']}/accept", headers=headers)
        waiting = await enrolled(client, candidate(), batch, wait=True)
        last = await enrolled(client, person, batch, wait=True)
        await execute(service, "UPDATE seats SET capacity = 2")
        await service.sweep("offer_free_seats")
        # One free seat is reserved for the open request; the other candidate keeps waiting.
        assert await status_of(service, waiting) == "requested"
        assert await service.sweep("offer_free_seats") == 0
        assert await status_of(service, last) == "waitlisted"
        await client.post(
            f"enrollments/{waiting['id']}/reject", json={"reason": "No licence"}, headers=headers
        )
        assert await status_of(service, last) == "requested"
        assert await seats_of(service, batch) == (2, 1, 0)

    async def test_not_after_the_start(
        self, service: ServiceUnderTest, client: httpx.AsyncClient
    ) -> None:
        batch, person = await make_batch(service), candidate()
        enrollment = await enrolled(client, person, batch)
        await move_start(service, batch, now() - timedelta(minutes=1))
        answer = await client.post(f"enrollments/{enrollment['id']}/cancel", headers=person.headers)
        assert answer.status_code == 409
        assert answer.json()["code"] == "batch.started"

    async def test_twice_is_a_conflict(
        self, service: ServiceUnderTest, client: httpx.AsyncClient
    ) -> None:
        batch, person = await make_batch(service), candidate()
        enrollment = await enrolled(client, person, batch)
        path = f"enrollments/{enrollment['id']}/cancel"
        await client.post(path, headers=person.headers)
        answer = await client.post(path, headers=person.headers)
        assert answer.status_code == 409
        assert answer.json()["code"] == "enrollment.invalid_state"
        assert await seats_of(service, batch) == (10, 0, 0)

    async def test_somebody_elses_is_a_404(
        self, service: ServiceUnderTest, client: httpx.AsyncClient
    ) -> None:
        enrollment = await enrolled(client, candidate(), await make_batch(service))
        answer = await client.post(
            f"enrollments/{enrollment['id']}/cancel", headers=candidate().headers
        )
        assert answer.status_code == 404
        assert answer.json()["code"] == "enrollment.not_found"

    async def test_only_candidates_may(
        self, service: ServiceUnderTest, client: httpx.AsyncClient
    ) -> None:
        batch = await make_batch(service)
        enrollment = await enrolled(client, candidate(), batch)
        answer = await client.post(
            f"enrollments/{enrollment['id']}/cancel", headers=organization_of(batch).headers
        )
        assert answer.status_code == 403

    async def test_without_a_token_is_a_401(self, client: httpx.AsyncClient) -> None:
        assert (await client.post(f"enrollments/{new_id()}/cancel")).status_code == 401

    async def test_an_unpaid_registration_is_a_402(self, client: httpx.AsyncClient) -> None:
        unpaid = actor("candidate", paid=False)
        answer = await client.post(f"enrollments/{new_id()}/cancel", headers=unpaid.headers)
        assert answer.status_code == 402


class TestAtOnce:
    async def test_cancelling_while_the_payment_arrives_ends_cancelled_and_refunded(
        self, service: ServiceUnderTest, client: httpx.AsyncClient
    ) -> None:
        for _ in range(10):
            batch, person, charge_id = await make_batch(service), candidate(), new_id()
            enrollment = await enrolled(client, person, batch)
            await service.deliver(charge_opened(enrollment, charge_id), sequence=1)
            answer, _ = await asyncio.gather(
                client.post(f"enrollments/{enrollment['id']}/cancel", headers=person.headers),
                service.deliver(charge_paid(enrollment, charge_id), sequence=2),
            )
            assert answer.status_code == 200
            assert await status_of(service, enrollment) == "cancelled"
            assert await seats_of(service, batch) == (10, 0, 0)
            refunds = await service.published(RefundRequested)
            assert [refund.charge_id for refund in refunds].count(charge_id) == 1

    async def test_ten_cancel_at_once_and_ten_who_wait_get_one_seat_each(
        self, service: ServiceUnderTest, client: httpx.AsyncClient
    ) -> None:
        batch = await make_batch(service)
        people = [candidate() for _ in range(10)]
        held = [await enrolled(client, person, batch) for person in people]
        waiting = [await enrolled(client, candidate(), batch, wait=True) for _ in range(12)]
        await asyncio.gather(
            *(
                client.post(f"enrollments/{enrollment['id']}/cancel", headers=person.headers)
                for enrollment, person in zip(held, people, strict=True)
            )
        )
        assert await seats_of(service, batch) == (10, 10, 2)
        promoted = [await status_of(service, enrollment) for enrollment in waiting]
        assert promoted == ["pending_payment"] * 10 + ["waitlisted"] * 2
        offers = [
            event.enrollment_id
            for event in await service.published(EnrollmentChanged)
            if event.previous_status is EnrollmentStatus.WAITLISTED
        ]
        assert len(offers) == len(set(offers)) == 10

    async def test_leaving_the_list_while_a_seat_comes_free_wastes_no_seat(
        self, service: ServiceUnderTest, client: httpx.AsyncClient
    ) -> None:
        for _ in range(10):
            batch, holder, first = await make_batch(service, capacity=1), candidate(), candidate()
            held = await enrolled(client, holder, batch)
            leaving = await enrolled(client, first, batch, wait=True)
            second = await enrolled(client, candidate(), batch, wait=True)
            answers = await asyncio.gather(
                client.post(f"enrollments/{held['id']}/cancel", headers=holder.headers),
                client.post(f"enrollments/{leaving['id']}/cancel", headers=first.headers),
            )
            assert [answer.status_code for answer in answers] == [200, 200]
            await service.sweep("offer_free_seats")
            assert await status_of(service, second) == "pending_payment"
            assert await seats_of(service, batch) == (1, 1, 0)
            assert await scalar(service, "SELECT count(*) FROM seats WHERE taken > capacity") == 0
