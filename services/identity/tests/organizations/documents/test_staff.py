from datetime import timedelta
from typing import Any

import httpx
import pytest
from contracts import Permission
from contracts.identity import DocumentExpiring, DocumentReplaced, StaffSubmitted
from identity.config import Settings
from kit.domain.timezone import today
from kit.testing import ServiceUnderTest

from services.identity.tests.accounts.invitations.factories import an_organization, invited
from services.identity.tests.factories import (
    Person,
    admin,
    codes_of,
    execute,
    organization_form,
    pdf,
    renew,
    scalar,
    signed_up,
    submit,
    verified,
)
from services.identity.tests.organizations.documents.test_documents import a_kind

STAFF_KIND = {"profile_type": "staff", "name_en": "Work permit", "name_ar": "تصريح العمل"}


async def a_draft(client: httpx.AsyncClient, service: ServiceUnderTest[Settings]) -> Person:
    """Return a staff member who has not submitted yet."""
    organization = await signed_up(client, organization_form())
    person = await verified(client, service)
    await execute(
        service,
        "UPDATE profiles SET type = 'staff', approval_status = 'draft',"
        " organization_id = :organization WHERE id = :id",
        organization=organization.organization_id,
        id=person.profile_id,
    )
    await renew(client, person)
    return person


async def hand_in(
    client: httpx.AsyncClient, person: Person, kind: dict[str, Any]
) -> httpx.Response:
    return await client.put(
        f"profiles/{person.profile_id}/documents/{kind['id']}",
        data={"expires_on": str(today() + timedelta(days=400))},
        files={"file": ("x", pdf())},
        headers=person.headers,
    )


async def documents_of(client: httpx.AsyncClient, person: Person) -> dict[str, Any]:
    url = f"profiles/{person.profile_id}/documents"
    found: dict[str, Any] = (await client.get(url, headers=person.headers)).json()
    return found


class TestHandingIn:
    async def test_completes_what_is_submitted_and_approvers_see_it(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        kind = await a_kind(client, service, **STAFF_KIND)
        person = await a_draft(client, service)
        assert codes_of(await submit(client, person)) == {
            f"documents.{kind['id']}": "field.missing"
        }
        found = await documents_of(client, person)
        assert [each["id"] for each in found["kinds"]] == [kind["id"]]
        assert (found["complete"], found["editable"], found["documents"]) == (False, True, [])

        answer = await hand_in(client, person, kind)
        assert answer.status_code == 200, answer.text
        assert answer.json()["complete"]
        (document,) = answer.json()["documents"]
        assert (await submit(client, person)).status_code == 201
        (submitted,) = await service.published(StaffSubmitted)
        assert [str(each.document_id) for each in submitted.snapshot.documents] == [document["id"]]

        # Cannot be changed under review.
        answer = await hand_in(client, person, kind)
        assert (answer.status_code, answer.json()["code"]) == (
            409,
            "document.not_editable",
        )
        approver = await admin(client, service, Permission.VIEW_APPROVAL_SYSTEM)
        url = f"staff/{person.profile_id}/documents/{document['id']}"
        content = await client.get(url, headers=approver.headers)
        assert (content.status_code, content.content) == (200, pdf())
        own = f"profiles/{person.profile_id}/documents/{document['id']}"
        assert (await client.get(own, headers=person.headers)).content == pdf()

    async def test_renewed_after_the_approval_is_shown_to_the_admins(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        kind = await a_kind(client, service, **STAFF_KIND)
        person = await a_draft(client, service)
        viewer = await admin(client, service, Permission.VIEW_USERS)
        await admin(client, service, Permission.VIEW_ORGANIZATION)
        await hand_in(client, person, kind)
        assert await service.published(DocumentReplaced) == []
        await execute(service, "UPDATE profiles SET approval_status = 'approved'")
        (document,) = (await hand_in(client, person, kind)).json()["documents"]
        (replaced,) = await service.published(DocumentReplaced)
        assert (str(replaced.document_id), replaced.user_id) == (document["id"], person.id)
        assert replaced.organization_id == person.organization_id
        assert viewer.id in replaced.reviewer_user_ids
        seen = (await client.get(f"users/{person.id}", headers=viewer.headers)).json()["documents"]
        profile = str(person.profile_id)
        assert [(each["profile_id"], each["id"]) for each in seen] == [(profile, document["id"])]
        url = f"staff/{profile}/documents/{document['id']}"
        assert (await client.get(url, headers=viewer.headers)).content == pdf()

    async def test_is_nobody_else_s(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        kind = await a_kind(client, service, **STAFF_KIND)
        person, other = await a_draft(client, service), await a_draft(client, service)
        (document,) = (await hand_in(client, person, kind)).json()["documents"]
        for profile, code in (
            (person.profile_id, "profile.not_found"),
            (other.profile_id, "document.not_found"),
        ):
            url = f"profiles/{profile}/documents/{document['id']}"
            answer = await client.get(url, headers=other.headers)
            assert (answer.status_code, answer.json()["code"]) == (404, code)
        boss = await admin(client, service, Permission.VIEW_ORGANIZATION)
        url = f"staff/{person.profile_id}/documents/{document['id']}"
        assert (await client.get(url, headers=boss.headers)).status_code == 403

    @pytest.mark.parametrize("profile_type", ["organization", "staff"])
    async def test_each_type_is_asked_for_its_own(
        self,
        client: httpx.AsyncClient,
        service: ServiceUnderTest[Settings],
        profile_type: str,
    ) -> None:
        kind = await a_kind(client, service, **STAFF_KIND | {"profile_type": profile_type})
        person = await a_draft(client, service)
        asked = profile_type == "staff"
        assert len((await documents_of(client, person))["kinds"]) == asked
        answer = await hand_in(client, person, kind)
        assert answer.status_code == (200 if asked else 404)
        boss = await admin(client, service, Permission.MANAGE_APPLICATION_SETTINGS)
        url = "profiles/document-kinds?profile_type=staff"
        listed = (await client.get(url, headers=boss.headers)).json()["data"]
        assert [row["handed_in"] for row in listed] == ([1] if asked else [])

    async def test_whoever_is_invited_submits_after_that(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        await a_kind(client, service, **STAFF_KIND)
        person = await verified(client, service)
        boss = await an_organization(client, service)
        invitation = await invited(service, boss, person.id)
        answer = await client.post(
            "auth/invitation/accept", json={"token": invitation.token}, headers=person.headers
        )
        assert answer.status_code == 200, answer.text
        status = "SELECT approval_status FROM profiles WHERE user_id = :id AND type = 'staff'"
        assert await scalar(service, status, id=person.id) == "draft"
        assert await service.published(StaffSubmitted) == []

    async def test_who_has_it_is_reminded_before_it_ends(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        kind = await a_kind(client, service, **STAFF_KIND)
        person = await a_draft(client, service)
        await hand_in(client, person, kind)
        soon = today() + timedelta(days=5)
        await execute(service, "UPDATE profile_documents SET expires_on = :day", day=soon)
        assert await service.sweep("announce_expiring_documents") == 0
        await execute(service, "UPDATE profiles SET approval_status = 'approved'")
        assert await service.sweep("announce_expiring_documents") == 1
        (announced,) = await service.published(DocumentExpiring)
        assert (announced.user_id, announced.days) == (person.id, 7)

    async def test_401_when_signed_out(self, client: httpx.AsyncClient) -> None:
        profile_id = "0198c2f0-0000-7000-8000-000000000001"
        assert (await client.get(f"profiles/{profile_id}/documents")).status_code == 401
