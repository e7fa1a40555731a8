import asyncio
from typing import Any
from uuid import uuid4

import httpx
from contracts import Permission
from contracts.identity import InvitationCreated, PrincipalChanged, ProfileUpdated
from identity.accounts.accounts.rules import ORGANIZATION_RIGHTS
from identity.config import Settings
from kit.testing import ServiceUnderTest

from services.identity.tests.administration.candidates.factories import (
    an_organization,
    organization_id_of,
    usernames,
)
from services.identity.tests.administration.users.factories import invitation
from services.identity.tests.factories import (
    Person,
    a_civil_number,
    admin,
    codes_of,
    execute,
    refuses,
    scalar,
    verified,
)

EDITOR = (
    Permission.VIEW_CANDIDATES,
    Permission.EDIT_CANDIDATE,
    Permission.EDIT_SIGN_IN_DETAILS,
)


CANDIDATE = {field: value for field, value in invitation().items() if field != "username"}


async def add(client: httpx.AsyncClient, boss: Person, **changes: Any) -> httpx.Response:
    return await client.post("candidates", json=CANDIDATE | changes, headers=boss.headers)


async def edit(
    client: httpx.AsyncClient, boss: Person, person: Person, **changes: Any
) -> httpx.Response:
    path = f"candidates/{person.profile_id}"
    return await client.put(path, json=changes, headers=boss.headers)


class TestAdding:
    async def test_invites_a_candidate_whom_the_organization_that_brings_them_sees(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        boss, academy = (
            await admin(client, service, *EDITOR),
            await an_organization(client, service),
        )
        number = a_civil_number()
        organization_id = str(organization_id_of(academy))
        answer = await add(client, boss, civil_number=number, organization_id=organization_id)
        assert answer.status_code == 201, answer.text
        added = answer.json()
        assert (added["status"], added["person"]["civil_number"]) == ("registered", number)
        (published,) = await service.published(InvitationCreated)
        assert (published.email, published.profile_type) == ("reem@example.com", "candidate")
        profile = (await service.published(ProfileUpdated))[-1]
        assert (str(profile.profile_id), profile.profile_type) == (added["id"], "candidate")
        assert await usernames(client, academy) == ["reem"]

    async def test_takes_no_more_than_the_fields_of_the_form(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        boss = await admin(client, service, *EDITOR)
        extras = {"verified_at": "2026-01-01T00:00:00Z", "paid": True, "role_ids": [str(uuid4())]}
        extras |= {"profile_type": "admin", "type": "admin", "username": "root2"}
        answer = await add(client, boss, **extras)
        assert refuses(answer, extras), answer.text
        assert await service.published(InvitationCreated) == []

    async def test_refuses_what_is_taken_and_makes_nothing(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        boss, other = await admin(client, service, *EDITOR), await verified(client, service)
        number = a_civil_number()
        taken = "UPDATE users SET civil_number = :number WHERE id = :id"
        await execute(service, taken, number=number, id=other.id)
        for changes, codes in (
            ({"email": other.user["email"]}, {"email": "email.taken"}),
            ({"civil_number": number}, {"civil_number": "civil_number.taken"}),
            ({"passport_number": "K1234567"}, {"passport_country": "field.missing"}),
            (
                {"organization_id": str(uuid4())},
                {"organization_id": "organization.not_found"},
            ),
        ):
            answer = await add(client, boss, **changes)
            assert (answer.status_code, codes_of(answer)) == (422, codes)
        assert await scalar(service, "SELECT count(*) FROM users WHERE username = 'reem'") == 0
        assert await service.published(InvitationCreated) == []

    async def test_of_one_address_by_two_at_once_succeeds_once(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        boss = await admin(client, service, *EDITOR)
        answers = await asyncio.gather(*(add(client, boss) for _ in range(2)))
        assert sorted(answer.status_code for answer in answers) == [201, 422]

    async def test_is_for_those_who_may_edit_candidates(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        assert (await client.post("candidates", json=CANDIDATE)).status_code == 401
        viewer = await admin(client, service, Permission.VIEW_CANDIDATES)
        academy = await an_organization(client, service)
        for who in (viewer, academy):
            assert (await add(client, who)).status_code == 403


class TestInvitingAgain:
    async def test_replaces_the_link_of_those_who_have_not_answered_and_of_nobody_else(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        boss, other = await admin(client, service, *EDITOR), await verified(client, service)
        added = (await add(client, boss)).json()
        path = f"candidates/{added['id']}/invitation"
        answer = await client.post(path, headers=boss.headers)
        assert (answer.status_code, answer.json()["code"]) == (429, "invitation.too_soon")
        await execute(service, "UPDATE invitations SET created_at = created_at - interval '1 hour'")
        answer = await client.post(path, headers=boss.headers)
        assert answer.status_code == 200, answer.text
        first, second = await service.published(InvitationCreated)
        for token, status in ((first.token, 409), (second.token, 200)):
            accepted = await client.post(
                "auth/invitation/accept",
                json={"token": token, "password": "an entirely new 42", "accept_terms": True},
            )
            assert accepted.status_code == status, accepted.text
            client.cookies.clear()
        for profile_id in (added["id"], other.profile_id):
            answer = await client.post(f"candidates/{profile_id}/invitation", headers=boss.headers)
            assert (answer.status_code, answer.json()["code"]) == (409, "candidate.not_invited")


class TestEditing:
    async def test_changes_what_is_given_and_publishes_it(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        boss, person = await admin(client, service, *EDITOR), await verified(client, service)
        number = a_civil_number()
        changes = {"name_en": "Noor Al Huda", "nationality": "eg", "civil_number": number}
        answer = await edit(client, boss, person, **changes)
        assert answer.status_code == 200, answer.text
        found = answer.json()
        assert (found["name_en"], found["person"]["nationality"]) == ("Noor Al Huda", "EG")
        assert (found["person"]["civil_number"], found["email"]) == (number, person.user["email"])
        assert (await service.published(ProfileUpdated))[-1].name_en == "Noor Al Huda"
        # The claims changed: the person has a number.
        assert person.id in {each.user_id for each in await service.published(PrincipalChanged)}
        answer = await edit(client, boss, person, email="other@example.com")
        assert answer.json()["verified_at"] is None
        assert (await edit(client, boss, person, email=None)).status_code == 422

    async def test_of_a_number_follows_the_rule_for_its_owner(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        boss, person = await admin(client, service, *EDITOR), await verified(client, service)
        assert (await edit(client, boss, person, civil_number=a_civil_number())).is_success
        answer = await edit(client, boss, person, civil_number=None)
        assert codes_of(answer) == {"civil_number": "identification.required"}
        await execute(
            service, "UPDATE users SET numbers_fixed_at = now() WHERE id = :id", id=person.id
        )
        answer = await edit(client, boss, person, civil_number=a_civil_number())
        assert codes_of(answer) == {"civil_number": "identity_number.fixed"}

    async def test_of_a_person_who_is_more_than_a_candidate_needs_more(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        boss, person = await admin(client, service, *EDITOR), await verified(client, service)
        academy = await an_organization(client, service)
        await execute(
            service,
            "INSERT INTO profiles (id, user_id, type, organization_id, approval_status,"
            " submission, paid, version, created_at)"
            " VALUES (gen_random_uuid(), :user, 'organization', :organization, 'approved',"
            " 0, true, 1, now())",
            user=person.id,
            organization=organization_id_of(academy),
        )
        answer = await edit(client, boss, person, email="taken.over@example.com")
        assert (answer.status_code, answer.json()["code"]) == (403, "user.outranks")
        more = await admin(client, service, *EDITOR, Permission.EDIT_USER)
        answer = await edit(client, more, person, name_en="Noor Al Huda")
        assert (answer.status_code, answer.json()["code"]) == (403, "user.outranks")
        most = await admin(
            client, service, *EDITOR, Permission.EDIT_USER, *(ORGANIZATION_RIGHTS - set(EDITOR))
        )
        assert (await edit(client, most, person, name_en="Noor Al Huda")).status_code == 200

    async def test_is_refused_of_others_and_by_others(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        boss, person = await admin(client, service, *EDITOR), await verified(client, service)
        answer = await edit(client, boss, boss, name_en="Noor Al Huda")
        assert (answer.status_code, answer.json()["code"]) == (404, "candidate.not_found")
        viewer = await admin(client, service, Permission.VIEW_CANDIDATES)
        assert (await edit(client, viewer, person, name_en="Noor Al Huda")).status_code == 403
        path = f"candidates/{person.profile_id}"
        found = (await client.get(path, headers=viewer.headers)).json()["person"]
        assert found["can_edit"] is False
