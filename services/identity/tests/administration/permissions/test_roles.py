import asyncio
from typing import Any
from uuid import uuid4

import httpx
from contracts import SUPER_ADMIN, Permission
from contracts.identity import RoleUpdated
from identity.config import Settings
from identity.republish import republish
from kit.testing import ServiceUnderTest

from services.identity.tests.administration.users.factories import (
    a_role,
    give,
    system_roles,
    take_roles,
)
from services.identity.tests.factories import Person, Queries, admin, codes_of, refuses, verified

NAMES = {"name_en": "Examiner", "name_ar": "مقيّم"}


async def add(client: httpx.AsyncClient, boss: Person, **names: str) -> httpx.Response:
    return await client.post("roles", json=NAMES | names, headers=boss.headers)


async def a_manager(client: httpx.AsyncClient, service: ServiceUnderTest[Settings]) -> Person:
    return await admin(client, service, Permission.MANAGE_ROLES)


class TestRoles:
    async def test_are_listed_with_their_numbers_in_two_queries(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings], queries: Queries
    ) -> None:
        boss = await a_manager(client, service)
        everything = (await system_roles(service))[SUPER_ADMIN]
        clerk = await a_role(service, Permission.VIEW_BATCH, Permission.EDIT_USER, slug="clerk")
        await give(service, boss, clerk)
        with queries() as statements:
            answer = await client.get("roles?page_size=500", headers=boss.headers)
        assert len(statements) == 2
        rows = {row["id"]: row for row in answer.json()["data"]}
        found = [rows[str(each)] for each in (clerk, everything)]
        assert [(row["holders"], row["permissions"]) for row in found] == [
            (1, 2),
            (0, len(Permission)),
        ]
        answer = await client.get("roles?search=clerk", headers=boss.headers)
        assert [row["slug"] for row in answer.json()["data"]] == ["clerk"]

    async def test_are_made_and_renamed_by_what_was_seen(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        boss = await a_manager(client, service)
        extras: dict[str, Any] = {"system": True, "slug": SUPER_ADMIN, "permissions": ["edit-user"]}
        answer = await client.post("roles", json=NAMES | extras, headers=boss.headers)
        assert refuses(answer, extras), answer.text
        # Nothing was created: the name is free.
        answer = await add(client, boss)
        assert answer.status_code == 201, answer.text
        role = answer.json()
        assert (role["slug"], role["system"], role["permissions"]) == ("examiner", False, 0)
        address, seen = f"roles/{role['id']}", {"version": role["version"]}
        body = {"name_en": "Chief examiner", "name_ar": "كبير المقيّمين"} | seen
        changed = (await client.put(address, json=body, headers=boss.headers)).json()
        assert (changed["name_en"], changed["slug"]) == ("Chief examiner", "examiner")
        answer = await client.put(address, json=body, headers=boss.headers)
        assert (answer.status_code, answer.json()["code"]) == (409, "role.edit_conflict")
        assert (await client.get(address, headers=boss.headers)).json() == changed

    async def test_have_names_that_nobody_takes_for_another_or_for_markup(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        boss = await a_manager(client, service)
        calls = (add(client, boss, name_en=name) for name in ("Examiner", "examiner "))
        answers = await asyncio.gather(*calls)
        assert sorted(answer.status_code for answer in answers) == [201, 422]
        (refused,) = [answer for answer in answers if answer.is_error]
        assert codes_of(refused) == {"name_en": "role.name_taken"}
        await system_roles(service)
        taken = await add(client, boss, name_en="Super-Admin!")
        assert codes_of(taken) == {"name_en": "role.name_taken"}
        wrong = await add(client, boss, name_en="<img src=x>", name_ar="latin")
        assert codes_of(wrong) == {"name_en": "text.markup", "name_ar": "name.not_arabic"}

    async def test_are_deleted_while_nobody_has_them(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        boss = await a_manager(client, service)
        role = await a_role(service, Permission.VIEW_BATCH, slug="clerk")
        person = await verified(client, service)
        await give(service, person, role)
        answer = await client.delete(f"roles/{role}", headers=boss.headers)
        assert (answer.status_code, answer.json()["code"]) == (409, "role.in_use")
        assert answer.json()["detail"].startswith("1 ")
        await take_roles(service, person)
        assert (await client.delete(f"roles/{role}", headers=boss.headers)).status_code == 204
        answer = await client.delete(f"roles/{role}", headers=boss.headers)
        assert (answer.status_code, answer.json()["code"]) == (404, "role.not_found")

    async def test_are_published_when_they_are_made_renamed_and_deleted(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        boss = await a_manager(client, service)
        role = (await add(client, boss)).json()
        address = f"roles/{role['id']}"
        body = {"name_en": "Chief", "name_ar": "كبير", "version": role["version"]}
        assert (await client.put(address, json=body, headers=boss.headers)).status_code == 200
        assert (await client.delete(address, headers=boss.headers)).status_code == 204
        mine = [each for each in await service.published(RoleUpdated) if each.subject == role["id"]]
        assert [(each.name_en, each.active) for each in mine] == [
            ("Examiner", True),
            ("Chief", True),
            ("Chief", False),
        ]

    async def test_are_published_with_what_they_allow_and_so_again_on_republishing(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        boss = await admin(client, service, *Permission)
        await system_roles(service)
        role = (await add(client, boss)).json()
        granted = {"version": 1, "grant": ["view-batch", "edit-user"], "revoke": []}
        revoked = {"version": 2, "grant": [], "revoke": ["view-batch"]}
        for change in (granted, revoked):
            change["role_id"] = role["id"]
            answer = await client.put(
                "permissions", json={"changes": [change]}, headers=boss.headers
            )
            assert answer.is_success, answer.text
        mine = [each for each in await service.published(RoleUpdated) if each.subject == role["id"]]
        allowed = [(), ("edit-user", "view-batch"), ("edit-user",)]
        assert [each.permissions for each in mine] == allowed
        async with service.database.transaction() as session:
            again = [each async for each, _ in republish(session) if isinstance(each, RoleUpdated)]
        assert mine[-1] in again
        (everything,) = [each for each in again if each.slug == SUPER_ADMIN]
        assert everything.permissions == ()

    async def test_of_the_platform_stay(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        boss = await a_manager(client, service)
        for role in (await system_roles(service)).values():
            answer = await client.delete(f"roles/{role}", headers=boss.headers)
            assert (answer.status_code, answer.json()["code"]) == (409, "role.built_in")
            body = NAMES | {"version": 1}
            answer = await client.put(f"roles/{role}", json=body, headers=boss.headers)
            assert (answer.status_code, answer.json()["code"]) == (409, "role.built_in")

    async def test_that_are_not_there_are_not_found(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        boss = await a_manager(client, service)
        address, body = f"roles/{uuid4()}", NAMES | {"version": 1}
        answers = [
            await client.get(address, headers=boss.headers),
            await client.put(address, json=body, headers=boss.headers),
            await client.delete(address, headers=boss.headers),
        ]
        assert {(a.status_code, a.json()["code"]) for a in answers} == {(404, "role.not_found")}
