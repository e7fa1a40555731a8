import asyncio
from typing import Any
from uuid import UUID, uuid4

import httpx
import pytest
from contracts import Permission
from contracts.identity import InvitationCreated, PrincipalChanged, ProfileUpdated, SessionEnded
from identity.config import Settings
from kit.security.auth import TokenInvalid
from kit.testing import ServiceUnderTest

from services.identity.tests.administration.users.factories import (
    ALL,
    a_role,
    a_super_admin,
    invitation,
    take_roles,
    user_of,
)
from services.identity.tests.factories import (
    PASSWORD,
    Person,
    accept,
    admin,
    codes_of,
    execute,
    last_code,
    refuses,
    scalar,
    sign_in_again,
    sign_up_form,
    signed_up,
    verified,
)


async def post(
    client: httpx.AsyncClient, boss: Person, path: str, **body: object
) -> httpx.Response:
    return await client.post(path, json=body, headers=boss.headers)


async def edit(
    client: httpx.AsyncClient, boss: Person, person: Person, **changes: object
) -> httpx.Response:
    return await client.put(f"users/{person.id}", json=changes, headers=boss.headers)


class TestAdding:
    async def test_invites_by_mail_whoever_chooses_a_password_then_and_signs_in(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        boss = await admin(client, service, *ALL)
        role = await a_role(service, Permission.VIEW_USERS)
        body = invitation(role_ids=[str(role)])
        answer = await client.post("users", json=body, headers=boss.headers)
        assert answer.status_code == 201, answer.text
        added = answer.json()
        assert added["profiles"][0]["type"] == "admin"
        assert added["phone"] == "+966501234567"
        assert added["verified_at"] is None
        (published,) = await service.published(InvitationCreated)
        assert (published.email, published.profile_type) == (body["email"], "admin")
        profile = (await service.published(ProfileUpdated))[-1]
        assert (profile.profile_type, profile.verified) == ("admin", False)
        accepted = await accept(client, published.token)
        token = accepted.json()["access_token"]
        assert await scalar(service, "SELECT verified_at FROM users WHERE username = 'reem'")
        assert (await service.context.verifier.verify(token)).permissions == {"view-users"}

    async def test_takes_no_more_than_the_fields_of_the_form(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        boss = await admin(client, service, Permission.CREATE_USER)
        extras: dict[str, Any] = {"verified_at": "2026-01-01T00:00:00Z", "profile_type": "trainer"}
        extras |= {"roles": ["super-admin"], "permissions": list(Permission)}
        answer = await client.post("users", json=invitation(**extras), headers=boss.headers)
        assert refuses(answer, extras), answer.text
        assert await scalar(service, "SELECT count(*) FROM users WHERE username = 'reem'") == 0

    async def test_gives_no_role_to_those_who_may_not_give_any(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        role = await a_role(service, Permission.CREATE_USER)
        boss = await admin(client, service, Permission.CREATE_USER)
        answer = await post(client, boss, "users", **invitation(role_ids=[str(role)]))
        assert (answer.status_code, answer.json()["code"]) == (403, "permission.required")
        boss = await admin(client, service, Permission.CREATE_USER, Permission.MANAGE_ROLES)
        more = await a_role(service, Permission.EDIT_USER)
        answer = await post(client, boss, "users", **invitation(role_ids=[str(more)]))
        assert (answer.status_code, answer.json()["code"]) == (403, "role.not_held")
        answer = await post(client, boss, "users", **invitation(role_ids=[str(uuid4())]))
        assert codes_of(answer) == {"role_ids": "role.not_found"}
        assert await scalar(service, "SELECT count(*) FROM users WHERE username = 'reem'") == 0

    async def test_refuses_what_is_taken_or_is_no_name(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        boss = await admin(client, service, Permission.CREATE_USER)
        other = await verified(client, service)
        email = invitation(email=other.user["email"].upper())
        assert codes_of(await post(client, boss, "users", **email)) == {"email": "email.taken"}
        username = invitation(username=other.user["username"])
        assert codes_of(await post(client, boss, "users", **username)) == {
            "username": "username.taken"
        }
        wrong = invitation(name_en="<b>Reem</b>", name_ar="ريم<script>", phone="12")
        assert codes_of(await post(client, boss, "users", **wrong)) == {
            "name_en": "name.not_latin",
            "name_ar": "name.not_arabic",
            "phone": "phone.invalid",
        }

    async def test_of_one_address_by_two_at_once_succeeds_once(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        boss = await admin(client, service, Permission.CREATE_USER)
        forms = [invitation(username=f"reem{n}") for n in range(2)]
        answers = await asyncio.gather(*(post(client, boss, "users", **form) for form in forms))
        assert sorted(answer.status_code for answer in answers) == [201, 422]


class TestEditing:
    async def test_changes_what_is_given_and_publishes_it(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        boss = await admin(client, service, Permission.EDIT_USER)
        person = await verified(client, service)
        answer = await edit(client, boss, person, name_en="Noor Al Huda", nationality="eg")
        assert answer.status_code == 200, answer.text
        assert answer.json()["name_en"] == "Noor Al Huda"
        assert answer.json()["email"] == person.user["email"]
        assert answer.json()["verified_at"]
        assert (await service.published(ProfileUpdated))[-1].name_en == "Noor Al Huda"
        # With an Arabic name only, all readers see that.
        answer = await edit(client, boss, person, name_en=None)
        assert answer.json()["name_en"] == answer.json()["name_ar"] == person.user["name_ar"]
        answer = await edit(client, boss, person, name_ar=None)
        assert (answer.status_code, codes_of(answer)) == (422, {"name_en": "name.required"})
        answer = await edit(client, boss, person, name_en="Noor", name_ar=None)
        assert (answer.json()["name_en"], answer.json()["name_ar"]) == ("Noor", "Noor")

    async def test_of_the_address_asks_for_verification_and_voids_what_was_sent(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        allowed = (Permission.EDIT_USER, Permission.EDIT_SIGN_IN_DETAILS)
        boss = await admin(client, service, *allowed)
        person = await signed_up(client)
        code = await last_code(service, person.id)
        answer = await edit(client, boss, person, email="other@example.com")
        assert answer.json()["verified_at"] is None
        await sign_in_again(client, person)
        answer = await client.post("auth/verify-otp", json={"code": code}, headers=person.headers)
        assert (answer.status_code, answer.json()["code"]) == (409, "one_time_code.expired")
        assert not await scalar(
            service, "SELECT verified_at FROM users WHERE id = :id", id=person.id
        )

    async def test_of_an_address_that_somebody_has_is_refused(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        boss = await admin(client, service, Permission.EDIT_USER)
        person, other = await verified(client, service), await verified(client, service)
        answer = await edit(client, boss, person, email=other.user["email"])
        assert codes_of(answer) == {"email": "email.taken"}

    async def test_takes_no_more_than_the_fields_of_the_form(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        boss = await admin(client, service, Permission.EDIT_USER)
        person = await signed_up(client)
        before = await user_row(service, person)
        extras = {"verified_at": "2026-01-01T00:00:00Z", "active": False, "username": "root2"}
        more = {"civil_number": "1000000008", "password_hash": "x", "roles": ["super-admin"]}
        answer = await edit(client, boss, person, **extras, **more)
        assert refuses(answer, extras | more), answer.text
        assert await user_row(service, person) == before


async def user_row(service: ServiceUnderTest[Settings], person: Person) -> str:
    found: str = await scalar(
        service,
        "SELECT concat_ws(' ', username, active, verified_at, civil_number, password_hash,"
        " (SELECT count(*) FROM profile_roles JOIN profiles p ON p.id = profile_id"
        " WHERE p.user_id = users.id)) FROM users WHERE id = :id",
        id=person.id,
    )
    return found


class TestDisabling:
    async def test_ends_sessions_and_tokens_at_once_until_the_user_is_enabled(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        boss = await admin(client, service, Permission.EDIT_USER)
        person = await verified(client, service)
        answer = await post(client, boss, f"users/{person.id}/disable")
        assert answer.json()["status"] == "disabled"
        assert answer.json()["sessions"] == []
        await hear(service)
        with pytest.raises(TokenInvalid):
            await service.context.verifier.verify(person.token)
        assert (await client.get("auth/authenticated", headers=person.headers)).status_code == 401
        assert (await client.post("auth/refresh", headers=person.cookies)).status_code == 401
        client.cookies.clear()
        form = {"username": person.user["username"], "password": PASSWORD}
        assert (await client.post("auth/login", json=form)).status_code == 401
        assert not (await service.published(ProfileUpdated))[-1].active
        assert (await post(client, boss, f"users/{person.id}/enable")).json()["status"] == "active"
        assert (await client.post("auth/login", json=form)).status_code == 200

    async def test_twice_is_published_once(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        boss = await admin(client, service, Permission.EDIT_USER)
        person = await verified(client, service)
        calls = (post(client, boss, f"users/{person.id}/disable") for _ in range(2))
        assert {answer.status_code for answer in await asyncio.gather(*calls)} == {200}
        published = [e for e in await service.published(SessionEnded) if e.user_id == person.id]
        assert len(published) == 1


async def hear(service: ServiceUnderTest[Settings]) -> None:
    """Receive the broadcasts, as every process does."""
    for changed in await service.published(PrincipalChanged):
        service.context.verifier.listen(changed)
    for ended in await service.published(SessionEnded):
        service.context.verifier.listen(ended)


class TestSessions:
    async def test_end_one_by_one_or_all_together(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        boss = await admin(client, service, Permission.VIEW_USERS, Permission.EDIT_USER)
        person = await verified(client, service)
        form = {"username": person.user["username"], "password": PASSWORD}
        for _ in range(2):
            await client.post("auth/login", json=form)
            client.cookies.clear()
        sessions = (await user_of(client, boss, person.id))["sessions"]
        assert len(sessions) == 3
        one = f"users/{person.id}/sessions/{sessions[0]['id']}"
        answer = await client.delete(one, headers=boss.headers)
        assert [each["id"] for each in answer.json()["sessions"]] == [
            each["id"] for each in sessions[1:]
        ]
        answer = await client.delete(one, headers=boss.headers)
        assert (answer.status_code, answer.json()["code"]) == (404, "session.not_found")
        answer = await client.delete(f"users/{person.id}/sessions", headers=boss.headers)
        assert answer.json()["sessions"] == []
        assert len(await service.published(SessionEnded)) == 3

    async def test_of_another_user_are_not_found(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        boss = await admin(client, service, Permission.VIEW_USERS, Permission.EDIT_USER)
        person, other = await verified(client, service), await verified(client, service)
        (theirs,) = (await user_of(client, boss, other.id))["sessions"]
        address = f"users/{person.id}/sessions/{theirs['id']}"
        answer = await client.delete(address, headers=boss.headers)
        assert answer.status_code == 404
        assert await service.published(SessionEnded) == []


class TestVerification:
    async def test_is_sent_again_within_the_limits(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        boss = await admin(client, service, Permission.EDIT_USER)
        person = await signed_up(client)
        address = f"users/{person.id}/verification"
        answer = await post(client, boss, address)
        assert (answer.status_code, answer.json()["code"]) == (429, "one_time_code.too_soon")
        assert int(answer.headers["retry-after"]) > 0
        await execute(service, "UPDATE otps SET created_at = now() - interval '2 minutes'")
        assert (await post(client, boss, address)).status_code == 200
        code = await last_code(service, person.id)
        answer = await client.post("auth/verify-otp", json={"code": code}, headers=person.headers)
        assert answer.status_code == 200
        answer = await post(client, boss, address)
        assert (answer.status_code, answer.json()["code"]) == (409, "user.already_verified")

    async def test_of_whom_was_invited_is_the_invitation(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        boss = await admin(client, service, Permission.CREATE_USER, Permission.EDIT_USER)
        added = (await post(client, boss, "users", **invitation())).json()
        address = f"users/{added['id']}/verification"
        assert (await post(client, boss, address)).status_code == 429
        await execute(
            service, "UPDATE invitations SET created_at = created_at - interval '2 minutes'"
        )
        assert (await post(client, boss, address)).status_code == 200
        first, second = await service.published(InvitationCreated)
        assert (await accept(client, first.token)).json()["code"] == "invitation.revoked"
        await post(client, boss, f"users/{added['id']}/disable")
        assert (await post(client, boss, address)).json()["code"] == "user.disabled"
        assert (await accept(client, second.token)).json()["code"] == "invitation.revoked"


OPERATIONS: list[tuple[str, str, object]] = [
    ("PUT", "", {"name_en": "Somebody Else"}),
    ("PUT", f"/profiles/{uuid4()}/roles", {"role_ids": [], "version": 1}),
    ("POST", "/disable", None),
    ("POST", "/enable", None),
    ("DELETE", "/sessions", None),
    ("DELETE", "/second-factor", None),
    ("POST", "/verification", None),
]


async def refusals(client: httpx.AsyncClient, boss: Person, user_id: UUID) -> set[tuple[int, str]]:
    """Collect status and code of each rejected operation."""
    found = set()
    for method, path, body in OPERATIONS:
        address = f"users/{user_id}{path}"
        answer = await client.request(method, address, json=body, headers=boss.headers)
        found.add((answer.status_code, answer.json()["code"]))
    return found


class TestRefusals:
    async def test_of_the_own_account(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        boss = await a_super_admin(client, service)
        assert await refusals(client, boss, boss.id) == {(403, "user.own_account")}

    async def test_of_users_who_may_do_more(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        boss = await admin(client, service, *ALL)
        above = await admin(client, service, Permission.VIEW_PAYMENTS)
        assert await refusals(client, boss, above.id) == {(403, "user.outranks")}
        # An admin with every permission is still outranked by a super-admin.
        boss = await admin(client, service, *Permission)
        above = await a_super_admin(client, service)
        assert await refusals(client, boss, above.id) == {(403, "user.outranks")}

    async def test_of_users_who_are_not_there(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        boss = await a_super_admin(client, service)
        owner = await verified(client, service)
        decoy = await signed_up(client, sign_up_form(email=owner.user["email"]))
        for user_id in (uuid4(), decoy.id):
            assert await refusals(client, boss, user_id) == {(404, "user.not_found")}

    async def test_to_those_whose_permission_was_just_taken(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        boss = await admin(client, service, *ALL)
        person = await signed_up(client)
        # The event has not arrived, so the token still has the roles.
        await take_roles(service, boss)
        assert await refusals(client, boss, person.id) == {(403, "permission.required")}
