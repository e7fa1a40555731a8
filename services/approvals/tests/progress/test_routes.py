"""Applicants see the state and history of their submission."""

from datetime import date, timedelta
from typing import Any
from uuid import uuid4

import httpx
from contracts.approvals import RequestAdvanced
from contracts.enrollment import ApplicationSubmitted
from contracts.submissions import Snapshot, SubmittedDocument, SubmittedField
from contracts.testing import event
from kit.domain.timezone import today
from kit.testing import QueryCounter, ServiceUnderTest, actor

from services.approvals.tests.factories import (
    assign,
    create_admin,
    decide,
    make_level,
    staff_submitted,
    submit,
    super_admin,
)

URL = "approvals/progress"
SNAPSHOT = Snapshot(
    fields=(SubmittedField(name="city", value="Riyadh"),),
    documents=(
        SubmittedDocument(
            name="documents.licence",
            document_id=uuid4(),
            title_en="Licence",
            title_ar="الترخيص",
            media_type="application/pdf",
            size=900,
        ),
    ),
)


class TestProgress:
    async def test_shows_the_applicant_with_whom_it_is_and_since_when(
        self, client: httpx.AsyncClient, service: ServiceUnderTest
    ) -> None:
        approver = await create_admin(service)
        await make_level(client, approver, name="Documents")
        await make_level(client, approver, name="Management")
        organization_id = uuid4()
        applicant = actor(
            "organization", organization_id=organization_id, approved=False, paid=False, image=False
        )
        assert (await client.get(URL, headers=applicant.headers)).json() is None
        request = await submit(service, client, organization_id=organization_id)
        before = (await client.get(URL, headers=applicant.headers)).json()
        assert [step["state"] for step in before["steps"]] == ["current", "waiting"]
        assert "approvers" not in before["steps"][0]
        await decide(client, approver, request)
        now = (await client.get(URL, headers=applicant.headers)).json()
        assert [step["state"] for step in now["steps"]] == ["approved", "current"]
        assert (now["step"], now["steps"][1]["name_en"]) == (2, "Management")
        assert now["since"] > before["since"]
        # Three working days per level; every week has two days off.
        wait = date.fromisoformat(now["due_on"]) - today()
        assert timedelta(days=3) <= wait <= timedelta(days=5)
        (advanced,) = await service.published(RequestAdvanced)
        assert (advanced.step, advanced.steps, advanced.level_en) == (2, 2, "Management")
        assert (advanced.content_id, advanced.organization_id) == (organization_id,) * 2

    async def test_shows_the_whole_history_without_who_decided(
        self, client: httpx.AsyncClient, service: ServiceUnderTest, queries: QueryCounter
    ) -> None:
        first, second = [await create_admin(service) for _ in range(2)]
        await make_level(client, first, name="Documents")
        level = await make_level(client, second, name="Management")
        content_id = uuid4()
        applicant = actor("organization", organization_id=content_id, approved=False)
        request = await submit(service, client, organization_id=content_id, snapshot=SNAPSHOT)
        await decide(client, first, request, comment="Complete.")
        remarks = [
            {"field": "city", "text": "Not the one on the licence."},
            {"field": "documents.licence", "text": "Expired."},
        ]
        await decide(client, second, request, "returned", comment="Mend it.", remarks=remarks)
        again = await submit(service, client, organization_id=content_id, submission=2)
        await decide(client, first, again)
        await assign(client, level)
        await decide(client, super_admin(), again)
        with queries() as statements:
            answer = await client.get(URL, headers=applicant.headers)
        # Independent of the number of submissions.
        assert len(statements) == 3
        newest, oldest = answer.json()["rounds"]
        assert (newest["submission"], newest["status"]) == (2, "approved")
        assert [each["decision"] for each in newest["decisions"]] == ["approved", "approved"]
        assert (oldest["status"], oldest["ended_at"] is None) == ("returned", False)
        said = [
            (each["level_en"], each["decision"], each["comment"]) for each in oldest["decisions"]
        ]
        assert said == [
            ("Documents", "approved", "Complete."),
            ("Management", "returned", "Mend it."),
        ]
        assert [(each["field"], each["title_ar"], each["text"]) for each in oldest["remarks"]] == [
            ("city", None, "Not the one on the licence."),
            ("documents.licence", "الترخيص", "Expired."),
        ]
        for user in (first, second):
            assert str(user.user_id) not in answer.text
        assert "Noura" not in answer.text

    async def test_is_the_own_alone(
        self, client: httpx.AsyncClient, service: ServiceUnderTest
    ) -> None:
        staff = actor("staff", organization_id=uuid4(), approved=False)
        await service.deliver(staff_submitted(profile_id=staff.profile_id))
        answer = await client.get(URL, headers=staff.headers)
        assert answer.json()["submission"] == 1
        other = actor("staff", organization_id=uuid4(), approved=False)
        assert (await client.get(URL, headers=other.headers)).json() is None
        for user in (actor("candidate"), actor("admin")):
            assert (await client.get(URL, headers=user.headers)).status_code == 403


async def test_an_application_is_followed_by_its_organization_alone(
    client: httpx.AsyncClient, service: ServiceUnderTest
) -> None:
    submitted = event(ApplicationSubmitted, submission=1, name_en="Port", name_ar="الميناء")
    url = f"{URL}/applications/{submitted.application_id}"

    async def seen_by(user: Any) -> Any:
        return (await client.get(url, headers=user.headers)).json()

    owner = actor("organization", organization_id=submitted.organization_id)
    assert await seen_by(owner) is None
    await service.deliver(submitted)
    colleague = actor("staff", organization_id=submitted.organization_id)
    for user in (owner, colleague):
        shown = await seen_by(user)
        assert (shown["status"], len(shown["rounds"])) == ("pending", 1)
    assert await seen_by(actor("organization", organization_id=uuid4())) is None
    assert (await client.get(url, headers=actor("candidate").headers)).status_code == 403
    assert (await client.get(url)).status_code == 401
