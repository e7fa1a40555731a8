"""Events of payments, on time, late, duplicated and out of order."""

import asyncio
from datetime import timedelta

import httpx
import pytest
from contracts.enrollment import ChargeCancelled, EnrollmentChanged, RefundRequested
from contracts.payments import ChargePurpose
from enrollment.replicas.errors import NotReplicated
from kit.database.db import new_id
from kit.testing import QueryCounter, ServiceUnderTest

from services.enrollment.tests.factories import (
    PRICE,
    candidate,
    charge_closed,
    charge_opened,
    charge_paid,
    charge_refunded,
    enrolled,
    execute,
    expire_unpaid,
    let_time_pass,
    make_batch,
    move_start,
    now,
    paid,
    seats_of,
    status_of,
)


class TestOpened:
    async def test_many_take_as_many_statements_as_one(
        self, service: ServiceUnderTest, client: httpx.AsyncClient, queries: QueryCounter
    ) -> None:
        batch = await make_batch(service)
        people = [candidate() for _ in range(6)]
        first, *others = [
            (await enrolled(client, person, batch), person, new_id()) for person in people
        ]
        counts = []
        for some in ([first], others):
            came = [charge_opened(enrollment, charge_id) for enrollment, _, charge_id in some]
            with queries() as statements:
                await service.deliver_batch([(each, 1) for each in came])
            counts.append(len(statements))
        assert counts[0] == counts[1]
        # A stale event keeps the newer state.
        enrollment, person, charge_id = first
        await service.deliver(charge_paid(enrollment, charge_id), sequence=2)
        await service.deliver_batch([(charge_opened(enrollment, charge_id), 1)])
        for (enrollment, person, charge_id), status in zip(
            (first, *others), ("paid", *["open"] * 5), strict=True
        ):
            path = f"enrollments/mine/{enrollment['id']}"
            body = (await client.get(path, headers=person.headers)).json()
            assert (body["charge_id"], body["charge_status"]) == (str(charge_id), status)

    async def test_all_wait_while_one_s_enrollment_is_unknown(
        self, service: ServiceUnderTest, client: httpx.AsyncClient
    ) -> None:
        person = candidate()
        enrollment = await enrolled(client, person, await make_batch(service))
        known = charge_opened(enrollment, new_id())
        unknown = charge_opened(enrollment | {"id": str(new_id())}, new_id())
        with pytest.raises(NotReplicated):
            await service.deliver_batch([(known, 1), (unknown, 1)])
        # The consumer then handles each event alone.
        path = f"enrollments/mine/{enrollment['id']}"
        assert (await client.get(path, headers=person.headers)).json()["charge_id"] is None


class TestPaid:
    async def test_confirms(self, service: ServiceUnderTest, client: httpx.AsyncClient) -> None:
        batch, person, charge_id = await make_batch(service), candidate(), new_id()
        enrollment = await enrolled(client, person, batch)
        await service.deliver(charge_opened(enrollment, charge_id), sequence=1)
        path = f"enrollments/mine/{enrollment['id']}"
        body = (await client.get(path, headers=person.headers)).json()
        assert (body["charge_id"], body["charge_status"]) == (str(charge_id), "open")
        await service.deliver(charge_paid(enrollment, charge_id), sequence=2)
        body = (await client.get(path, headers=person.headers)).json()
        assert (body["status"], body["next_step"]) == ("confirmed", "attend")
        assert (body["charge_status"], body["charge_reference"]) == ("paid", "ITQ-2026-000001")
        assert body["payment_due_at"] is None
        assert await seats_of(service, batch) == (10, 1, 0)
        assert await service.published(ChargeCancelled) == []

    async def test_twice_changes_nothing(
        self, service: ServiceUnderTest, client: httpx.AsyncClient
    ) -> None:
        batch = await make_batch(service)
        enrollment, charge_id = await paid(service, client, candidate(), batch)
        before = await service.published(EnrollmentChanged)
        await service.deliver(charge_paid(enrollment, charge_id), sequence=2)
        await service.deliver(charge_paid(enrollment, charge_id), sequence=7)
        assert await service.published(EnrollmentChanged) == before
        assert await service.published(RefundRequested) == []

    async def test_the_event_that_it_was_opened_may_come_after(
        self, service: ServiceUnderTest, client: httpx.AsyncClient
    ) -> None:
        batch, person, charge_id = await make_batch(service), candidate(), new_id()
        enrollment = await enrolled(client, person, batch)
        await service.deliver(charge_paid(enrollment, charge_id), sequence=2)
        await service.deliver(charge_opened(enrollment, charge_id), sequence=1)
        body = (
            await client.get(f"enrollments/mine/{enrollment['id']}", headers=person.headers)
        ).json()
        assert (body["status"], body["charge_status"]) == ("confirmed", "paid")

    async def test_a_partial_refund_may_come_before_it(
        self, service: ServiceUnderTest, client: httpx.AsyncClient
    ) -> None:
        enrollment, charge_id = (
            await enrolled(client, candidate(), await make_batch(service)),
            new_id(),
        )
        await service.deliver(charge_refunded(enrollment, charge_id, 100), sequence=3)
        await service.deliver(charge_paid(enrollment, charge_id), sequence=2)
        assert await status_of(service, enrollment) == "confirmed"

    async def test_of_an_enrollment_or_a_batch_that_is_not_known_yet_comes_again(
        self, service: ServiceUnderTest, client: httpx.AsyncClient
    ) -> None:
        batch, charge_id = await make_batch(service), new_id()
        enrollment = await enrolled(client, candidate(), batch)
        with pytest.raises(NotReplicated):
            await service.deliver(charge_paid(enrollment | {"id": str(new_id())}, charge_id))
        await execute(service, "DELETE FROM batches")
        await service.deliver(charge_opened(enrollment, charge_id), sequence=1)
        with pytest.raises(NotReplicated):
            await service.deliver(charge_paid(enrollment, charge_id), sequence=2)
        await service.deliver(batch, sequence=2)
        await service.deliver(charge_paid(enrollment, charge_id), sequence=2)
        assert await status_of(service, enrollment) == "confirmed"

    async def test_restated_to_a_service_that_lost_its_copy_takes_no_seat_away(
        self, service: ServiceUnderTest, client: httpx.AsyncClient
    ) -> None:
        enrollment, charge_id = await paid(service, client, candidate(), await make_batch(service))
        await execute(service, "DELETE FROM charges")
        await service.deliver(charge_paid(enrollment, charge_id), sequence=2, restated=True)
        assert await status_of(service, enrollment) == "confirmed"
        assert await service.published(RefundRequested) == []

    async def test_a_charge_for_something_else_does_not_matter(
        self, service: ServiceUnderTest, client: httpx.AsyncClient
    ) -> None:
        enrollment = await enrolled(client, candidate(), await make_batch(service))
        other = charge_paid(enrollment, new_id()).model_copy(
            update={"purpose": ChargePurpose.CANDIDATE_REGISTRATION}
        )
        await service.deliver(other)
        assert await status_of(service, enrollment) == "pending_payment"

    async def test_a_second_charge_for_a_confirmed_one_goes_back(
        self, service: ServiceUnderTest, client: httpx.AsyncClient
    ) -> None:
        batch = await make_batch(service)
        enrollment, _ = await paid(service, client, candidate(), batch)
        second = new_id()
        await service.deliver(charge_paid(enrollment, second), sequence=2)
        (refund,) = await service.published(RefundRequested)
        assert (refund.charge_id, refund.reason) == (second, "paid_twice")
        await service.deliver(charge_refunded(enrollment, second), sequence=3)
        assert await status_of(service, enrollment) == "confirmed"


class TestPaidLate:
    async def test_an_expired_one_gets_a_seat_that_is_left(
        self, service: ServiceUnderTest, client: httpx.AsyncClient
    ) -> None:
        batch, charge_id = await make_batch(service, capacity=1), new_id()
        enrollment = await enrolled(client, candidate(), batch)
        await let_time_pass(service, enrollment)
        await expire_unpaid(service)
        await service.deliver(charge_closed(enrollment, charge_id), sequence=2)
        await service.deliver(charge_paid(enrollment, charge_id, late=True), sequence=3)
        assert await status_of(service, enrollment) == "confirmed"
        assert await seats_of(service, batch) == (1, 1, 0)
        assert await service.published(RefundRequested) == []

    async def test_without_a_seat_the_money_goes_back_once(
        self, service: ServiceUnderTest, client: httpx.AsyncClient
    ) -> None:
        batch, charge_id = await make_batch(service, capacity=1), new_id()
        enrollment = await enrolled(client, candidate(), batch)
        await let_time_pass(service, enrollment)
        await expire_unpaid(service)
        await enrolled(client, candidate(), batch)
        await service.deliver(charge_paid(enrollment, charge_id, late=True), sequence=3)
        await service.deliver(charge_paid(enrollment, charge_id, late=True), sequence=4)
        (refund,) = await service.published(RefundRequested)
        assert (refund.charge_id, refund.amount_minor, refund.reason) == (
            charge_id,
            PRICE,
            "seats_full",
        )
        assert await status_of(service, enrollment) == "expired"
        assert await seats_of(service, batch) == (1, 1, 0)

    async def test_a_cancelled_one_stays_cancelled_and_the_money_goes_back(
        self, service: ServiceUnderTest, client: httpx.AsyncClient
    ) -> None:
        batch, person, charge_id = await make_batch(service), candidate(), new_id()
        enrollment = await enrolled(client, person, batch)
        await client.post(f"enrollments/{enrollment['id']}/cancel", headers=person.headers)
        await service.deliver(charge_paid(enrollment, charge_id, late=True), sequence=3)
        (refund,) = await service.published(RefundRequested)
        assert refund.reason == "cancelled_by_candidate"
        assert await status_of(service, enrollment) == "cancelled"

    async def test_after_the_start_the_money_goes_back(
        self, service: ServiceUnderTest, client: httpx.AsyncClient
    ) -> None:
        batch, charge_id = await make_batch(service), new_id()
        enrollment = await enrolled(client, candidate(), batch)
        await let_time_pass(service, enrollment)
        await expire_unpaid(service)
        await move_start(service, batch, now() - timedelta(minutes=1))
        await service.deliver(charge_paid(enrollment, charge_id, late=True), sequence=3)
        (refund,) = await service.published(RefundRequested)
        assert refund.reason == "batch_started"

    async def test_who_has_enrolled_anew_gets_the_old_money_back(
        self, service: ServiceUnderTest, client: httpx.AsyncClient
    ) -> None:
        batch, person, charge_id = await make_batch(service), candidate(), new_id()
        old = await enrolled(client, person, batch)
        await let_time_pass(service, old)
        await expire_unpaid(service)
        new = await enrolled(client, person, batch)
        await service.deliver(charge_paid(old, charge_id, late=True), sequence=3)
        (refund,) = await service.published(RefundRequested)
        assert refund.reason == "already_enrolled"
        assert await status_of(service, old) == "expired"
        assert await status_of(service, new) == "pending_payment"

    async def test_expiring_while_it_arrives_gives_a_seat_or_a_refund_and_never_both(
        self, service: ServiceUnderTest, client: httpx.AsyncClient
    ) -> None:
        for _ in range(10):
            batch, charge_id = await make_batch(service, capacity=1), new_id()
            enrollment = await enrolled(client, candidate(), batch)
            waiting = await enrolled(client, candidate(), batch, wait=True)
            await service.deliver(charge_opened(enrollment, charge_id), sequence=1)
            await let_time_pass(service, enrollment)
            await asyncio.gather(
                expire_unpaid(service),
                service.deliver(charge_paid(enrollment, charge_id), sequence=2),
            )
            refunds = [r.charge_id for r in await service.published(RefundRequested)]
            outcome = (
                await status_of(service, enrollment),
                await status_of(service, waiting),
                refunds.count(charge_id),
            )
            assert outcome in {
                ("confirmed", "waitlisted", 0),
                ("expired", "pending_payment", 1),
            }
            assert (await seats_of(service, batch))[:2] == (1, 1)


class TestRefunded:
    async def test_as_a_whole_it_ends_the_enrollment(
        self, service: ServiceUnderTest, client: httpx.AsyncClient
    ) -> None:
        batch = await make_batch(service, capacity=1)
        enrollment, charge_id = await paid(service, client, candidate(), batch)
        waiting = await enrolled(client, candidate(), batch, wait=True)
        await service.deliver(charge_refunded(enrollment, charge_id), sequence=3)
        assert await status_of(service, enrollment) == "cancelled"
        assert await status_of(service, waiting) == "pending_payment"
        assert await service.published(RefundRequested) == []

    async def test_in_part_it_changes_nothing_but_the_charge(
        self, service: ServiceUnderTest, client: httpx.AsyncClient
    ) -> None:
        batch, person = await make_batch(service), candidate()
        enrollment, charge_id = await paid(service, client, person, batch)
        await service.deliver(charge_refunded(enrollment, charge_id, 50_000), sequence=3)
        path = f"enrollments/{enrollment['id']}"
        assert await status_of(service, enrollment) == "confirmed"
        await client.post(f"{path}/cancel", headers=person.headers)
        (refund,) = await service.published(RefundRequested)
        assert refund.amount_minor == PRICE - 50_000

    async def test_of_a_refund_that_we_asked_for_changes_nothing_more(
        self, service: ServiceUnderTest, client: httpx.AsyncClient
    ) -> None:
        batch, person = await make_batch(service), candidate()
        enrollment, charge_id = await paid(service, client, person, batch)
        await client.post(f"enrollments/{enrollment['id']}/cancel", headers=person.headers)
        before = len(await service.published(EnrollmentChanged))
        await service.deliver(charge_refunded(enrollment, charge_id), sequence=3)
        assert len(await service.published(EnrollmentChanged)) == before
        body = await client.get(f"enrollments/mine/{enrollment['id']}", headers=person.headers)
        assert body.json()["charge_status"] == "refunded"
