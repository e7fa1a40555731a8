import asyncio
from uuid import UUID

import httpx
import pytest
from contracts import SUPER_ADMIN, Permission
from contracts.identity import AdminRolesUpdated, PrincipalChanged, RoleUpdated
from identity.config import Settings
from identity.republish import republish
from kit.database.db import new_id
from kit.security.auth import TokenStale
from kit.testing import ServiceUnderTest

from services.identity.tests.administration.users.factories import (
    a_role,
    a_super_admin,
    put_roles,
    system_roles,
    user_of,
)
from services.identity.tests.factories import Person, admin, execute, renew, scalar, verified

MANAGING = (Permission.VIEW_USERS, Permission.MANAGE_ROLES)


async def super_admins(service: ServiceUnderTest[Settings]) -> int:
    """Count the active super-admins."""
    found: int = await scalar(
        service,
        "SELECT count(*) FROM profile_roles JOIN roles ON roles.id = role_id"
        " JOIN profiles ON profiles.id = profile_id"
        " JOIN users ON users.id = user_id WHERE slug = 'super-admin' AND active",
    )
    return found


class TestRoles:
    async def test_are_given_and_taken_and_older_tokens_refused(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        boss = await admin(client, service, *MANAGING)
        person = await verified(client, service)
        role = await a_role(service, Permission.VIEW_USERS)
        answer = await put_roles(client, boss, person, role)
        assert answer.status_code == 200, answer.text
        assert [each["id"] for each in answer.json()["profiles"][0]["roles"]] == [str(role)]
        service.context.verifier.listen((await service.published(PrincipalChanged))[-1])
        with pytest.raises(TokenStale):
            await service.context.verifier.verify(person.token)
        await renew(client, person)
        claims = await service.context.verifier.verify(person.token)
        assert claims.permissions == {"view-users"}
        assert (await put_roles(client, boss, person)).json()["profiles"][0]["roles"] == []
        await renew(client, person)
        assert person.user["permissions"] == []

    async def test_of_admins_are_published_whole_and_again_on_republishing(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        boss = await admin(client, service, *MANAGING)
        person = await admin(client, service, *MANAGING)
        candidate = await verified(client, service)
        roles = [await a_role(service, Permission.VIEW_USERS) for _ in range(2)]
        await put_roles(client, boss, candidate, *roles)
        before = len(await service.published(AdminRolesUpdated))
        await put_roles(client, boss, person, *roles)
        await put_roles(client, boss, person, roles[1])
        published = (await service.published(AdminRolesUpdated))[before:]
        assert [set(each.role_ids) for each in published] == [set(roles), {roles[1]}]
        assert {each.profile_id for each in published} == {UUID(str(person.profile_id))}
        async with service.database.transaction() as session:
            again = [each async for each, _ in republish(session)]
        assert published[-1] in again
        known = [each.role_id for each in again if isinstance(each, RoleUpdated)]
        assert set(roles) <= set(known)
        held = [each for each in again if isinstance(each, AdminRolesUpdated)]
        assert UUID(str(candidate.profile_id)) not in {each.profile_id for each in held}

    async def test_that_allow_more_than_the_giver_may_do_are_refused(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        boss = await admin(client, service, *MANAGING)
        person = await verified(client, service)
        beyond = await a_role(service, Permission.VIEW_USERS, Permission.EDIT_USER)
        everything = (await system_roles(service))[SUPER_ADMIN]
        for role in (beyond, everything):
            answer = await put_roles(client, boss, person, role)
            assert (answer.status_code, answer.json()["code"]) == (403, "role.not_held")
        # Even an admin with every permission cannot create a super-admin.
        boss = await admin(client, service, *Permission)
        answer = await put_roles(client, boss, person, everything)
        assert (answer.status_code, answer.json()["code"]) == (403, "role.not_held")
        assert (await user_of(client, boss, person.id))["profiles"][0]["roles"] == []

    async def test_changed_by_two_who_looked_at_the_same_is_a_conflict_for_one(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        boss = await admin(client, service, *MANAGING)
        person = await verified(client, service)
        seen = (await user_of(client, boss, person.id))["version"]
        roles = [await a_role(service), await a_role(service)]
        answers = await asyncio.gather(
            *(put_roles(client, boss, person, role, version=seen) for role in roles)
        )
        assert sorted(answer.status_code for answer in answers) == [200, 409]
        (refused,) = [answer for answer in answers if answer.status_code == 409]
        assert refused.json()["code"] == "user.edit_conflict"


class TestLastSuperAdmin:
    async def demote(
        self, client: httpx.AsyncClient, boss: Person, person: Person, version: int
    ) -> httpx.Response:
        return await put_roles(client, boss, person, version=version)

    async def disable(
        self, client: httpx.AsyncClient, boss: Person, person: Person, _: int
    ) -> httpx.Response:
        return await client.post(f"users/{person.id}/disable", headers=boss.headers)

    @pytest.mark.parametrize(
        ("first", "second"),
        [("demote", "demote"), ("disable", "disable"), ("demote", "disable")],
    )
    async def test_stays_when_two_remove_one_another_at_once(
        self,
        client: httpx.AsyncClient,
        service: ServiceUnderTest[Settings],
        first: str,
        second: str,
    ) -> None:
        one = await a_super_admin(client, service)
        two = await a_super_admin(client, service)
        pairs = ((one, two, first), (two, one, second))
        versions = {
            person.id: (await user_of(client, boss, person.id))["version"]
            for boss, person, _ in pairs
        }
        answers = await asyncio.gather(
            *(getattr(self, how)(client, boss, p, versions[p.id]) for boss, p, how in pairs)
        )
        assert sorted(answer.is_success for answer in answers) == [False, True]
        assert {answer.status_code for answer in answers} <= {200, 401, 403}
        assert await super_admins(service) == 1


class TestProfiles:
    async def test_have_roles_of_their_own_and_are_the_users(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        boss = await admin(client, service, *MANAGING)
        person, other = await verified(client, service), await verified(client, service)
        role, second = await a_role(service, Permission.VIEW_USERS), new_id()
        await execute(
            service,
            "INSERT INTO profiles (id, user_id, type, approval_status, submission, paid, version)"
            " VALUES (:id, :user, 'trainer', 'approved', 0, true, 1)",
            id=second,
            user=person.id,
        )
        version = (await user_of(client, boss, person.id))["version"]
        body = {"role_ids": [str(role)], "version": version}
        address = f"users/{person.id}/profiles/{second}/roles"
        answer = await client.put(address, json=body, headers=boss.headers)
        roles = {each["id"]: each["roles"] for each in answer.json()["profiles"]}
        assert [each["id"] for each in roles[str(second)]] == [str(role)]
        assert roles[str(person.profile_id)] == []
        address = f"users/{person.id}/profiles/{other.profile_id}/roles"
        answer = await client.put(address, json=body, headers=boss.headers)
        assert answer.status_code == 404
