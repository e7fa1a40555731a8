"""An application's life: draft, edits, payment, submission and decision."""

import asyncio
from datetime import timedelta
from typing import Any
from uuid import UUID

import httpx
import pytest
from contracts import ApprovalStatus, ContentType, ProfileType
from contracts.approvals import RequestApproved, RequestReturned
from contracts.catalog import AnnouncementUpdated
from contracts.enrollment import (
    ApplicationChanged,
    ApplicationSubmitted,
    ChargeCancelled,
    ChargeRequested,
    RefundRequested,
)
from contracts.identity import OrganizationUpdated, ProfileUpdated
from contracts.payments import ChargePaid, ChargePurpose
from contracts.submissions import Remark
from contracts.testing import event
from kit.database.db import new_id
from kit.testing import Actor, ServiceUnderTest, actor

from services.enrollment.tests.factories import answer_unpaid, execute, now

FEE = 50_000
PERMISSIONS = {"view-applications"}
Service = ServiceUnderTest


class Desk:
    """An organization with three staff members, and an announcement that requires two."""

    def __init__(self, service: Service, client: httpx.AsyncClient) -> None:
        self.service = service
        self.client = client
        self.organization_id = new_id()
        self.announcement_id = new_id()
        self.actor = actor(
            "organization", organization_id=self.organization_id, permissions=PERMISSIONS
        )
        self.staff = [new_id() for _ in range(3)]

    async def set_up(self, **announcement: Any) -> None:
        await self.service.deliver(
            event(
                OrganizationUpdated,
                organization_id=self.organization_id,
                name_en="Gulf Logistics",
                name_ar="لوجستيات الخليج",
            )
        )
        await self.announce(sequence=1, **announcement)
        for number, profile_id in enumerate(self.staff):
            await self.employ(profile_id, name_en=f"Member {number}", name_ar=f"موظف {number}")

    async def announce(self, *, sequence: int, **changes: Any) -> None:
        values = {
            "announcement_id": self.announcement_id,
            "title_en": "Trainers for the port",
            "title_ar": "مدربون للميناء",
            "fee_minor": 0,
            "currency": "SAR",
            "staff_needed": 2,
            "opens_at": now() - timedelta(days=1),
            "closes_at": now() + timedelta(days=5),
        }
        await self.service.deliver(
            event(AnnouncementUpdated, **values | changes), sequence=sequence
        )

    async def employ(self, profile_id: UUID, at: int = 1, **changes: Any) -> None:
        values = {
            "profile_id": profile_id,
            "user_id": new_id(),
            "profile_type": ProfileType.STAFF,
            "organization_id": self.organization_id,
            "approval_status": ApprovalStatus.APPROVED,
            "paid": True,
            "active": True,
        }
        await self.service.deliver(event(ProfileUpdated, **values | changes), sequence=at)

    async def begin(self, who: Actor | None = None) -> httpx.Response:
        body = {"announcement_id": str(self.announcement_id)}
        return await self.client.post(
            "applications", json=body, headers=(who or self.actor).headers
        )

    async def write(self, application: dict[str, Any], *staff: UUID) -> httpx.Response:
        body = {
            "version": application["version"],
            "note": "We know the port.",
            "profile_ids": [str(each) for each in staff],
        }
        return await self.client.put(
            f"applications/{application['id']}", json=body, headers=self.actor.headers
        )

    async def press(
        self, verb: str, application: dict[str, Any], who: Actor | None = None
    ) -> httpx.Response:
        return await self.client.post(
            f"applications/{application['id']}/{verb}",
            json={"version": application["version"]},
            headers=(who or self.actor).headers,
        )

    async def submitted(self) -> dict[str, Any]:
        draft = (await self.begin()).json()
        written = (await self.write(draft, *self.staff[:2])).json()
        answer = await self.press("submit", written)
        assert answer.status_code == 200, answer.text
        body: dict[str, Any] = answer.json()
        return body

    async def pay(self, application: dict[str, Any], **changes: Any) -> None:
        paid = event(
            ChargePaid,
            **changes,
            charge_id=new_id(),
            purpose=ChargePurpose.APPLICATION,
            subject_id=application["id"],
            organization_id=self.organization_id,
            amount_minor=FEE,
            currency="SAR",
        )
        await self.service.deliver(paid, sequence=2)

    async def status_of(self, application: dict[str, Any]) -> str:
        answer = await self.client.get(
            f"applications/{application['id']}", headers=self.actor.headers
        )
        return str(answer.json()["status"])


@pytest.fixture
async def desk(service: Service, client: httpx.AsyncClient) -> Desk:
    made = Desk(service, client)
    await made.set_up()
    return made


def decided(kind: type[Any], application: dict[str, Any], **values: Any) -> Any:
    return event(
        kind,
        content_type=ContentType.APPLICATION,
        content_id=application["id"],
        submission=application["submission"],
        **{"comment": None} | values,
    )


async def test_there_is_one_however_often_it_is_begun(desk: Desk, service: Service) -> None:
    answers = await asyncio.gather(*(desk.begin() for _ in range(3)))
    assert {answer.status_code for answer in answers} == {200}
    assert len({answer.json()["id"] for answer in answers}) == 1
    assert (await desk.begin(actor("organization"))).status_code == 403
    assert (await desk.begin(actor("candidate"))).status_code == 403
    draft = answers[0].json()
    other = actor("organization", organization_id=new_id(), permissions=PERMISSIONS)
    for headers, status in ((other.headers, 404), (desk.actor.headers, 200)):
        answer = await desk.client.get(f"applications/{draft['id']}", headers=headers)
        assert answer.status_code == status
    # Admins see submitted applications.
    admin = actor("admin", permissions=PERMISSIONS)
    hidden = await desk.client.get(f"applications/{draft['id']}", headers=admin.headers)
    assert hidden.status_code == 404


async def test_it_names_as_many_eligible_people_as_are_asked_for(desk: Desk) -> None:
    draft = (await desk.begin()).json()
    stranger, first, second = new_id(), *desk.staff[:2]
    for named, at in (((first, stranger), 1), ((first, second, first), 2)):
        refused = await desk.write(draft, *named)
        assert refused.json()["fields"][0]["field"] == f"profile_ids.{at}"
    one = (await desk.write(draft, first)).json()
    assert (one["staff_count"], one["note"]) == (1, "We know the port.")
    assert (await desk.write(draft, second)).json()["code"] == "application.edit_conflict"
    refused = await desk.press("submit", one)
    assert refused.json()["fields"][0]["code"] == "application.wrong_staff_count"
    both = (await desk.write(one, second, first)).json()
    assert [each["profile_id"] for each in both["staff"]] == [str(second), str(first)]
    # Staff who left are refused at submission.
    await desk.employ(first, active=False, at=2)
    refused = await desk.press("submit", both)
    assert refused.json()["fields"][0]["field"] == "profile_ids.1"
    listed = await desk.client.get(
        "applications/staff-members",
        params={"announcement_id": str(desk.announcement_id)},
        headers=desk.actor.headers,
    )
    assert [each["is_eligible"] for each in listed.json()["data"]] == [True, True]


async def test_it_is_submitted_returned_and_approved(desk: Desk, service: Service) -> None:
    sent = await desk.submitted()
    assert (sent["status"], sent["submission"]) == ("submitted", 1)
    (asked,) = await service.published(ApplicationSubmitted)
    assert asked.name_ar == "مدربون للميناء"
    staff = asked.snapshot.fields[-1]
    assert (staff.value, staff.value_ar) == ("Member 0, Member 1", "موظف 0، موظف 1")
    assert (await desk.write(sent, *desk.staff[1:])).json()["code"] == "application.not_editable"
    remark = Remark(field="staff_members", text="Another one, please")
    back = decided(RequestReturned, sent, comment="Nearly", remarks=(remark,))
    await service.deliver(back)
    returned = (await desk.begin()).json()
    assert (returned["status"], returned["comment"]) == ("returned", "Nearly")
    assert returned["remarks"] == [{"field": "staff_members", "text": "Another one, please"}]
    mended = (await desk.write(returned, *desk.staff[1:])).json()
    answers = await asyncio.gather(*(desk.press("submit", mended) for _ in range(2)))
    assert sorted(answer.status_code for answer in answers) == [200, 409]
    # The decision about the first submission arrives again, late.
    await service.deliver(decided(RequestApproved, sent))
    assert await desk.status_of(sent) == "submitted"
    await service.deliver(decided(RequestApproved, {**sent, "submission": 2}))
    assert await desk.status_of(sent) == "approved"
    changes = await service.published(ApplicationChanged)
    assert [each.status for each in changes] == ["submitted", "returned", "submitted", "approved"]


async def test_the_fee_is_paid_before_it_is_submitted_and_once(
    desk: Desk, service: Service
) -> None:
    await desk.announce(sequence=2, fee_minor=FEE)
    waiting = await desk.submitted()
    assert (waiting["status"], waiting["submission"]) == ("pending_payment", 0)
    (charge,) = await service.published(ChargeRequested)
    assert (charge.purpose, charge.amount_minor) == ("application", FEE)
    assert await service.published(ApplicationSubmitted) == []
    await desk.pay(waiting)
    assert await desk.status_of(waiting) == "submitted"
    # The same payment arrives again.
    await desk.pay(waiting)
    (refund,) = await service.published(RefundRequested)
    assert refund.amount_minor == FEE
    await service.deliver(decided(RequestReturned, {**waiting, "submission": 1}))
    again = (await desk.begin()).json()
    assert (await desk.press("submit", again)).json()["status"] == "submitted"
    assert len(await service.published(ChargeRequested)) == 1


async def test_after_the_closing_time_nothing_is_submitted_and_money_goes_back(
    desk: Desk, service: Service
) -> None:
    await desk.announce(sequence=2, fee_minor=FEE)
    waiting = await desk.submitted()
    await execute(service, "UPDATE announcements SET closes_at = now() - interval '1 second'")
    assert await service.sweep("expire_unsubmitted_applications") == 1
    assert await service.sweep("expire_unsubmitted_applications") == 0, "payments is asked once"
    assert await desk.status_of(waiting) == "pending_payment"
    await desk.pay(waiting)
    assert await desk.status_of(waiting) == "expired"
    (refund,) = await service.published(RefundRequested)
    assert refund.amount_minor == FEE
    assert await service.published(ChargeCancelled) == []
    assert (await desk.begin()).json()["code"] == "announcement.closed"
    # The announcement reopens, so another application may start.
    await desk.announce(sequence=3, opens_at=now() + timedelta(days=1))
    assert (await desk.begin()).json()["code"] == "announcement.not_open"
    await desk.announce(sequence=4)
    assert (await desk.begin()).json()["id"] != waiting["id"]


async def test_a_fee_that_was_paid_in_time_counts_after_the_closing_time(
    desk: Desk, service: Service
) -> None:
    await desk.announce(sequence=2, fee_minor=FEE)
    waiting = await desk.submitted()
    paid_at = now()
    await desk.announce(sequence=3, fee_minor=FEE, closes_at=now())
    assert await service.sweep("expire_unsubmitted_applications") == 1
    await desk.pay(waiting, paid_at=paid_at)
    assert await desk.status_of(waiting) == "submitted"
    assert await service.published(RefundRequested) == []


async def test_an_unpaid_one_ends_when_payments_says_that_it_is_unpaid(
    desk: Desk, service: Service
) -> None:
    await desk.announce(sequence=2, fee_minor=FEE)
    waiting = await desk.submitted()
    await desk.announce(sequence=3, fee_minor=FEE, closes_at=now())
    await service.sweep("expire_unsubmitted_applications")
    assert await desk.status_of(waiting) == "pending_payment"
    await answer_unpaid(service)
    assert await desk.status_of(waiting) == "expired"


async def test_what_was_submitted_in_time_is_decided_after_the_closing_time(
    desk: Desk, service: Service
) -> None:
    sent = await desk.submitted()
    await desk.announce(sequence=2, closes_at=now() - timedelta(seconds=1))
    assert await service.sweep("expire_unsubmitted_applications") == 0
    # Staff who leave during the approval stay in the application.
    await desk.employ(desk.staff[0], active=False, at=2)
    await service.deliver(decided(RequestApproved, sent))
    assert await desk.status_of(sent) == "approved"


async def test_what_is_sent_back_after_the_closing_time_has_expired_and_its_fee_goes_back(
    desk: Desk, service: Service
) -> None:
    await desk.announce(sequence=2, fee_minor=FEE)
    waiting = await desk.submitted()
    await desk.pay(waiting)
    await desk.announce(sequence=3, fee_minor=FEE, closes_at=now() - timedelta(seconds=1))
    await service.deliver(decided(RequestReturned, {**waiting, "submission": 1}))
    returned = (await desk.begin()).json()
    assert returned["status"] == "returned"
    assert (await desk.press("submit", returned)).json()["code"] == "announcement.closed"
    for expired in (1, 0):
        assert await service.sweep("expire_unsubmitted_applications") == expired
    assert await desk.status_of(returned) == "expired"
    (refund,) = await service.published(RefundRequested)
    assert refund.amount_minor == FEE
    # A replayed decision changes nothing.
    for kind in (RequestReturned, RequestApproved):
        await service.deliver(decided(kind, {**waiting, "submission": 1}))
    assert await desk.status_of(returned) == "expired"


async def test_another_organizations_application_is_unknown(
    desk: Desk, service: Service, client: httpx.AsyncClient
) -> None:
    sent = await desk.submitted()
    other = Desk(service, client)
    answers = [
        await other.write(sent, *desk.staff[:2]),
        await other.press("submit", sent),
        await other.press("withdraw", sent),
        await client.get(f"applications/{sent['id']}", headers=other.actor.headers),
    ]
    assert {(each.status_code, each.json()["code"]) for each in answers} == {
        (404, "application.not_found")
    }
    listed = await client.get("applications", headers=other.actor.headers)
    assert listed.json()["data"] == []
    # An application cannot name people of another one.
    other.announcement_id = desk.announcement_id
    draft = (await other.begin()).json()
    refused = await other.write(draft, desk.staff[2])
    assert refused.json()["fields"][0]["code"] == "staff_member.not_eligible"
    assert await desk.status_of(sent) == "submitted"


async def test_a_person_is_in_the_application_of_one_organization(
    desk: Desk, service: Service, client: httpx.AsyncClient
) -> None:
    other = Desk(service, client)
    other.announcement_id = desk.announcement_id
    person = new_id()
    await desk.employ(desk.staff[0], user_id=person, at=2)
    for each in other.staff[:2]:
        await other.employ(each)
    await other.employ(other.staff[0], user_id=person, at=2)
    sent = await desk.submitted()
    draft = (await other.begin()).json()
    written = (await other.write(draft, *other.staff[:2])).json()
    assert [each["is_taken"] for each in written["staff"]] == [True, False]
    refused = await other.press("submit", written)
    assert refused.json()["fields"][0]["code"] == "staff_member.already_applied"
    # A withdrawn application releases its people.
    withdrawn = await desk.press("withdraw", sent)
    assert withdrawn.json()["status"] == "withdrawn"
    assert (await desk.press("withdraw", withdrawn.json())).status_code == 409
    assert (await other.press("submit", written)).json()["status"] == "submitted"
    assert (await desk.begin()).json()["id"] != sent["id"]


async def test_the_platform_lists_rates_and_exports_what_was_submitted(
    desk: Desk, queries: Any
) -> None:
    sent = await desk.submitted()
    admin = actor("admin", permissions=PERMISSIONS)
    path = f"applications/{sent['id']}/assessment"
    rating = {"shortlisted": True, "rating": 81}
    refused = await desk.client.put(path, json={**rating, "rating": 101}, headers=admin.headers)
    assert refused.status_code == 422
    assert (await desk.client.put(path, json=rating, headers=desk.actor.headers)).status_code == 403
    assert (await desk.client.put(path, json=rating, headers=admin.headers)).status_code == 200
    params = {"shortlisted": "true", "sort": "-rating", "search": "gulf"}
    with queries() as counted:
        listed = await desk.client.get("applications", params=params, headers=admin.headers)
    assert [each["rating"] for each in listed.json()["data"]] == [81]
    assert len(counted) == 2
    own = (await desk.client.get("applications", headers=desk.actor.headers)).json()["data"]
    assert [(each["rating"], each["shortlisted"]) for each in own] == [(None, None)]
    file = await desk.client.get(
        "applications/export", params={"format": "csv"}, headers=admin.headers
    )
    assert "Gulf Logistics" in file.text
