import asyncio
from datetime import timedelta

import httpx
import pytest
from contracts.catalog import BatchStatus
from contracts.enrollment import (
    ChargeCancelled,
    ChargeExpiryRequested,
    ChargeRequested,
    EnrollmentChanged,
    EnrollmentStatus,
    RefundRequested,
)
from kit.database.db import new_id
from kit.testing import ServiceUnderTest

from services.enrollment.tests.factories import (
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
    organization_of,
    paid,
    seats_of,
    status_of,
)


class TestExpireUnpaid:
    async def test_ends_what_was_not_paid_in_time_and_offers_the_seat(
        self, service: ServiceUnderTest, client: httpx.AsyncClient
    ) -> None:
        batch = await make_batch(service, capacity=1)
        enrollment = await enrolled(client, candidate(), batch)
        waiting = await enrolled(client, candidate(), batch, wait=True)
        await let_time_pass(service, enrollment)
        assert await expire_unpaid(service) == 1
        assert await status_of(service, enrollment) == "expired"
        assert await status_of(service, waiting) == "pending_payment"
        assert await seats_of(service, batch) == (1, 1, 0)
        # Payments itself has closed the charge.
        assert await service.published(ChargeCancelled) == []
        offered = (await service.published(ChargeRequested))[-1]
        assert str(offered.subject_id) == waiting["id"]
        assert offered.due_at > now() + timedelta(minutes=59)

    async def test_ends_what_is_unpaid_when_the_batch_was_moved_forward_and_starts(
        self, service: ServiceUnderTest, client: httpx.AsyncClient
    ) -> None:
        batch = await make_batch(service)
        enrollment, charge_id = await enrolled(client, candidate(), batch), new_id()
        await service.deliver(charge_opened(enrollment, charge_id), sequence=1)
        await move_start(service, batch, now() - timedelta(seconds=1))
        assert await expire_unpaid(service) == 1
        assert await status_of(service, enrollment) == "expired"
        # A payment already under way is refunded.
        await service.deliver(charge_paid(enrollment, charge_id, late=True), sequence=3)
        (refund,) = await service.published(RefundRequested)
        assert (refund.charge_id, refund.reason) == (charge_id, "batch_started")

    async def test_holds_the_seat_until_payments_answers(
        self, service: ServiceUnderTest, client: httpx.AsyncClient
    ) -> None:
        batch, charge_id = await make_batch(service, capacity=1), new_id()
        enrollment = await enrolled(client, candidate(), batch)
        await service.deliver(charge_opened(enrollment, charge_id), sequence=1)
        await execute(service, "UPDATE enrollments SET payment_due_at = now() - interval '1 hour'")
        assert await service.sweep("expire_unpaid") == 1
        assert await service.sweep("expire_unpaid") == 0, "it is asked once"
        (asked,) = await service.published(ChargeExpiryRequested)
        assert str(asked.subject_id) == enrollment["id"]
        assert await status_of(service, enrollment) == "pending_payment"
        assert await seats_of(service, batch) == (1, 1, 0)
        assert await service.broken() == {}
        await execute(
            service, "UPDATE expiry_requests SET requested_at = now() - interval '1 hour'"
        )
        assert (await service.measured("itqan_expiry_unanswered_seconds") or 0) >= 3600
        await service.deliver(charge_closed(enrollment, charge_id), sequence=2)
        assert await status_of(service, enrollment) == "expired"
        assert await seats_of(service, batch) == (1, 0, 0)
        assert await service.measured("itqan_expiry_unanswered_seconds") == 0

    @pytest.mark.parametrize("complete", [True, False])
    async def test_gives_the_seat_where_payments_answers_that_it_is_paid(
        self, service: ServiceUnderTest, client: httpx.AsyncClient, *, complete: bool
    ) -> None:
        batch, charge_id = await make_batch(service, capacity=1), new_id()
        enrollment = await enrolled(client, candidate(), batch)
        await let_time_pass(service, enrollment)
        await service.sweep("expire_unpaid")
        # Its first event was lost, and an admin has refunded all or part.
        if complete:
            await service.deliver(charge_refunded(enrollment, charge_id), sequence=3)
        else:
            await service.deliver(charge_refunded(enrollment, charge_id, 1), sequence=3)
        expected = "expired" if complete else "confirmed"
        assert await status_of(service, enrollment) == expected
        assert await service.sweep("expire_unpaid") == 0
        assert await execute(service, "SELECT * FROM expiry_requests") == []

    async def test_leaves_what_is_not_due_or_paid(
        self, service: ServiceUnderTest, client: httpx.AsyncClient
    ) -> None:
        batch = await make_batch(service)
        await enrolled(client, candidate(), batch)
        await paid(service, client, candidate(), batch)
        assert await expire_unpaid(service) == 0

    async def test_copies_that_sweep_at_once_expire_and_promote_each_once(
        self, service: ServiceUnderTest, client: httpx.AsyncClient
    ) -> None:
        batches = [await make_batch(service, capacity=10) for _ in range(3)]
        for batch in batches:
            for _ in range(10):
                await enrolled(client, candidate(), batch)
            for _ in range(4):
                await enrolled(client, candidate(), batch, wait=True)
        await execute(service, "UPDATE enrollments SET payment_due_at = now() - interval '1 s'")
        await asyncio.gather(*(expire_unpaid(service) for _ in range(4)))
        assert await expire_unpaid(service) == 0
        for batch in batches:
            assert await seats_of(service, batch) == (10, 4, 0)
        events = await service.published(EnrollmentChanged)
        for status in (EnrollmentStatus.EXPIRED, EnrollmentStatus.PENDING_PAYMENT):
            ids = [f.enrollment_id for f in events if f.previous_status and f.status is status]
            assert len(ids) == len(set(ids)) == (30 if status == "expired" else 12)


class TestOfferFreeSeats:
    async def test_finds_a_seat_that_nobody_offered(
        self, service: ServiceUnderTest, client: httpx.AsyncClient
    ) -> None:
        batch = await make_batch(service, capacity=1)
        await enrolled(client, candidate(), batch)
        waiting = await enrolled(client, candidate(), batch, wait=True)
        await execute(service, "UPDATE seats SET capacity = 2")
        assert await service.sweep("offer_free_seats") == 1
        assert await status_of(service, waiting) == "pending_payment"
        assert await service.sweep("offer_free_seats") == 0

    async def test_offers_nothing_once_the_batch_has_started(
        self, service: ServiceUnderTest, client: httpx.AsyncClient
    ) -> None:
        batch = await make_batch(service, capacity=1)
        await enrolled(client, candidate(), batch)
        waiting = await enrolled(client, candidate(), batch, wait=True)
        await execute(service, "UPDATE seats SET capacity = 2")
        await move_start(service, batch, now() - timedelta(minutes=1))
        assert await service.sweep("offer_free_seats") == 0
        assert await status_of(service, waiting) == "waitlisted"

    async def test_a_free_batch_confirms_the_next_one(
        self, service: ServiceUnderTest, client: httpx.AsyncClient
    ) -> None:
        batch, person = await make_batch(service, capacity=1, price_minor=0), candidate()
        first = await enrolled(client, person, batch)
        waiting = await enrolled(client, candidate(), batch, wait=True)
        await client.post(f"enrollments/{first['id']}/cancel", headers=person.headers)
        assert await status_of(service, waiting) == "confirmed"
        assert await service.published(RefundRequested) == []


class TestCancelWithBatch:
    async def test_ends_every_enrollment_and_gives_back_what_was_paid(
        self, service: ServiceUnderTest, client: httpx.AsyncClient
    ) -> None:
        batch = await make_batch(service, capacity=2)
        confirmed, charge_id = await paid(service, client, candidate(), batch)
        pending = await enrolled(client, candidate(), batch)
        waiting = await enrolled(client, candidate(), batch, wait=True)
        cancelled = batch.model_copy(update={"status": BatchStatus.CANCELLED})
        await service.deliver(cancelled, sequence=2)
        assert await service.sweep("cancel_with_batch") == 3
        for enrollment in (confirmed, pending, waiting):
            assert await status_of(service, enrollment) == "cancelled"
        (refund,) = await service.published(RefundRequested)
        assert (refund.charge_id, refund.reason) == (charge_id, "cancelled_by_organization")
        assert len(await service.published(ChargeCancelled)) == 1
        assert await seats_of(service, batch) == (2, 0, 0)
        assert await service.sweep("cancel_with_batch") == 0


class TestCloseStarted:
    async def test_ends_requests_and_the_waiting_list(
        self, service: ServiceUnderTest, client: httpx.AsyncClient
    ) -> None:
        batch = await make_batch(service, requires_acceptance=True, capacity=1)
        accepted = await enrolled(client, candidate(), batch)
        request = await enrolled(client, candidate(), batch)
        headers = organization_of(batch).headers
        await client.post(f"enrollments/{accepted['id']}/accept", headers=headers)
        waiting = await enrolled(client, candidate(), batch, wait=True)
        assert await service.sweep("close_started") == 0
        await move_start(service, batch, now() - timedelta(minutes=1))
        assert await service.sweep("close_started") == 2
        assert await status_of(service, request) == "expired"
        assert await status_of(service, waiting) == "expired"
        assert await status_of(service, accepted) == "pending_payment"
        assert await seats_of(service, batch) == (1, 1, 0)
