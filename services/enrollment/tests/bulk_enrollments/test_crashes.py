"""A replica of the service crashes once in each step: the file reaches the same result."""

import re
from pathlib import Path
from typing import Any
from uuid import UUID

import httpx
import pytest
from contracts.enrollment import (
    BulkEnrollmentChanged,
    ChargeExpiryRequested,
    ChargeRequested,
    EnrollmentChanged,
)
from contracts.event import Event
from contracts.people import PeopleAdmissionRequested, PeopleMatchRequested
from enrollment import bulk_enrollments
from enrollment.bulk_enrollments.pipeline import (
    check_next_chunk,
    confirm,
    end_admission,
    on_charge,
    on_charge_absent,
    on_people_admitted,
    on_people_matched,
    request_admission,
)
from enrollment.bulk_enrollments.schemas import BulkConfirm, SeatPurchase
from enrollment.bulk_enrollments.seat_purchases.service import buy_seats
from kit.security.auth import Partner
from kit.testing import Client, ServiceUnderTest
from kit.testing.crashes import Step, crash_at_failpoint

from services.enrollment.tests.bulk_enrollments.factories import (
    KEY,
    admitted_answers,
    bulk_paid,
    check,
    checked,
    matched_answers,
    people,
    press,
    read,
    send,
    upload_rows,
)
from services.enrollment.tests.factories import answer_unpaid, execute, make_batch, scalar, seats_of

FAILPOINTS = [
    "created",
    "first_people_asked",
    "people_asked",
    "judged",
    "people_matched",
    "checked",
    "enrolled",
    "confirmed",
    "admission_requested",
    "people_admitted",
    "admitted",
    "paid",
    "ended",
]
"""In the order of a file's steps."""
BUYING, MENDING = "bought", "rows_checked"
"""For prepaid seats, which have no file, and for corrected rows."""


def test_every_failpoint_is_tried() -> None:
    folder = Path(bulk_enrollments.__file__).parent
    source = "".join(path.read_text() for path in folder.rglob("*.py"))
    assert set(re.findall(r'hit\("bulk_enrollments\.(\w+)"\)', source)) == {
        *FAILPOINTS,
        BUYING,
        MENDING,
    }


class Course:
    """Steps of a file with one crash."""

    def __init__(self, service: ServiceUnderTest, failpoint: str) -> None:
        self.service = service
        self.failpoint = failpoint
        self.died = False

    async def begin(self, failpoints: str, step: Step, *args: Any) -> None:
        if self.failpoint in failpoints.split():
            await crash_at_failpoint(
                f"bulk_enrollments.{self.failpoint}", self.service, step, *args
            )
            self.died = True


@pytest.mark.parametrize("failpoint", FAILPOINTS)
async def test_each_step_may_die(
    service: ServiceUnderTest, client: httpx.AsyncClient, failpoint: str
) -> None:
    course, batch = Course(service, failpoint), await make_batch(service)
    program = Client(permissions=frozenset({"create-bulk-enrollments"}))
    partner = Partner(program.client_id, program.organization_id, frozenset())

    await course.begin("created first_people_asked", upload_rows, partner, people(3), batch)
    bulk = (await send(client, program, people(3), batch, key=KEY)).json()

    if failpoint == "people_asked":
        # Delete the match request of the upload, as if the file had waited.
        await execute(service, f"DELETE FROM outbox WHERE type = '{PeopleMatchRequested.type}'")
        await execute(
            service, "UPDATE bulk_enrollments SET unasked = unanswered, unanswered = '{}'"
        )
        await course.begin("people_asked", check_next_chunk)
        assert await service.sweep("check_bulk_enrollments")
    await course.begin("judged", check_next_chunk)
    assert await service.sweep("check_bulk_enrollments") == 3
    *_, matched = await matched_answers(service)
    await course.begin("people_matched checked", on_people_matched, matched)
    await service.deliver(matched)

    agreed = BulkConfirm()
    await course.begin("enrolled confirmed", confirm, partner, UUID(bulk["id"]), agreed)
    answer = await press(client, program, bulk, "confirm")
    assert answer.status_code == 200, answer.text

    await course.begin("admission_requested", request_admission)
    assert await service.sweep("request_admission") == 3
    (admitted,) = await admitted_answers(service)
    await course.begin("people_admitted", on_people_admitted, admitted)
    await service.deliver(admitted)
    await course.begin("admitted", end_admission)
    assert await service.sweep("end_admission") == 1

    if failpoint == "ended":
        await execute(service, "UPDATE bulk_enrollments SET payment_due_at = now()")
        assert await service.sweep("expire_bulk_enrollments") == 1
        await course.begin("ended", on_charge_absent, UUID(bulk["id"]))
        await answer_unpaid(service)
    else:
        opened, paid = await bulk_paid(service)
        await service.deliver(opened, sequence=1)
        await course.begin("paid", on_charge, paid, 2)
        await service.deliver(paid, sequence=2)
    assert course.died

    ended = failpoint == "ended"
    bulk = await read(client, program, bulk)
    assert (bulk["status"], bulk["confirmed"]) == (("expired", 0) if ended else ("finished", 3))
    assert bulk["states"] == {"enrolled": 3}
    assert await seats_of(service, batch) == (10, 0 if ended else 3, 0)
    distinct = "SELECT count(DISTINCT candidate_profile_id) FROM enrollments"
    assert await scalar(service, distinct) == 3
    assert await scalar(service, "SELECT count(*) FROM enrollments") == 3
    counts: dict[type[Event], int] = {
        PeopleMatchRequested: 1,
        PeopleAdmissionRequested: 1,
        ChargeRequested: 1,
        ChargeExpiryRequested: int(ended),
        EnrollmentChanged: 6,
        BulkEnrollmentChanged: 5,
    }
    assert {kind: len(await service.published(kind)) for kind in counts} == counts


async def test_checking_what_was_mended_may_die(
    service: ServiceUnderTest, client: httpx.AsyncClient
) -> None:
    batch = await make_batch(service)
    program = Client(permissions=frozenset({"create-bulk-enrollments"}))
    bulk = await checked(service, client, program, people(2, email="nobody"), batch)
    cells = [{"number": 2, "column": "email", "value": "huda@example.com"}]
    path = f"bulk-enrollments/{bulk['id']}/rows"
    answer = await client.patch(path, json={"cells": cells}, headers=program.headers)
    assert answer.status_code == 200, answer.text
    await crash_at_failpoint(f"bulk_enrollments.{MENDING}", service, check_next_chunk)
    assert len(await service.published(PeopleMatchRequested)) == 1
    assert await service.sweep("check_bulk_enrollments") == 1
    await check(service)
    bulk = await read(client, program, bulk)
    assert (bulk["status"], bulk["valid"], bulk["invalid"]) == ("checked", 1, 1)


async def test_buying_seats_may_die(service: ServiceUnderTest, client: httpx.AsyncClient) -> None:
    batch = await make_batch(service)
    program = Client(permissions=frozenset({"create-bulk-enrollments"}))
    partner = Partner(program.client_id, program.organization_id, frozenset())
    form = SeatPurchase(batch_id=batch.batch_id, seats=4)
    failpoint = f"bulk_enrollments.{BUYING}"
    await crash_at_failpoint(failpoint, service, buy_seats, partner, form, "one-key-12")
    assert await seats_of(service, batch) == (10, 0, 0)
    headers = program.headers | {"Idempotency-Key": "one-key-12"}
    body = {"batch_id": str(batch.batch_id), "seats": 4}
    for _ in range(2):
        answer = await client.post("bulk-enrollments/seats", json=body, headers=headers)
        assert answer.status_code == 201, answer.text
    assert await seats_of(service, batch) == (10, 4, 0)
    assert len(await service.published(ChargeRequested)) == 1
