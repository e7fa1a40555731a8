"""One run of the checks finds wrong counts and payments without a seat."""

import httpx
import pytest
from kit.testing import ServiceUnderTest

from services.enrollment.tests.bulk_enrollments.factories import (
    confirmed,
    organization,
    pay,
    people,
)
from services.enrollment.tests.factories import candidate, enrolled, execute, make_batch, paid


class TestBroken:
    @pytest.mark.parametrize("column", ["taken", "waiting"])
    async def test_a_seat_that_is_counted_wrong_is(
        self, service: ServiceUnderTest, client: httpx.AsyncClient, column: str
    ) -> None:
        batch = await make_batch(service)
        await enrolled(client, candidate(), batch)
        assert await service.broken() == {}
        await execute(service, f"UPDATE seats SET {column} = {column} + 1")
        assert await service.broken() == {"seats_are_counted": [str(batch.batch_id)]}

    @pytest.mark.parametrize("status", ["pending_payment", "expired"])
    async def test_a_payment_without_a_seat_or_a_refund_is(
        self, service: ServiceUnderTest, client: httpx.AsyncClient, status: str
    ) -> None:
        enrollment, _ = await paid(service, client, candidate(), await make_batch(service))
        assert await service.broken() == {}
        await execute(service, f"UPDATE enrollments SET status = '{status}'")
        assert (await service.broken())["payments_are_answered"] == [enrollment["id"]]
        await execute(service, "UPDATE settlements SET refund_requested_at = now()")
        assert "payments_are_answered" not in await service.broken()

    async def test_an_unpaid_seat_that_is_held_for_too_long_is(
        self, service: ServiceUnderTest, client: httpx.AsyncClient
    ) -> None:
        enrollment = await enrolled(client, candidate(), await make_batch(service))
        await execute(
            service, "UPDATE enrollments SET payment_due_at = now() - interval '11 minutes'"
        )
        assert await service.broken() == {"unpaid_seats_are_freed": [enrollment["id"]]}

    async def test_a_file_that_was_paid_for_nothing_is(
        self, service: ServiceUnderTest, client: httpx.AsyncClient
    ) -> None:
        batch = await make_batch(service)
        bulk = await confirmed(service, client, organization(), people(2), batch)
        await pay(service)
        assert await service.broken() == {}
        await execute(service, "UPDATE bulk_enrollments SET status = 'expired'")
        assert await service.broken() == {"paid_files_are_answered": [bulk["id"]]}
