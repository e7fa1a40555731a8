import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import timedelta
from typing import Any
from uuid import UUID

import asyncpg
import httpx
import pytest
from contracts import Event
from contracts.enrollment import (
    ChargeRequested,
    EnrollmentChanged,
    EnrollmentStatus,
)
from enrollment.enrollments import service as enroll
from enrollment.enrollments.eligibility.queries import raise_obstacle
from enrollment.enrollments.events import charge_requested, enrollment_changed
from enrollment.enrollments.models import Enrollment
from enrollment.enrollments.service import TAKE_SEAT
from enrollment.replicas.models import Batch
from kit.database.db import AsyncSession, new_id
from kit.messaging.envelope import decode
from kit.testing import ServiceUnderTest, actor, eventually
from sqlalchemy import text

from services.enrollment.tests.factories import (
    PRICE,
    batch_updated,
    candidate,
    enrolled,
    execute,
    make_batch,
    now,
    organization_of,
    press_enroll,
    profile_updated,
    scalar,
    seats_of,
)


class TestEnroll:
    async def test_holds_a_seat_until_it_is_paid(
        self, service: ServiceUnderTest, client: httpx.AsyncClient
    ) -> None:
        batch, person = await make_batch(service), candidate()
        await service.deliver(profile_updated(person))
        body = await enrolled(client, person, batch)
        assert body["status"] == "pending_payment"
        assert body["next_step"] == "pay"
        assert body["allowed_actions"] == ["pay", "cancel"]
        assert body["price_minor"] == PRICE
        assert body["charge_id"] is None
        assert body["batch"]["title_ar"] == batch.title_ar
        assert body["candidate"]["name_en"] == "Huda Al-Qahtani"
        due = await scalar(service, "SELECT payment_due_at - created_at FROM enrollments")
        assert due == timedelta(minutes=60)
        assert await seats_of(service, batch) == (10, 1, 0)

    async def test_publishes_it_to_the_other_services(
        self, service: ServiceUnderTest, client: httpx.AsyncClient
    ) -> None:
        batch, person = await make_batch(service), candidate()
        body = await enrolled(client, person, batch)
        (changed,) = await service.published(EnrollmentChanged)
        assert changed.previous_status is None
        assert changed.status is EnrollmentStatus.PENDING_PAYMENT
        assert changed.candidate_user_id == person.user_id
        assert changed.batch_code == batch.code
        (charge,) = await service.published(ChargeRequested)
        assert charge.subject_id == UUID(body["id"])
        assert (charge.amount_minor, charge.currency) == (PRICE, "SAR")
        assert charge.payer_profile_id == person.profile_id
        assert charge.due_at == changed.payment_due_at

    @pytest.mark.parametrize(
        "changes", [{}, {"price_minor": 0}, {"requires_acceptance": True}, {"capacity": 0}]
    )
    async def test_publishes_what_every_later_change_would(
        self, service: ServiceUnderTest, client: httpx.AsyncClient, changes: dict[str, Any]
    ) -> None:
        """The statement writes the events' JSON itself, and must match the models."""
        batch = await make_batch(service, title_en='Ports "and" \\ more', **changes)
        body = await enrolled(client, candidate(), batch, wait=True)
        async with service.database.transaction() as session:
            enrollment = await session.get_one(Enrollment, UUID(body["id"]))
            known = await session.get_one(Batch, batch.batch_id)
            expected: list[Event] = [enrollment_changed(enrollment, known, None)]
            if enrollment.status is EnrollmentStatus.PENDING_PAYMENT:
                expected.append(charge_requested(enrollment, known))
            rows = await session.execute(text("SELECT * FROM outbox ORDER BY id"))
        for event, row in zip(expected, rows, strict=True):
            published, meta = decode(json.dumps(row.body).encode())
            assert (published, meta.id, meta.sequence) == (event, row.id, 1)
            assert (row.type, row.subject, row.mandatory) == (event.type, meta.subject, True)
            assert meta.traceparent is None

    async def test_a_free_batch_is_confirmed_at_once(
        self, service: ServiceUnderTest, client: httpx.AsyncClient
    ) -> None:
        batch = await make_batch(service, price_minor=0)
        body = await enrolled(client, candidate(), batch)
        assert (body["status"], body["next_step"]) == ("confirmed", "attend")
        assert body["payment_due_at"] is None
        assert body["refundable_until"] is None
        assert await service.published(ChargeRequested) == []

    async def test_a_batch_with_acceptance_gets_a_request_that_holds_no_seat(
        self, service: ServiceUnderTest, client: httpx.AsyncClient
    ) -> None:
        batch = await make_batch(service, requires_acceptance=True)
        body = await enrolled(client, candidate(), batch)
        assert (body["status"], body["next_step"]) == ("requested", "await_acceptance")
        assert await seats_of(service, batch) == (10, 0, 0)

    async def test_a_seat_is_not_held_beyond_the_start(
        self, service: ServiceUnderTest, client: httpx.AsyncClient
    ) -> None:
        soon = now() + timedelta(minutes=20)
        batch = await make_batch(service, starts_at=soon, enrollment_closes_at=soon)
        await enrolled(client, candidate(), batch)
        assert await scalar(service, "SELECT payment_due_at FROM enrollments") == soon

    async def test_the_names_may_come_later(
        self, service: ServiceUnderTest, client: httpx.AsyncClient
    ) -> None:
        batch, person = await make_batch(service), candidate()
        body = await enrolled(client, person, batch)
        assert body["candidate"]["name_en"] is None
        await service.deliver(profile_updated(person))
        answer = await client.get(f"enrollments/mine/{body['id']}", headers=person.headers)
        assert answer.json()["candidate"]["name_ar"] == "هدى القحطاني"

    async def test_twice_is_a_conflict(
        self, service: ServiceUnderTest, client: httpx.AsyncClient
    ) -> None:
        batch, person = await make_batch(service), candidate()
        await enrolled(client, person, batch)
        answer = await press_enroll(client, person, batch)
        assert answer.status_code == 409
        assert answer.json()["code"] == "enrollment.already_exists"
        assert await seats_of(service, batch) == (10, 1, 0)

    async def test_twice_at_once_is_one_enrollment_and_a_conflict(
        self, service: ServiceUnderTest, client: httpx.AsyncClient
    ) -> None:
        batch, person = await make_batch(service), candidate()
        async with service.database.transaction() as session:
            await session.execute(text("SELECT FROM seats FOR UPDATE"))
            presses = [asyncio.create_task(press_enroll(client, person, batch)) for _ in range(2)]

            # Neither request has found an existing enrollment.
            async def both_wait() -> bool:
                waiting = "SELECT count(*) FROM pg_locks WHERE NOT granted AND pid IN ("
                waiting += "SELECT pid FROM pg_stat_activity WHERE datname = current_database())"
                return bool(await scalar(service, waiting) == 2)

            await eventually(both_wait)
        answers = sorted([await press for press in presses], key=lambda each: each.status_code)
        assert [each.status_code for each in answers] == [201, 409]
        assert answers[1].json()["code"] == "enrollment.already_exists"
        assert await seats_of(service, batch) == (10, 1, 0)

    async def test_an_unheard_of_batch_is_a_404(self, client: httpx.AsyncClient) -> None:
        answer = await press_enroll(client, candidate(), batch_updated())
        assert answer.status_code == 404
        assert answer.json()["code"] == "batch.not_found"

    async def test_a_draft_is_as_unknown(
        self, service: ServiceUnderTest, client: httpx.AsyncClient
    ) -> None:
        batch = await make_batch(service, status="draft")
        answer = await press_enroll(client, candidate(), batch)
        assert answer.json()["code"] == "batch.not_found"

    @pytest.mark.parametrize(
        ("changes", "code"),
        [
            ({"status": "cancelled"}, "batch.cancelled"),
            ({"starts_at": now() - timedelta(days=1)}, "batch.started"),
            ({"enrollment_closes_at": now() - timedelta(days=1)}, "enrollment.closed"),
            ({"enrollment_opens_at": now() + timedelta(days=1)}, "enrollment.not_open"),
            ({"capacity": 0}, "batch.full"),
        ],
    )
    async def test_refused_with_the_reason(
        self,
        service: ServiceUnderTest,
        client: httpx.AsyncClient,
        changes: dict[str, Any],
        code: str,
    ) -> None:
        batch, person = await make_batch(service, **changes), candidate()
        answer = await press_enroll(client, person, batch)
        assert answer.status_code == 409
        assert answer.json()["code"] == code
        assert await scalar(service, "SELECT count(*) FROM enrollments") == 0
        assert await scalar(service, "SELECT count(*) FROM outbox") == 0
        query = {"batch_id": str(batch.batch_id)}
        eligibility = await client.get(
            "enrollments/eligibility", params=query, headers=person.headers
        )
        assert eligibility.json()["can_enroll"] is False
        assert eligibility.json()["obstacles"][0]["code"] == code

    async def test_after_a_cancelled_enrollment_one_may_enroll_again(
        self, service: ServiceUnderTest, client: httpx.AsyncClient
    ) -> None:
        batch, person = await make_batch(service), candidate()
        first = await enrolled(client, person, batch)
        await client.post(f"enrollments/{first['id']}/cancel", headers=person.headers)
        second = await enrolled(client, person, batch)
        assert second["id"] != first["id"]

    async def test_bad_input_is_reported_by_field(self, client: httpx.AsyncClient) -> None:
        answer = await client.post(
            "enrollments", json={"batch_id": "x"}, headers=candidate().headers
        )
        assert answer.status_code == 422
        assert answer.json()["fields"][0]["field"] == "batch_id"

    async def test_without_a_token_is_a_401(self, client: httpx.AsyncClient) -> None:
        answer = await client.post("enrollments", json={"batch_id": str(new_id())})
        assert answer.status_code == 401

    async def test_an_unpaid_registration_is_a_402(
        self, service: ServiceUnderTest, client: httpx.AsyncClient
    ) -> None:
        answer = await press_enroll(
            client, actor("candidate", paid=False), await make_batch(service)
        )
        assert answer.status_code == 402
        assert answer.json()["code"] == "registration_fee.unpaid"

    async def test_only_candidates_may(
        self, service: ServiceUnderTest, client: httpx.AsyncClient
    ) -> None:
        batch = await make_batch(service)
        answer = await press_enroll(client, organization_of(batch), batch)
        assert answer.status_code == 403


class TestWaitingList:
    async def test_full_is_refused_and_waiting_is_possible(
        self, service: ServiceUnderTest, client: httpx.AsyncClient
    ) -> None:
        batch = await make_batch(service, capacity=1)
        await enrolled(client, candidate(), batch)
        late = candidate()
        refused = await press_enroll(client, late, batch)
        assert refused.json()["code"] == "batch.full"
        query = {"batch_id": str(batch.batch_id)}
        eligibility = await client.get(
            "enrollments/eligibility", params=query, headers=late.headers
        )
        assert eligibility.json()["can_join_waiting_list"] is True
        first = await enrolled(client, late, batch, wait=True)
        second = await enrolled(client, candidate(), batch, wait=True)
        assert (first["status"], first["next_step"]) == ("waitlisted", "await_seat")
        assert (first["waiting_position"], second["waiting_position"]) == (1, 2)
        assert first["payment_due_at"] is None
        assert await seats_of(service, batch) == (1, 1, 2)

    async def test_who_would_wait_gets_a_seat_that_is_left(
        self, service: ServiceUnderTest, client: httpx.AsyncClient
    ) -> None:
        batch = await make_batch(service)
        body = await enrolled(client, candidate(), batch, wait=True)
        assert body["status"] == "pending_payment"

    async def test_nobody_overtakes_those_who_wait(
        self, service: ServiceUnderTest, client: httpx.AsyncClient
    ) -> None:
        batch = await make_batch(service, capacity=1)
        await enrolled(client, candidate(), batch)
        await enrolled(client, candidate(), batch, wait=True)
        # A free seat not offered yet, as between two transactions.
        await execute(service, "UPDATE seats SET capacity = 2")
        answer = await press_enroll(client, candidate(), batch)
        assert answer.json()["code"] == "batch.full"


class TestConcurrently:
    async def test_a_hundred_candidates_get_ten_seats(
        self, service: ServiceUnderTest, client: httpx.AsyncClient
    ) -> None:
        batch = await make_batch(service, capacity=10)
        answers = await asyncio.gather(
            *(press_enroll(client, candidate(), batch) for _ in range(100))
        )
        codes = sorted(answer.status_code for answer in answers)
        assert codes == [201] * 10 + [409] * 90
        refused = {answer.json().get("code") for answer in answers if answer.status_code == 409}
        assert refused == {"batch.full"}
        assert await scalar(service, "SELECT count(*) FROM enrollments") == 10
        assert await seats_of(service, batch) == (10, 10, 0)
        assert await scalar(service, "SELECT version FROM seats") == 10

    async def test_the_last_seat_goes_to_one_of_two(
        self, service: ServiceUnderTest, client: httpx.AsyncClient
    ) -> None:
        for _ in range(20):
            batch = await make_batch(service, capacity=1)
            two = await asyncio.gather(
                *(press_enroll(client, candidate(), batch) for _ in range(2))
            )
            assert sorted(answer.status_code for answer in two) == [201, 409]

    async def test_a_hundred_with_the_waiting_list_lose_nobody(
        self, service: ServiceUnderTest, client: httpx.AsyncClient
    ) -> None:
        batch = await make_batch(service, capacity=10)
        answers = await asyncio.gather(
            *(press_enroll(client, candidate(), batch, wait=True) for _ in range(100))
        )
        assert {answer.status_code for answer in answers} == {201}
        positions = [a.json()["waiting_position"] for a in answers if a.json()["waiting_position"]]
        assert sorted(positions) == list(range(1, 91))
        assert await seats_of(service, batch) == (10, 10, 90)

    async def test_pressed_ten_times_at_once_enrolls_once(
        self, service: ServiceUnderTest, client: httpx.AsyncClient
    ) -> None:
        batch, person = await make_batch(service), candidate()
        answers = await asyncio.gather(*(press_enroll(client, person, batch) for _ in range(10)))
        assert sorted(answer.status_code for answer in answers) == [201] + [409] * 9
        assert await seats_of(service, batch) == (10, 1, 0)


class TestControl:
    """Without the guard the same contention oversells, so the tests above can fail."""

    async def test_reading_before_writing_oversells(self, service: ServiceUnderTest) -> None:
        batch = await make_batch(service, capacity=10)

        async def naive(
            connection: asyncpg.Connection, everybody_has_read: asyncio.Barrier
        ) -> bool:
            async with connection.transaction():
                seats = await connection.fetchrow(
                    "SELECT taken, capacity FROM seats WHERE batch_id = $1", batch.batch_id
                )
                await everybody_has_read.wait()
                if seats["taken"] >= seats["capacity"]:
                    return False
                await connection.execute(
                    "UPDATE seats SET taken = $2 WHERE batch_id = $1",
                    batch.batch_id,
                    seats["taken"] + 1,
                )
                return True

        connections = [await asyncpg.connect(service.database.url) for _ in range(20)]
        barrier = asyncio.Barrier(20)
        got = await asyncio.gather(*(naive(connection, barrier) for connection in connections))
        for connection in connections:
            await connection.close()
        assert sum(got) == 20

    async def test_a_statement_without_its_condition_is_stopped_by_the_constraint(
        self, service: ServiceUnderTest
    ) -> None:
        await make_batch(service, capacity=0)
        with pytest.raises(Exception, match="ck_seats_not_oversold"):
            await execute(service, "UPDATE seats SET taken = taken + 1")


class TestRoundTrips:
    async def test_enrolling_is_one_statement(
        self,
        service: ServiceUnderTest,
        client: httpx.AsyncClient,
        queries: Any,
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        batch = await make_batch(service)
        sent: list[str] = []
        plain = service.database.raw_connection

        @asynccontextmanager
        async def watched() -> AsyncIterator[asyncpg.Connection]:
            async with plain() as connection:
                with connection.query_logger(lambda record: sent.append(record.query)):
                    yield connection

        monkeypatch.setattr(service.database, "raw_connection", watched)
        with queries() as statements:
            await enrolled(client, candidate(), batch)
        assert statements == []
        assert sent == [TAKE_SEAT.sql]


class TestRefusal:
    """A refusal states an observed reason, or the write is retried."""

    async def test_a_seat_that_came_free_meanwhile_is_taken(
        self,
        service: ServiceUnderTest,
        client: httpx.AsyncClient,
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        batch = await make_batch(service, capacity=0)

        async def free_seat_first(session: AsyncSession, *args: Any) -> None:
            await service.deliver(batch.model_copy(update={"capacity": 1}), sequence=2)
            await raise_obstacle(session, *args)

        monkeypatch.setattr(enroll, "raise_obstacle", free_seat_first)
        body = await enrolled(client, candidate(), batch)
        assert body["status"] == "pending_payment"
        assert await seats_of(service, batch) == (1, 1, 0)

    async def test_no_reason_is_given_that_was_not_observed(
        self,
        service: ServiceUnderTest,
        client: httpx.AsyncClient,
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        batch = await make_batch(service, capacity=0)

        async def observe_nothing(*_: Any) -> None:
            """Every obstacle is gone when it is read."""

        monkeypatch.setattr(enroll, "raise_obstacle", observe_nothing)
        answer = await press_enroll(client, candidate(), batch)
        assert (answer.status_code, answer.json()["code"]) == (409, "enrollment.conflict")
        assert await seats_of(service, batch) == (0, 0, 0)
