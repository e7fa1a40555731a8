import asyncio
from collections.abc import Iterable
from typing import Any
from uuid import UUID, uuid4

import httpx
import pytest
from contracts import SUPER_ADMIN, Permission
from contracts.audit import IdentityAuditRecorded
from contracts.identity import PrincipalChanged
from identity.administration.permissions.rules import AREAS
from identity.config import Settings
from kit.security.auth import TokenStale
from kit.testing import ServiceUnderTest

from services.identity.tests.administration.users.factories import (
    a_role,
    a_super_admin,
    give,
    system_roles,
    take_roles,
)
from services.identity.tests.factories import Person, Queries, admin, renew, scalar, verified

BATCH, USERS = Permission.VIEW_BATCH, Permission.VIEW_USERS
MANAGE = Permission.MANAGE_PERMISSIONS


def change(
    role_id: UUID,
    *,
    grant: Iterable[str] = (),
    revoke: Iterable[str] = (),
    version: int = 1,
) -> dict[str, Any]:
    given = {"grant": list(grant), "revoke": list(revoke)}
    return {"role_id": str(role_id), "version": version} | given


async def save(client: httpx.AsyncClient, boss: Person, *changes: dict[str, Any]) -> httpx.Response:
    body = {"changes": list(changes)}
    return await client.put("permissions", json=body, headers=boss.headers)


async def allowed(service: ServiceUnderTest[Settings], role_id: UUID) -> str:
    found: str | None = await scalar(
        service,
        "SELECT string_agg(permission, ' ' ORDER BY permission) FROM role_permissions"
        " WHERE role_id = :id",
        id=role_id,
    )
    return found or ""


def test_each_permission_stands_in_one_area() -> None:
    listed = [permission for each in AREAS.values() for permission in each]
    assert sorted(listed) == sorted(Permission)


class TestMatrix:
    async def test_says_what_each_role_allows_and_what_the_reader_may_change(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings], queries: Queries
    ) -> None:
        boss = await admin(client, service, MANAGE, BATCH)
        clerk = await a_role(service, USERS, slug="clerk")
        everything = (await system_roles(service))[SUPER_ADMIN]
        with queries() as statements:
            answer = await client.get("permissions", headers=boss.headers)
        assert len(statements) == 4
        matrix = answer.json()
        roles = {role["id"]: role for role in matrix["roles"]}
        assert roles[str(clerk)]["permissions"] == [USERS]
        assert roles[str(clerk)]["can_change"]
        assert roles[str(everything)]["permissions"] == list(Permission)
        assert not roles[str(everything)]["can_change"]
        assert sorted(matrix["grantable"]) == sorted([MANAGE, BATCH])
        own = next(role for role in matrix["roles"] if MANAGE in role["permissions"])
        assert own["slug"] == SUPER_ADMIN or not own["can_change"]

    async def test_is_changed_for_all_holders_at_once_and_recorded(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        boss = await admin(client, service, MANAGE, BATCH, USERS)
        clerk, other = await a_role(service, USERS), await a_role(service)
        people = [await verified(client, service) for _ in range(2)]
        for person in people:
            await give(service, person, clerk)
        changes = (change(clerk, grant=[BATCH], revoke=[USERS]), change(other, grant=[USERS]))
        answer = await save(client, boss, *changes)
        assert answer.status_code == 200, answer.text
        assert (await allowed(service, clerk), await allowed(service, other)) == (BATCH, USERS)
        published = {
            event.user_id: event.principal_version
            for event in await service.published(PrincipalChanged)
        }
        for person in people:
            version = await scalar(
                service, "SELECT principal_version FROM users WHERE id = :id", id=person.id
            )
            assert published[person.id] == version
        for event in await service.published(PrincipalChanged):
            service.context.verifier.listen(event)
        with pytest.raises(TokenStale):
            await service.context.verifier.verify(people[0].token)
        await renew(client, people[0])
        assert (await service.context.verifier.verify(people[0].token)).permissions == {BATCH}
        recorded = await service.published(IdentityAuditRecorded)
        nouns = [(entry.noun, str(entry.action)) for entry in recorded]
        assert nouns.count(("role_permission", "created")) == 2
        assert nouns.count(("role_permission", "deleted")) == 1

    async def test_is_saved_by_one_of_two_who_looked_at_the_same(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        boss = await admin(client, service, MANAGE, BATCH, USERS)
        clerk, other = await a_role(service), await a_role(service)
        answers = await asyncio.gather(
            save(client, boss, change(clerk, grant=[BATCH])),
            save(client, boss, change(other, grant=[BATCH]), change(clerk, grant=[USERS])),
        )
        assert sorted(answer.status_code for answer in answers) == [200, 409]
        (refused,) = [answer for answer in answers if answer.is_error]
        assert refused.json()["code"] == "role.edit_conflict"
        # The rejected request has changed nothing, not even the unchanged role.
        second_won = answers[1].status_code == 200
        assert await allowed(service, clerk) == (USERS if second_won else BATCH)
        assert await allowed(service, other) == (BATCH if second_won else "")


class TestRefusals:
    async def refused(
        self, client: httpx.AsyncClient, boss: Person, *changes: dict[str, Any]
    ) -> tuple[int, str]:
        answer = await save(client, boss, *changes)
        return answer.status_code, answer.json()["code"]

    async def test_of_permissions_that_the_caller_lacks(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        boss = await admin(client, service, MANAGE, BATCH)
        clerk = await a_role(service, USERS)
        for each in (
            change(clerk, grant=[BATCH, Permission.EDIT_USER]),
            change(clerk, revoke=[USERS]),
        ):
            assert await self.refused(client, boss, each) == (403, "permission.not_held")
        assert await allowed(service, clerk) == USERS

    async def test_of_the_own_roles(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        boss = await admin(client, service, MANAGE, BATCH, USERS)
        own = await a_role(service, BATCH)
        await give(service, boss, own)
        assert await self.refused(client, boss, change(own, grant=[USERS])) == (
            403,
            "role.own_role",
        )

    async def test_of_the_super_admin(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        boss = await a_super_admin(client, service)
        everything = (await system_roles(service))[SUPER_ADMIN]
        refused = await self.refused(client, boss, change(everything, revoke=[USERS]))
        assert refused == (409, "role.built_in")

    async def test_of_roles_and_permissions_that_are_not_there(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        boss = await a_super_admin(client, service)
        clerk = await a_role(service)
        refused = await self.refused(
            client, boss, change(clerk, grant=[BATCH]), change(uuid4(), grant=[BATCH])
        )
        assert refused == (404, "role.not_found")
        for bad in (
            [change(clerk, grant=["all"])],
            [change(clerk, grant=[BATCH], revoke=[BATCH])],
            [change(clerk), change(clerk)],
            [],
        ):
            assert (await save(client, boss, *bad)).status_code == 422
        assert await allowed(service, clerk) == ""

    async def test_to_those_whose_permission_was_just_taken(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        boss = await admin(client, service, MANAGE, BATCH)
        clerk = await a_role(service)
        await take_roles(service, boss)
        refused = await self.refused(client, boss, change(clerk, grant=[BATCH]))
        assert refused == (403, "permission.required")
