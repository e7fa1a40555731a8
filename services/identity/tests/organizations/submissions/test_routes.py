import asyncio
from typing import Any
from uuid import UUID, uuid4

import httpx
import pytest
from contracts import ContentType
from contracts.approvals import RequestApproved, RequestRejected, RequestReturned
from contracts.identity import (
    OrganizationSubmitted,
    OrganizationUpdated,
    ProfileUpdated,
    StaffSubmitted,
)
from contracts.submissions import Remark
from contracts.testing import event
from identity.config import Settings
from kit.testing import ServiceUnderTest

from services.identity.tests.factories import (
    DETAILS,
    Person,
    a_submitted_organization,
    an_organization,
    codes_of,
    execute,
    organization_form,
    renew,
    scalar,
    signed_up,
    submit,
    verified,
)

WHY = "The Arabic name differs from the licence."
REMARK = Remark(field="name_ar", text="As on the licence, please.")


async def decide(
    service: ServiceUnderTest[Settings],
    kind: Any,
    content_type: ContentType,
    content_id: UUID,
    submission: int = 1,
    **more: Any,
) -> None:
    decided = event(
        kind,
        content_type=content_type,
        content_id=content_id,
        submission=submission,
        comment=WHY,
        **more,
    )
    await service.deliver(decided, sequence=submission)


async def approval_of(client: httpx.AsyncClient, person: Person) -> dict[str, str]:
    await renew(client, person)
    approval: dict[str, str] = person.user["profiles"][0]["approval"]
    return approval


async def submissions_of(client: httpx.AsyncClient, person: Person) -> list[dict[str, Any]]:
    url = f"profiles/{person.profile_id}/submissions"
    answer = await client.get(url, headers=person.headers)
    assert answer.status_code == 200, answer.text
    found: list[dict[str, Any]] = answer.json()
    return found


class TestSubmitOrganization:
    async def returned(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> Person:
        person = await a_submitted_organization(client, service)
        await decide(
            service,
            RequestReturned,
            ContentType.ORGANIZATION,
            person.organization_id,
            remarks=(REMARK,),
        )
        return person

    async def test_carries_all_that_was_given(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        person = await a_submitted_organization(client, service)
        (submitted,) = await service.published(OrganizationSubmitted)
        assert (submitted.submission, submitted.submitted_by) == (1, person.id)
        values = {field.name: field.value for field in submitted.snapshot.fields}
        assert values["commercial_number"] == DETAILS["commercial_number"]
        assert values["contact_phone"] == "+966501234567"
        assert values["line1"] == "King Fahd Road 5"
        (state,) = [field for field in submitted.snapshot.fields if field.name == "state"]
        assert (state.value, state.value_ar) == ("Riyadh", "الرياض")
        assert (await service.published(OrganizationUpdated))[-1].status == "submitted"
        assert (await service.published(ProfileUpdated))[-1].approval_status == "submitted"
        assert await approval_of(client, person) == {"status": "submitted", "comment": None}

    async def test_what_is_missing_is_named_and_nothing_is_submitted(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        person = await verified(client, service, organization_form())
        answer = await submit(client, person)
        assert answer.status_code == 422
        assert set(codes_of(answer)) == {
            "commercial_number",
            "tax_number",
            "contact_name",
            "contact_phone",
            "image",
            "address",
        }
        assert await service.published(OrganizationSubmitted) == []
        assert (await approval_of(client, person))["status"] == "draft"

    async def test_two_at_once_submit_once(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        person = await an_organization(client, service)
        answers = await asyncio.gather(*(submit(client, person) for _ in range(3)))
        assert sorted(answer.status_code for answer in answers) == [201, 409, 409]
        assert len(await service.published(OrganizationSubmitted)) == 1
        assert await scalar(service, "SELECT count(*) FROM submissions") == 1

    async def test_states_why_it_was_sent_back_and_accepts_it_mended(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        person = await self.returned(client, service)
        assert await approval_of(client, person) == {"status": "returned", "comment": WHY}
        (first,) = await submissions_of(client, person)
        assert (first["status"], first["comment"]) == ("returned", WHY)
        assert first["remarks"] == [REMARK.model_dump()]
        assert first["decided_at"]
        mended = DETAILS | {"name_ar": "أكاديمية النور"}
        await client.put("organizations/me/details", json=mended, headers=person.headers)
        answer = await submit(client, person)
        assert answer.status_code == 201
        profile = answer.json()["profiles"][0]
        assert profile["approval"] == {"status": "submitted", "comment": None}
        assert profile["organization_name_ar"] == "أكاديمية النور"
        submitted = (await service.published(OrganizationSubmitted))[-1]
        assert (submitted.submission, submitted.name_ar) == (2, "أكاديمية النور")
        assert [each["number"] for each in await submissions_of(client, person)] == [2, 1]

    async def test_the_next_decision_is_about_the_next_submission(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        person = await self.returned(client, service)
        await approval_of(client, person)
        await submit(client, person)
        kind, organization_id = ContentType.ORGANIZATION, person.organization_id
        await decide(service, RequestRejected, kind, organization_id)
        assert (await approval_of(client, person))["status"] == "submitted"
        await decide(service, RequestApproved, kind, organization_id, 2)
        assert (await approval_of(client, person))["status"] == "approved"
        newest, first = await submissions_of(client, person)
        assert (newest["status"], first["status"]) == ("approved", "returned")

    @pytest.mark.parametrize("kind", [RequestApproved, RequestRejected])
    async def test_409_after_any_other_decision(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings], kind: Any
    ) -> None:
        person = await a_submitted_organization(client, service)
        await decide(service, kind, ContentType.ORGANIZATION, person.organization_id)
        assert (await approval_of(client, person))["comment"] == WHY
        answer = await submit(client, person)
        assert (answer.status_code, answer.json()["code"]) == (
            409,
            "approval_request.not_submittable",
        )


class TestSubmitStaff:
    async def test_counts_the_submissions(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        organization = await signed_up(client, organization_form())
        person = await verified(client, service)
        await execute(
            service,
            "UPDATE profiles SET type = 'staff', approval_status = 'submitted', submission = 1,"
            " organization_id = :organization_id WHERE id = :id",
            organization_id=organization.organization_id,
            id=person.profile_id,
        )
        await decide(service, RequestReturned, ContentType.STAFF, person.profile_id)
        assert await approval_of(client, person) == {"status": "returned", "comment": WHY}
        answer = await submit(client, person)
        approval = answer.json()["profiles"][0]["approval"]
        assert approval == {"status": "submitted", "comment": None}
        (submitted,) = await service.published(StaffSubmitted)
        assert (submitted.profile_id, submitted.submission) == (person.profile_id, 2)
        assert "email" in submitted.snapshot.names
        remarks = (Remark(field="email", text="Use the office's."),)
        await decide(
            service, RequestReturned, ContentType.STAFF, person.profile_id, 2, remarks=remarks
        )
        (found,) = await submissions_of(client, person)
        assert found["remarks"] == [{"field": "email", "text": "Use the office's."}]


class TestRefusals:
    async def test_404_for_another_s_profile_and_409_for_a_candidate(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        person, other = await verified(client, service), await verified(client, service)
        url = f"profiles/{other.profile_id}/submissions"
        for answer in (
            await client.post(url, headers=person.headers),
            await client.get(url, headers=person.headers),
        ):
            assert (answer.status_code, answer.json()["code"]) == (404, "profile.not_found")
        assert (await submit(client, person)).status_code == 409

    async def test_401_and_403(self, client: httpx.AsyncClient) -> None:
        answer = await client.post(f"profiles/{uuid4()}/submissions")
        assert answer.status_code == 401
        person = await signed_up(client, organization_form())
        assert (await submit(client, person)).status_code == 403
