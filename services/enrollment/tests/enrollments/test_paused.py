"""Suspending an organization stops new enrollments and keeps existing ones."""

from datetime import timedelta

import httpx
import pytest
from contracts.catalog import BatchUpdated
from enrollment.enrollments.tasks import offer_free_seats
from kit.database.db import new_id
from kit.testing import ServiceUnderTest, actor

from services.enrollment.tests.attendance.test_routes import meeting
from services.enrollment.tests.bulk_enrollments.factories import organization
from services.enrollment.tests.factories import (
    candidate,
    charge_opened,
    charge_paid,
    enrolled,
    make_batch,
    move_start,
    now,
    organization_updated,
    press_enroll,
    seats_of,
    status_of,
)


async def suspend(
    service: ServiceUnderTest, batch: BatchUpdated, *, sequence: int, suspended: bool = True
) -> None:
    changed = organization_updated(batch, suspended=suspended)
    await service.deliver(changed, sequence=sequence)


@pytest.mark.parametrize("first", [True, False], ids=["organization first", "batch first"])
async def test_nobody_enrolls_until_it_works_again(
    service: ServiceUnderTest, client: httpx.AsyncClient, first: bool
) -> None:
    batch = await make_batch(service, price_minor=0)
    if first:
        # A stale event changes nothing.
        await suspend(service, batch, sequence=3)
        await suspend(service, batch, sequence=2, suspended=False)
    else:
        await suspend(service, batch, sequence=2, suspended=False)
        await suspend(service, batch, sequence=3)
    refused = await press_enroll(client, candidate(), batch)
    assert (refused.status_code, refused.json()["code"]) == (409, "enrollment.paused")
    asked = await client.get("enrollments/eligibility", params={"batch_id": str(batch.batch_id)})
    found = asked.json()
    assert [each["code"] for each in found["obstacles"]] == ["enrollment.paused"]
    assert (found["can_enroll"], found["can_join_waiting_list"]) == (False, False)
    assert (await seats_of(service, batch))[1] == 0
    other = await make_batch(service, price_minor=0)
    assert (await enrolled(client, candidate(), other))["status"] == "confirmed"
    await suspend(service, batch, sequence=4, suspended=False)
    assert (await enrolled(client, candidate(), batch))["status"] == "confirmed"


async def test_whoever_is_in_pays_and_stays_and_nobody_moves_up(
    service: ServiceUnderTest, client: httpx.AsyncClient
) -> None:
    batch = await make_batch(service, capacity=2)
    payer, leaver, waiting = candidate(), candidate(), candidate()
    unpaid = await enrolled(client, payer, batch)
    left = await enrolled(client, leaver, batch)
    waits = await enrolled(client, waiting, batch, wait=True)
    await suspend(service, batch, sequence=2)
    charge_id = new_id()
    await service.deliver(charge_opened(unpaid, charge_id), sequence=1)
    await service.deliver(charge_paid(unpaid, charge_id), sequence=2)
    assert await status_of(service, unpaid) == "confirmed"
    ended = await client.post(f"enrollments/{left['id']}/cancel", headers=leaver.headers)
    assert ended.status_code == 200, ended.text
    async with service.database.transaction() as session:
        assert await offer_free_seats(session) == 0
    assert await status_of(service, waits) == "waitlisted"
    await suspend(service, batch, sequence=3, suspended=False)
    async with service.database.transaction() as session:
        assert await offer_free_seats(session) == 1
    assert await status_of(service, waits) == "pending_payment"


async def test_its_people_mark_who_attends_and_decide_nothing_else(
    service: ServiceUnderTest, client: httpx.AsyncClient
) -> None:
    organization_id = new_id()
    trainer = actor("trainer", organization_id=organization_id, suspended=True)
    owner = actor("organization", organization_id=organization_id, suspended=True)
    starts = now() - timedelta(minutes=5)
    batch = await make_batch(
        service,
        organization_id=organization_id,
        price_minor=0,
        requires_acceptance=True,
        sessions=(meeting(starts, trainer),),
    )
    asked = await enrolled(client, candidate(), batch)
    await suspend(service, batch, sequence=2)
    path = f"enrollments/{asked['id']}/accept"
    refused = await client.post(path, headers=owner.headers)
    assert refused.json()["code"] == "organization.suspended"
    await move_start(service, batch, starts)
    session_id = batch.sessions[0].id
    opened = await client.post(
        f"attendance/batches/{batch.batch_id}/sessions/{session_id}/check-in",
        headers=trainer.headers,
    )
    assert opened.status_code in (200, 201), opened.text


async def test_organizations_buy_no_seats_there(
    service: ServiceUnderTest, client: httpx.AsyncClient
) -> None:
    batch = await make_batch(service)
    await suspend(service, batch, sequence=2)
    answer = await client.post(
        "bulk-enrollments/seats",
        json={"batch_id": str(batch.batch_id), "seats": 3},
        headers=organization().headers,
    )
    assert answer.json()["code"] == "enrollment.paused", answer.text
