import asyncio
from datetime import timedelta
from typing import Any

import httpx
import pytest
from contracts.audit import EnrollmentAuditRecorded
from contracts.enrollment import ChargeCancelled, EnrollmentChanged, RefundRequested
from contracts.payments import RefundReason
from kit.database.db import new_id
from kit.testing import Actor, ServiceUnderTest, actor

from services.enrollment.tests.factories import (
    PRICE,
    candidate,
    charge_opened,
    charge_paid,
    enrolled,
    make_batch,
    move_start,
    now,
    organization_of,
    paid,
    seats_of,
    status_of,
)

WHY = {"reason": "The candidate's employer has withdrawn."}


async def cancel(
    client: httpx.AsyncClient, enrollment: dict[str, Any], who: Actor, **body: str
) -> httpx.Response:
    path = f"enrollments/{enrollment['id']}/cancel-by-organization"
    return await client.post(path, json=body or WHY, headers=who.headers)


class TestCancelByOrganization:
    async def test_gives_all_the_money_back_however_late_and_passes_the_seat_on(
        self, service: ServiceUnderTest, client: httpx.AsyncClient
    ) -> None:
        batch = await make_batch(service, capacity=1, starts_at=now() + timedelta(hours=1))
        who, person = organization_of(batch), candidate()
        enrollment, charge_id = await paid(service, client, person, batch)
        waiting = await enrolled(client, candidate(), batch, wait=True)
        shown = await client.get(f"enrollments/{enrollment['id']}", headers=who.headers)
        assert shown.json()["allowed_actions"] == ["cancel"]
        answer = await cancel(client, enrollment, who)
        assert answer.status_code == 200, answer.text
        body = answer.json()
        assert (body["status"], body["allowed_actions"]) == ("cancelled", [])
        (refund,) = await service.published(RefundRequested)
        assert (refund.charge_id, refund.amount_minor) == (charge_id, PRICE)
        assert refund.reason is RefundReason.CANCELLED_BY_ORGANIZATION
        assert await status_of(service, waiting) == "pending_payment"
        assert await seats_of(service, batch) == (1, 1, 0)
        own = await client.get(f"enrollments/mine/{enrollment['id']}", headers=person.headers)
        assert own.json()["reason"] == WHY["reason"]
        (entry,) = await service.published(EnrollmentAuditRecorded)
        assert entry.after == {"status": "cancelled", **WHY}
        changed = [e for e in await service.published(EnrollmentChanged) if e.reason]
        assert [(str(e.enrollment_id), e.status) for e in changed] == [
            (enrollment["id"], "cancelled")
        ]

    async def test_of_an_unpaid_one_owes_nothing_and_gives_late_money_back(
        self, service: ServiceUnderTest, client: httpx.AsyncClient
    ) -> None:
        batch, charge_id = await make_batch(service), new_id()
        enrollment = await enrolled(client, candidate(), batch)
        await service.deliver(charge_opened(enrollment, charge_id), sequence=1)
        assert (await cancel(client, enrollment, organization_of(batch))).is_success
        (cancelled,) = await service.published(ChargeCancelled)
        assert str(cancelled.subject_id) == enrollment["id"]
        assert await service.published(RefundRequested) == []
        await service.deliver(charge_paid(enrollment, charge_id), sequence=2)
        (refund,) = await service.published(RefundRequested)
        assert refund.reason is RefundReason.CANCELLED_BY_ORGANIZATION
        assert await seats_of(service, batch) == (10, 0, 0)

    async def test_takes_somebody_off_the_waiting_list(
        self, service: ServiceUnderTest, client: httpx.AsyncClient
    ) -> None:
        batch = await make_batch(service, capacity=1)
        await enrolled(client, candidate(), batch)
        waiting = await enrolled(client, candidate(), batch, wait=True)
        assert (await cancel(client, waiting, organization_of(batch))).is_success
        assert await seats_of(service, batch) == (1, 1, 0)

    async def test_a_request_is_rejected_and_not_cancelled(
        self, service: ServiceUnderTest, client: httpx.AsyncClient
    ) -> None:
        batch = await make_batch(service, requires_acceptance=True)
        request = await enrolled(client, candidate(), batch)
        answer = await cancel(client, request, organization_of(batch))
        assert answer.json()["code"] == "enrollment.invalid_state"
        assert await status_of(service, request) == "requested"

    @pytest.mark.parametrize("reason", ["", "  ", "ab", "x" * 501])
    async def test_needs_a_reason(
        self, service: ServiceUnderTest, client: httpx.AsyncClient, reason: str
    ) -> None:
        batch = await make_batch(service)
        enrollment = await enrolled(client, candidate(), batch)
        answer = await cancel(client, enrollment, organization_of(batch), reason=reason)
        assert answer.status_code == 422
        assert answer.json()["fields"][0]["field"] == "reason"
        assert await status_of(service, enrollment) == "pending_payment"

    async def test_not_after_the_start(
        self, service: ServiceUnderTest, client: httpx.AsyncClient
    ) -> None:
        batch = await make_batch(service)
        enrollment, _ = await paid(service, client, candidate(), batch)
        await move_start(service, batch, now() - timedelta(minutes=1))
        answer = await cancel(client, enrollment, organization_of(batch))
        assert (answer.status_code, answer.json()["code"]) == (409, "batch.started")
        who = organization_of(batch)
        shown = await client.get(f"enrollments/{enrollment['id']}", headers=who.headers)
        assert shown.json()["allowed_actions"] == []

    async def test_is_for_the_batchs_organization_alone(
        self, service: ServiceUnderTest, client: httpx.AsyncClient
    ) -> None:
        batch, person = await make_batch(service), candidate()
        enrollment = await enrolled(client, person, batch)
        stranger = actor("organization", organization_id=new_id())
        answer = await cancel(client, enrollment, stranger)
        assert (answer.status_code, answer.json()["code"]) == (404, "enrollment.not_found")
        staff = actor("staff", organization_id=batch.organization_id)
        for who in (person, staff, actor("admin", roles={"super-admin"})):
            assert (await cancel(client, enrollment, who)).status_code == 403
        path = f"enrollments/{enrollment['id']}/cancel-by-organization"
        assert (await client.post(path, json=WHY)).status_code == 401
        assert await status_of(service, enrollment) == "pending_payment"


class TestAtOnce:
    async def test_pressed_twice_cancels_and_refunds_once(
        self, service: ServiceUnderTest, client: httpx.AsyncClient
    ) -> None:
        batch = await make_batch(service)
        who = organization_of(batch)
        enrollment, _ = await paid(service, client, candidate(), batch)
        answers = await asyncio.gather(*(cancel(client, enrollment, who) for _ in range(2)))
        assert sorted(answer.status_code for answer in answers) == [200, 409]
        refused = next(answer for answer in answers if answer.status_code == 409)
        assert refused.json()["code"] == "enrollment.invalid_state"
        assert len(await service.published(RefundRequested)) == 1
        assert await seats_of(service, batch) == (10, 0, 0)

    async def test_both_sides_cancel_together_and_the_money_goes_back_once(
        self, service: ServiceUnderTest, client: httpx.AsyncClient
    ) -> None:
        for _ in range(5):
            batch, person = await make_batch(service), candidate()
            enrollment, charge_id = await paid(service, client, person, batch)
            own = f"enrollments/{enrollment['id']}/cancel"
            answers = await asyncio.gather(
                cancel(client, enrollment, organization_of(batch)),
                client.post(own, headers=person.headers),
            )
            assert sorted(answer.status_code for answer in answers) == [200, 409]
            refunds = await service.published(RefundRequested)
            assert [refund.charge_id for refund in refunds].count(charge_id) == 1
            assert await seats_of(service, batch) == (10, 0, 0)

    async def test_the_payment_arrives_meanwhile_and_goes_back(
        self, service: ServiceUnderTest, client: httpx.AsyncClient
    ) -> None:
        for _ in range(5):
            batch, charge_id = await make_batch(service), new_id()
            enrollment = await enrolled(client, candidate(), batch)
            await service.deliver(charge_opened(enrollment, charge_id), sequence=1)
            answer, _ = await asyncio.gather(
                cancel(client, enrollment, organization_of(batch)),
                service.deliver(charge_paid(enrollment, charge_id), sequence=2),
            )
            assert answer.status_code == 200
            refunds = [
                each
                for each in await service.published(RefundRequested)
                if each.charge_id == charge_id
            ]
            assert [each.reason for each in refunds] == [RefundReason.CANCELLED_BY_ORGANIZATION]
            assert await seats_of(service, batch) == (10, 0, 0)
