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
from identity.config import Settings
from kit.testing import ServiceUnderTest

from services.identity.tests.factories import (
    Person,
    execute,
    organization_form,
    renew,
    signed_up,
    verified,
)

WHY = "The Arabic name differs from the licence."


async def decide(
    service: ServiceUnderTest[Settings],
    kind: Any,
    content_type: ContentType,
    content_id: UUID,
    submission: int = 1,
) -> None:
    event = kind(
        request_id=uuid4(),
        content_type=content_type,
        content_id=content_id,
        submission=submission,
        decided_by=uuid4(),
        comment=WHY,
    )
    await service.deliver(event, sequence=submission)


async def approval_of(client: httpx.AsyncClient, person: Person) -> dict[str, str]:
    await renew(client, person)
    approval: dict[str, str] = person.user["profiles"][0]["approval"]
    return approval


async def submit(client: httpx.AsyncClient, person: Person, **body: Any) -> httpx.Response:
    url = f"profiles/{person.profile_id}/submissions"
    return await client.post(url, json=body, headers=person.headers)


class TestSubmitOrganizationAgain:
    async def decided(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings], kind: Any
    ) -> Any:
        person = await verified(client, service, organization_form())
        organization_id = UUID(person.user["profiles"][0]["organization_id"])
        await decide(service, kind, ContentType.ORGANIZATION, organization_id)
        return person, organization_id

    async def test_states_why_it_was_sent_back_and_accepts_it_mended(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        person, _ = await self.decided(client, service, RequestReturned)
        assert await approval_of(client, person) == {"status": "returned", "comment": WHY}
        answer = await submit(client, person, organization_name_ar="أكاديمية النور")
        assert answer.status_code == 201
        profile = answer.json()["profiles"][0]
        assert profile["approval"] == {"status": "submitted", "comment": None}
        assert profile["organization_name_ar"] == "أكاديمية النور"
        assert profile["organization_name_en"] == "Test Academy"
        submitted = (await service.published(OrganizationSubmitted))[-1]
        assert (submitted.submission, submitted.submitted_by) == (2, person.id)
        assert submitted.name_ar == "أكاديمية النور"
        assert (await service.published(OrganizationUpdated))[-1].status == "submitted"
        assert (await service.published(ProfileUpdated))[-1].approval_status == "submitted"

    async def test_the_next_decision_is_about_the_next_submission(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        person, organization_id = await self.decided(client, service, RequestReturned)
        await approval_of(client, person)
        await submit(client, person)
        await decide(service, RequestRejected, ContentType.ORGANIZATION, organization_id)
        assert (await approval_of(client, person))["status"] == "submitted"
        await decide(service, RequestApproved, ContentType.ORGANIZATION, organization_id, 2)
        assert (await approval_of(client, person))["status"] == "approved"

    @pytest.mark.parametrize("kind", [RequestApproved, RequestRejected])
    async def test_409_after_any_other_decision(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings], kind: Any
    ) -> None:
        person, _ = await self.decided(client, service, kind)
        assert (await approval_of(client, person))["comment"] == WHY
        answer = await submit(client, person)
        assert (answer.status_code, answer.json()["code"]) == (409, "approval.not_returned")

    async def test_409_while_it_waits(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        person = await verified(client, service, organization_form())
        assert (await submit(client, person)).status_code == 409
        assert len(await service.published(OrganizationSubmitted)) == 1


class TestSubmitStaffAgain:
    async def test_counts_the_submissions(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        organization = await signed_up(client, organization_form())
        person = await verified(client, service)
        await execute(
            service,
            "UPDATE profiles SET type = 'staff', approval_status = 'submitted', submission = 1,"
            " organization_id = :organization_id WHERE id = :id",
            organization_id=organization.user["profiles"][0]["organization_id"],
            id=person.profile_id,
        )
        await decide(service, RequestReturned, ContentType.STAFF, person.profile_id)
        assert await approval_of(client, person) == {"status": "returned", "comment": WHY}
        answer = await submit(client, person)
        approval = answer.json()["profiles"][0]["approval"]
        assert approval == {"status": "submitted", "comment": None}
        (submitted,) = await service.published(StaffSubmitted)
        assert (submitted.profile_id, submitted.submission) == (person.profile_id, 2)
        assert (await submit(client, person)).status_code == 409


class TestRefusals:
    async def test_404_for_another_s_profile_and_409_for_a_candidate(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        person, other = await verified(client, service), await verified(client, service)
        url = f"profiles/{other.profile_id}/submissions"
        answer = await client.post(url, json={}, headers=person.headers)
        assert (answer.status_code, answer.json()["code"]) == (404, "profile.not_found")
        assert (await submit(client, person)).status_code == 409

    async def test_401_and_403(self, client: httpx.AsyncClient) -> None:
        answer = await client.post(f"profiles/{uuid4()}/submissions", json={})
        assert answer.status_code == 401
        person = await signed_up(client, organization_form())
        assert (await submit(client, person)).status_code == 403
