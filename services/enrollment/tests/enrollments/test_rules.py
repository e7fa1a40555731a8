"""Boundary tests of the rules, in one transaction with a fixed database time."""

from datetime import timedelta
from typing import Any

import httpx
import pytest
from contracts.catalog import BatchUpdated
from enrollment.enrollments.cancellation.rules import KEPT_PERCENT, refundable_until
from enrollment.enrollments.errors import (
    BatchCancelled,
    BatchStarted,
    EnrollmentClosed,
    EnrollmentNotOpen,
)
from enrollment.enrollments.models import Enrollment
from enrollment.enrollments.rules import HAS_STARTED, MAY_ENROLL, OBSTACLES
from enrollment.enrollments.waiting_list.rules import OFFERS_SEATS
from enrollment.replicas.models import Batch
from enrollment.seats.errors import SeatsFull
from enrollment.seats.models import Seats
from enrollment.seats.rules import PAYMENT_DUE_AT
from kit.core.errors import Conflict
from kit.database.db import AsyncSession, new_id
from kit.testing import ServiceUnderTest
from sqlalchemy import ColumnElement, func, select, text
from sqlmodel import col

from services.enrollment.tests.factories import candidate, enrolled, make_batch

NOW, A_MOMENT_LATER = "now()", "now() + interval '1 microsecond'"


async def change(session: AsyncSession, batch: BatchUpdated, **times: str) -> None:
    """Change the batch's times by SQL expressions."""
    changes = ", ".join(f"{name} = {time}" for name, time in times.items())
    statement = text(f"UPDATE batches SET {changes} WHERE id = :id")
    await session.execute(statement, {"id": batch.batch_id})


async def value_of(session: AsyncSession, rule: ColumnElement[Any], batch: BatchUpdated) -> Any:
    """Evaluate a rule for the batch and a candidate without an enrollment."""
    statement = (
        select(rule)
        .join_from(Batch, Seats, col(Seats.batch_id) == col(Batch.id))
        .where(col(Batch.id) == batch.batch_id)
    )
    return await session.scalar(statement, {"batch": batch.batch_id, "candidate": new_id()})


async def obstacles(session: AsyncSession, batch: BatchUpdated) -> list[type[Conflict]]:
    """List the obstacles, also checking that only a full batch leaves `MAY_ENROLL` true."""
    found = [kind for kind, rule in OBSTACLES.items() if await value_of(session, rule, batch)]
    may_enroll = await value_of(session, MAY_ENROLL, batch)
    assert may_enroll is not any(kind is not SeatsFull for kind in found)
    return found


class TestObstacles:
    @pytest.mark.parametrize(
        ("times", "expected"),
        [
            ({"starts_at": NOW}, [BatchStarted]),
            ({"starts_at": A_MOMENT_LATER}, []),
            ({"enrollment_closes_at": NOW}, [EnrollmentClosed]),
            ({"enrollment_closes_at": A_MOMENT_LATER}, []),
            ({"enrollment_opens_at": NOW}, []),
            ({"enrollment_opens_at": A_MOMENT_LATER}, [EnrollmentNotOpen]),
            # After the start, the closing time is no separate obstacle.
            ({"starts_at": NOW, "enrollment_closes_at": NOW}, [BatchStarted]),
        ],
    )
    async def test_begin_and_end_at_their_moment(
        self, service: ServiceUnderTest, times: dict[str, str], expected: list[type[Conflict]]
    ) -> None:
        batch = await make_batch(service)
        async with service.database.transaction() as session:
            await change(session, batch, **times)
            assert await obstacles(session, batch) == expected

    async def test_a_cancelled_batch_is_one(self, service: ServiceUnderTest) -> None:
        batch = await make_batch(service, status="cancelled", capacity=0)
        async with service.database.transaction() as session:
            assert await obstacles(session, batch) == [BatchCancelled, SeatsFull]

    async def test_a_full_batch_is_one_that_lets_people_wait(
        self, service: ServiceUnderTest
    ) -> None:
        batch = await make_batch(service, capacity=0)
        async with service.database.transaction() as session:
            assert await obstacles(session, batch) == [SeatsFull]
            assert await value_of(session, MAY_ENROLL, batch)

    async def test_nobody_enrolls_in_a_draft(self, service: ServiceUnderTest) -> None:
        batch = await make_batch(service, status="draft")
        async with service.database.transaction() as session:
            assert not await value_of(session, MAY_ENROLL, batch)


class TestStart:
    @pytest.mark.parametrize(("starts_at", "started"), [(NOW, True), (A_MOMENT_LATER, False)])
    async def test_ends_what_is_offered(
        self, service: ServiceUnderTest, starts_at: str, started: bool
    ) -> None:
        batch = await make_batch(service)
        async with service.database.transaction() as session:
            await change(session, batch, starts_at=starts_at)
            assert await value_of(session, HAS_STARTED, batch) is started
            assert await value_of(session, OFFERS_SEATS, batch) is not started


class TestMoney:
    @pytest.mark.parametrize(("starts_in", "hours"), [("50 hours", 2), ("60 minutes", 1)])
    async def test_is_due_after_the_batchs_time_or_at_its_start(
        self, service: ServiceUnderTest, starts_in: str, hours: int
    ) -> None:
        batch = await make_batch(service, payment_window_minutes=120)
        async with service.database.transaction() as session:
            await change(session, batch, starts_at=f"now() + interval '{starts_in}'")
            window = await value_of(session, PAYMENT_DUE_AT - func.now(), batch)
        assert window == timedelta(hours=hours)

    @pytest.mark.parametrize(
        ("starts_at", "kept"),
        [("now() + interval '48 hours'", 0), ("now() + interval '47:59:59.999999'", 100)],
    )
    async def test_goes_back_up_to_two_days_before_the_start(
        self,
        service: ServiceUnderTest,
        client: httpx.AsyncClient,
        starts_at: str,
        kept: int,
    ) -> None:
        batch = await make_batch(service)
        await enrolled(client, candidate(), batch)
        statement = select(KEPT_PERCENT).join_from(
            Enrollment, Batch, col(Batch.id) == col(Enrollment.batch_id)
        )
        async with service.database.transaction() as session:
            await change(session, batch, starts_at=starts_at)
            assert await session.scalar(statement) == kept

    async def test_does_not_go_back_where_none_is_paid(self, service: ServiceUnderTest) -> None:
        batch = await make_batch(service, price_minor=0)
        async with service.database.transaction() as session:
            until = refundable_until(col(Batch.price_minor))
            assert await value_of(session, until, batch) is None
