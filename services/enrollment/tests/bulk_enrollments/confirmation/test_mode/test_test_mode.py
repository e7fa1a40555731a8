"""Files of test clients run through all steps without side effects."""

from dataclasses import replace
from typing import Any

import httpx
import pytest
from contracts.audit import EnrollmentAuditRecorded
from contracts.catalog import BatchUpdated
from contracts.enrollment import BulkEnrollmentChanged
from contracts.people import PeopleMatchRequested
from kit.testing import Client, ServiceUnderTest

from services.enrollment.tests.bulk_enrollments.factories import (
    Json,
    checked,
    fee_of,
    organization,
    people,
    person,
    press,
    read,
    rows_of,
    send,
)
from services.enrollment.tests.factories import execute, make_batch, scalar, seats_of

TABLES = ("enrollments", "seats", "charges", "profiles")
STEPS = ("check_bulk_enrollments", "request_admission", "end_admission", "process_tests")


def program(*, test: bool, of: Client | None = None) -> Client:
    client = Client(permissions=frozenset({"create-bulk-enrollments"}), test=test)
    return replace(client, organization_id=of.organization_id) if of else client


async def everything_else(service: ServiceUnderTest) -> list[Any]:
    """Read everything that a test must not change."""
    select = "SELECT coalesce(jsonb_agg(to_jsonb(t) ORDER BY t), '[]') FROM {} t"
    return [await scalar(service, select.format(table)) for table in TABLES]


async def sweep(service: ServiceUnderTest) -> None:
    for step in STEPS:
        while await service.sweep(step):
            pass


async def states_of(client: httpx.AsyncClient, caller: Client, bulk: Json) -> list[str | None]:
    return [each["enrollment_status"] for each in await rows_of(client, caller, bulk)]


@pytest.fixture
async def batch(service: ServiceUnderTest) -> BatchUpdated:
    return await make_batch(service, capacity=12, price_10_minor=60_000)


async def test_it_goes_every_step_and_nothing_comes_of_it(
    service: ServiceUnderTest, client: httpx.AsyncClient, batch: BatchUpdated
) -> None:
    us = program(test=True)
    before = await everything_else(service)
    bulk = await checked(service, client, us, people(13), batch)
    assert (bulk["test"], bulk["status"], bulk["valid"]) == (True, "checked", 13)
    # Responses equal the real ones: free seats and prices.
    answer = await press(client, us, bulk, "confirm")
    assert (answer.status_code, answer.json()["code"]) == (409, "bulk_enrollment.not_enough_seats")
    answer = await press(client, us, bulk, "confirm", when_full="wait", total_minor=1)
    assert answer.json()["code"] == "bulk_enrollment.total_changed"
    total = 12 * 60_000
    answer = await press(client, us, bulk, "confirm", when_full="wait", total_minor=total)
    assert (answer.status_code, answer.json()["status"]) == (200, "processing")
    again = await press(client, us, bulk, "confirm")
    assert again.json()["code"] == "bulk_enrollment.invalid_state"

    await sweep(service)
    bulk = await read(client, us, bulk)
    assert (bulk["status"], bulk["amount_minor"]) == ("awaiting_payment", total)
    assert bulk["states"] == {"enrolled": 12, "waitlisted": 1}
    assert await states_of(client, us, bulk) == ["pending_payment"] * 12 + [None]
    assert bulk["charge_id"] is None and bulk["payment_due_at"] is not None
    answer = await press(client, us, bulk, "pay-test")
    assert (answer.json()["status"], answer.json()["confirmed"]) == ("finished", 12)
    assert await states_of(client, us, bulk) == ["confirmed"] * 12 + [None]
    again = await press(client, us, bulk, "pay-test")
    assert again.json()["code"] == "bulk_enrollment.invalid_state"

    assert await everything_else(service) == before
    changes = await service.published(BulkEnrollmentChanged)
    assert [each.status for each in changes] == [
        "checking",
        "checked",
        "processing",
        "awaiting_payment",
        "finished",
    ]
    assert all(each.test for each in changes)
    # Besides its own webhooks a test only asks identity to match people, which stores nothing.
    kinds = {PeopleMatchRequested.type, BulkEnrollmentChanged.type, EnrollmentAuditRecorded.type}
    others = "SELECT count(*) FROM outbox WHERE NOT type = ANY(:kinds)"
    assert await scalar(service, others, kinds=sorted(kinds)) == 0


@pytest.mark.parametrize("end", ["cancelled", "expired"])
async def test_unpaid_it_ends_without_a_charge(
    service: ServiceUnderTest, client: httpx.AsyncClient, batch: BatchUpdated, end: str
) -> None:
    us = program(test=True)
    before = await everything_else(service)
    bulk = await checked(service, client, us, people(2), batch)
    await press(client, us, bulk, "confirm")
    await sweep(service)
    if end == "cancelled":
        await press(client, us, bulk, "cancel")
    else:
        await execute(service, "UPDATE bulk_enrollments SET payment_due_at = now()")
        assert await service.sweep("expire_bulk_enrollments") == 1
    assert (await read(client, us, bulk))["status"] == end
    assert await states_of(client, us, bulk) == [end, end]
    assert await everything_else(service) == before


async def test_a_free_one_is_finished_at_once(
    service: ServiceUnderTest, client: httpx.AsyncClient
) -> None:
    batch = await make_batch(service, price_minor=0, capacity=1, waiting_list=False)
    us = program(test=True)
    bulk = await checked(service, client, us, people(2), batch)
    await press(client, us, bulk, "confirm", when_full="wait")
    await sweep(service)
    bulk = await read(client, us, bulk)
    assert (bulk["status"], bulk["confirmed"]) == ("finished", 1)
    assert bulk["states"] == {"enrolled": 1, "failed": 1}
    assert await seats_of(service, batch) == (1, 0, 0)


async def test_registration_fees_alone_are_due_as_well(
    service: ServiceUnderTest, client: httpx.AsyncClient
) -> None:
    batch = await make_batch(service, price_minor=0)
    await service.deliver(fee_of(5000))
    us = program(test=True)
    bulk = await checked(service, client, us, people(2), batch)
    await press(client, us, bulk, "confirm")
    await sweep(service)
    bulk = await read(client, us, bulk)
    assert (bulk["status"], bulk["amount_minor"]) == ("awaiting_payment", 10_000)


async def test_tests_stand_apart(
    service: ServiceUnderTest, client: httpx.AsyncClient, batch: BatchUpdated
) -> None:
    live = program(test=False)
    test, us = program(test=True, of=live), organization(live.organization_id)
    real = await checked(service, client, live, [person(1)], batch)
    trial = await checked(service, client, test, [person(2)], batch)

    async def listed(caller: Any, **query: Any) -> list[str]:
        answer = await client.get("bulk-enrollments", params=query, headers=caller.headers)
        return [each["id"] for each in answer.json()["data"]]

    assert await listed(us) == [real["id"]]
    assert await listed(us, test=True) == [trial["id"]]
    assert await listed(live) == await listed(live, test=True) == [real["id"]]
    assert await listed(test) == [trial["id"]]
    # Partner clients see their own kind; people see both.
    for caller, other in ((live, trial), (test, real)):
        answer = await client.get(f"bulk-enrollments/{other['id']}", headers=caller.headers)
        assert answer.status_code == 404
        assert (await press(client, caller, other, "cancel")).status_code == 404
    assert (await read(client, us, trial))["test"] is True
    answer = await press(client, us, real, "pay-test")
    assert (answer.status_code, answer.json()["code"]) == (409, "bulk_enrollment.not_in_tests")


async def test_a_test_takes_no_key_and_no_turn_from_what_is_real(
    service: ServiceUnderTest, client: httpx.AsyncClient, batch: BatchUpdated
) -> None:
    live = program(test=False)
    test = program(test=True, of=live)
    for _ in range(3):
        await send(client, test, people(2), batch)
    answer = await send(client, live, people(2), batch, key="one-key-12")
    assert answer.json()["waits"] == 0
    answer = await send(client, test, people(2), batch)
    assert answer.json()["waits"] == 1
    answer = await send(client, test, people(2), batch, key="one-key-12")
    assert (answer.status_code, answer.json()["code"]) == (422, "idempotency_key.reused")


async def test_seats_without_names_are_not_bought_in_a_test(
    service: ServiceUnderTest, client: httpx.AsyncClient, batch: BatchUpdated
) -> None:
    body = {"batch_id": str(batch.batch_id), "seats": 2}
    us = program(test=True)
    answer = await client.post("bulk-enrollments/seats", json=body, headers=us.headers)
    assert (answer.status_code, answer.json()["code"]) == (409, "bulk_enrollment.not_in_tests")
    assert await seats_of(service, batch) == (12, 0, 0)
