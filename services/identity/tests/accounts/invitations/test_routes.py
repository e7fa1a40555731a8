import asyncio
from typing import Any

import httpx
import pytest
from contracts import ProfileType
from contracts.identity import InvitationCreated, ProfileUpdated, StaffSubmitted
from identity.accounts.accounts.models import Profile, User
from identity.accounts.invitations.service import create_invitation
from identity.config import Settings
from kit.testing import ServiceUnderTest

from services.identity.tests.accounts.invitations.factories import an_organization, invited
from services.identity.tests.factories import (
    NEW_PASSWORD,
    Person,
    accept,
    codes_of,
    execute,
    scalar,
    signed_up,
    verified,
)

Service = ServiceUnderTest[Settings]


@pytest.fixture
async def boss(client: httpx.AsyncClient, service: Service) -> Person:
    return await an_organization(client, service)


async def state(service: Service, event: InvitationCreated) -> Any:
    """Read the rows that an answer could change."""
    return await scalar(
        service,
        "SELECT concat_ws(' ', i.status, p.status, p.submission, u.password_hash, u.verified_at,"
        " (SELECT count(*) FROM sessions s WHERE s.user_id = u.id))"
        " FROM invitations i JOIN profiles p ON p.id = i.profile_id"
        " JOIN users u ON u.id = i.user_id WHERE i.id = :id",
        id=event.invitation_id,
    )


async def decline(
    client: httpx.AsyncClient, token: str, person: Person | None = None
) -> httpx.Response:
    headers = person.headers if person else {}
    return await client.post("auth/invitation/decline", json={"token": token}, headers=headers)


KEY = {"Idempotency-Key": "lost-on-the-way"}


class TestNewPerson:
    async def test_sees_who_invites_and_signs_in_with_a_password_and_a_verified_address(
        self, client: httpx.AsyncClient, service: Service, boss: Person
    ) -> None:
        event = await invited(service, boss)
        # Like a browser that retries after a lost response.
        for _ in range(2):
            read = await client.post("auth/invitation", json={"token": event.token}, headers=KEY)
            assert read.status_code == 200
        seen = read.json()
        assert (seen["profile_type"], seen["chooses_password"]) == ("staff", True)
        assert (seen["organization_name_en"], seen["email"]) == ("Test Academy", event.email)
        answer = await accept(client, event.token, terms_version=2)
        assert answer.status_code == 200, answer.text
        user = answer.json()["user"]
        accepted = "SELECT terms_version FROM users WHERE id = :id"
        assert await scalar(service, accepted, id=user["id"]) == 2
        assert user["verified_at"]
        assert [each["type"] for each in user["profiles"]] == ["staff"]
        assert user["profiles"][0]["approval"]["status"] == "submitted"
        assert answer.cookies["refresh_token"]
        claims = await service.context.verifier.verify(answer.json()["access_token"])
        assert claims.verified and claims.profiles[0].type is ProfileType.STAFF
        form = {"username": seen["username"], "password": NEW_PASSWORD}
        assert (await client.post("auth/login", json=form)).status_code == 200
        (submitted,) = await service.published(StaffSubmitted)
        assert str(submitted.profile_id) == user["profiles"][0]["id"]

    async def test_keeps_the_rules_of_signing_up(
        self, client: httpx.AsyncClient, service: Service, boss: Person
    ) -> None:
        event = await invited(service, boss)
        before = await state(service, event)
        refused = {
            "password": await accept(client, event.token, password=None),
            "accept_terms": await accept(client, event.token, accept_terms=False),
        }
        for field, answer in refused.items():
            assert (answer.status_code, list(codes_of(answer))) == (422, [field])
        own = event.email.partition("@")[0] + " 1"
        assert "password" in codes_of(await accept(client, event.token, password=own))
        assert await state(service, event) == before

    async def test_is_unknown_to_other_services_until_then(
        self, client: httpx.AsyncClient, service: Service, boss: Person
    ) -> None:
        event = await invited(service, boss, type_=ProfileType.TRAINER)
        published = [e.user_id for e in await service.published(ProfileUpdated)]
        assert event.user_id not in published
        answer = await accept(client, event.token)
        assert answer.json()["user"]["profiles"][0]["approval"]["status"] == "approved"
        assert (await service.published(ProfileUpdated))[-1].user_id == event.user_id


class TestExistingPerson:
    async def test_accepts_signed_in_and_goes_on_with_the_profile_besides(
        self, client: httpx.AsyncClient, service: Service, boss: Person
    ) -> None:
        person = await verified(client, service)
        event = await invited(service, boss, person.id)
        seen = (await client.post("auth/invitation", json={"token": event.token})).json()
        assert not seen["chooses_password"]
        current = await client.get("auth/authenticated", headers=person.headers)
        assert [each["type"] for each in current.json()["profiles"]] == ["candidate"]
        answer = await accept(client, event.token, person, password=NEW_PASSWORD)
        person.use(answer)
        assert [each["type"] for each in person.user["profiles"]] == ["candidate", "staff"]
        assert "refresh_token" not in answer.cookies
        form = {"username": person.user["username"], "password": NEW_PASSWORD}
        assert (await client.post("auth/login", json=form)).status_code == 401

    async def test_declines_signed_in(
        self, client: httpx.AsyncClient, service: Service, boss: Person
    ) -> None:
        person = await verified(client, service)
        event = await invited(service, boss, person.id)
        assert (await decline(client, event.token)).json()["code"] == "invitation.sign_in_required"
        assert (await decline(client, event.token, person)).status_code == 204
        assert (await state(service, event)).startswith("declined declined 0")
        assert (await accept(client, event.token, person)).json()[
            "code"
        ] == "invitation.already_answered"


class TestRefusals:
    async def test_of_links_that_are_over_change_nothing(
        self, client: httpx.AsyncClient, service: Service, boss: Person
    ) -> None:
        used, expired, declined, disabled = [await invited(service, boss) for _ in range(4)]
        assert (await accept(client, used.token)).status_code == 200
        assert (await decline(client, declined.token)).status_code == 204
        await execute(
            service,
            "UPDATE invitations SET expires_at = now() WHERE id = :id",
            id=expired.invitation_id,
        )
        await execute(
            service, "UPDATE users SET active = false WHERE id = :id", id=disabled.user_id
        )
        cases = {
            "invitation.already_answered": used,
            "invitation.expired": expired,
            "invitation.revoked": disabled,
        }
        for code, event in cases.items():
            before = await state(service, event)
            answers = [
                await client.post("auth/invitation", json={"token": event.token}),
                await accept(client, event.token),
                await decline(client, event.token),
            ]
            assert {(a.status_code, a.json()["code"]) for a in answers} == {(409, code)}
            assert await state(service, event) == before
        answer = await accept(client, declined.token)
        assert answer.json()["code"] == "invitation.already_answered"
        answer = await accept(client, "x" * 43)
        assert (answer.status_code, answer.json()["code"]) == (404, "invitation.not_found")

    async def test_of_another_account_change_nothing(
        self, client: httpx.AsyncClient, service: Service, boss: Person
    ) -> None:
        person, other = await verified(client, service), await signed_up(client)
        for event in (await invited(service, boss, person.id), await invited(service, boss)):
            before = await state(service, event)
            answers = [await accept(client, event.token, other, password=NEW_PASSWORD)]
            answers.append(await decline(client, event.token, other))
            assert {(a.status_code, a.json()["code"]) for a in answers} == {
                (403, "invitation.other_account")
            }
            assert await state(service, event) == before

    async def test_of_a_guest_where_the_person_has_a_password(
        self, client: httpx.AsyncClient, service: Service, boss: Person
    ) -> None:
        person = await verified(client, service)
        event = await invited(service, boss, person.id)
        before = await state(service, event)
        answer = await accept(client, event.token)
        assert (answer.status_code, answer.json()["code"]) == (403, "invitation.sign_in_required")
        assert await state(service, event) == before

    async def test_of_the_link_before_the_last(
        self, client: httpx.AsyncClient, service: Service, boss: Person
    ) -> None:
        first = await invited(service, boss)
        async with service.database.transaction() as session:
            user = await session.get_one(User, first.user_id)
            profile_id = await scalar(service, "SELECT profile_id FROM invitations")
            profile = await session.get_one(Profile, profile_id)
            await create_invitation(session, user, profile, boss.id)
        second = (await service.published(InvitationCreated))[-1]
        assert (await accept(client, first.token)).json()["code"] == "invitation.revoked"
        assert (await accept(client, second.token)).status_code == 200


class TestSecret:
    async def test_is_stored_as_its_hash_only(
        self, client: httpx.AsyncClient, service: Service, boss: Person
    ) -> None:
        event = await invited(service, boss)
        stored = await scalar(service, "SELECT invitations::text FROM invitations")
        assert event.token not in stored

    async def test_is_accepted_once_by_two_at_once(
        self, client: httpx.AsyncClient, service: Service, boss: Person
    ) -> None:
        # Trainers submit nothing; a second submission would violate the primary key.
        for person in (None, await verified(client, service)):
            event = await invited(service, boss, person.id if person else None, ProfileType.TRAINER)
            answers = await asyncio.gather(*(accept(client, event.token, person) for _ in range(2)))
            assert sorted(a.status_code for a in answers) == [200, 409]
        event = await invited(service, boss)
        assert (await accept(client, event.token)).status_code == 200
        assert len(await service.published(StaffSubmitted)) == 1
