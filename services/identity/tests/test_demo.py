"""Seed, demo, republishing and migrations."""

import asyncio
import os
import sys
from typing import Any, cast

import httpx
import pytest
from contracts import SUPER_ADMIN, Permission
from contracts.identity import (
    NumberCaseChanged,
    OrganizationSubmitted,
    OrganizationUpdated,
    ProfileUpdated,
)
from identity.accounts.fields import is_civil_number
from identity.config import Settings
from identity.demo import accounts
from identity.demo.load import load
from identity.demo.people import EVERYBODY, PASSWORD, PROVIDERS
from identity.republish import republish
from identity.seed import seed
from kit import migrations
from kit.app import Service
from kit.demo import demo_id
from kit.testing import ServiceUnderTest
from pydantic import SecretStr

from services.identity.tests.factories import execute, organization_form, scalar, signed_up


async def run_seed(service: ServiceUnderTest[Settings], *, first_admin: bool) -> str | None:
    settings = service.settings.model_copy(update={"first_admin": first_admin})
    async with service.database.transaction() as session:
        return await seed(session, settings)


async def login(client: httpx.AsyncClient, username: str, password: str) -> Any:
    body = {"username": username, "password": password}
    answer = await client.post("auth/login", json=body)
    client.cookies.clear()
    assert answer.status_code == 200, (username, answer.text)
    return answer.json()["user"]


class TestSeed:
    async def test_makes_roles_and_no_user(self, service: ServiceUnderTest[Settings]) -> None:
        assert await run_seed(service, first_admin=False) is None
        assert await run_seed(service, first_admin=False) is None
        assert await scalar(service, "SELECT count(*) FROM roles WHERE system") == 2
        assert await scalar(service, "SELECT count(*) FROM users") == 0

    async def test_the_first_admin_signs_in_with_the_printed_password(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        password = await run_seed(service, first_admin=True)
        assert password
        user = await login(client, "admin", password)
        assert [role["slug"] for role in user["user_roles"]] == [SUPER_ADMIN]
        assert len(user["permissions"]) == len(Permission)
        assert user["profiles"][0]["type"] == "admin"
        assert len(await service.published(ProfileUpdated)) == 1

    async def test_a_given_first_password_is_used(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        settings = service.settings.model_copy(
            update={"first_admin": True, "first_admin_password": SecretStr("Given-First-2026")}
        )
        async with service.database.transaction() as session:
            assert await seed(session, settings) == "Given-First-2026"
        await login(client, "admin", "Given-First-2026")

    async def test_is_made_only_when_there_is_no_user(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        await signed_up(client)
        assert await run_seed(service, first_admin=True) is None
        assert await scalar(service, "SELECT count(*) FROM users") == 1

    async def test_a_role_s_permissions_are_not_given_back(
        self, service: ServiceUnderTest[Settings]
    ) -> None:
        await run_seed(service, first_admin=False)
        await execute(service, "DELETE FROM role_permissions")
        await run_seed(service, first_admin=False)
        assert await scalar(service, "SELECT count(*) FROM role_permissions") == 0


class TestCommand:
    """`python -m kit <service> seed|demo`, as every way of running calls it."""

    async def run(
        self, service: ServiceUnderTest[Settings], command: str, **environment: str
    ) -> str:
        settings = {
            "ITQAN_DATABASE_URL": service.settings.database_url,
            "ITQAN_FILES_URL": service.settings.files_url,
        }
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "kit", "identity", command),
            env=os.environ | settings | environment,
            stdout=asyncio.subprocess.PIPE,
        )
        said, _ = await process.communicate()
        assert process.returncode == 0
        return said.decode()

    async def test_the_seed_prints_the_first_password_once(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        said = await self.run(service, "seed", ITQAN_FIRST_ADMIN="1")
        password = said.partition("first password: ")[2].splitlines()[0]
        await login(client, "admin", password)
        assert await self.run(service, "seed", ITQAN_FIRST_ADMIN="1") == ""

    async def test_a_given_first_password_is_not_printed(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        given = {"ITQAN_FIRST_ADMIN": "1", "ITQAN_FIRST_ADMIN_PASSWORD": "Given-First-2026"}
        said = await self.run(service, "seed", **given)
        assert "username: admin" in said
        assert "Given-First-2026" not in said
        await login(client, "admin", "Given-First-2026")

    async def test_the_demo_prints_the_accounts(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        said = await self.run(service, "demo")
        assert said.splitlines()[-1] == f"Password of all: {PASSWORD}"
        await login(client, "sara", PASSWORD)


class TestDemo:
    async def test_everybody_can_sign_in_and_stands_where_they_should(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        made = await load(service.database, service.context.files)
        assert made == len(EVERYBODY)
        assert sum(p.type == "candidate" for p in EVERYBODY) == 60
        sara = await login(client, "sara", PASSWORD)
        assert sara["id"] == str(demo_id("user", "sara"))
        assert sara["profiles"][0]["id"] == str(demo_id("profile", "sara"))
        assert sara["verified_at"]
        assert sara["civil_number"]
        assert sara["profiles"][0]["paid"]
        assert (await client.get(f"http://test{sara['image']}")).status_code == 200
        omar = await login(client, "omar", PASSWORD)
        assert omar["verified_at"]
        assert not (omar["civil_number"] or omar["image"] or omar["profiles"][0]["paid"])
        assert (await login(client, "majed", PASSWORD))["verified_at"] is None
        gla = (await login(client, "gla", PASSWORD))["profiles"][0]
        assert gla["organization_id"] == str(demo_id("organization", "gla"))
        assert gla["approval"]["status"] == "approved"
        jlc = (await login(client, "jlc", PASSWORD))["profiles"][0]
        assert jlc["approval"] == {"status": "submitted", "comment": None}
        reviewer = await login(client, "reviewer", PASSWORD)
        assert [role["slug"] for role in reviewer["user_roles"]] == ["admin"]
        assert 0 < len(reviewer["permissions"]) < len(Permission)
        manager = await login(client, "gla.manager", PASSWORD)
        assert manager["profiles"][0]["type"] == "staff"
        assert [role["slug"] for role in manager["user_roles"]] == ["admin"]

    async def test_publishes_it_to_the_other_services_once(
        self, service: ServiceUnderTest[Settings]
    ) -> None:
        for _ in range(2):
            await load(service.database, service.context.files)
        assert len(await service.published(ProfileUpdated)) == len(EVERYBODY)
        organizations = await service.published(OrganizationUpdated)
        assert {o.organization_id for o in organizations} == {
            demo_id("organization", provider.key) for provider in PROVIDERS
        }
        assert len(organizations) == 4
        (submitted,) = await service.published(OrganizationSubmitted)
        assert submitted.organization_id == demo_id("organization", "jlc")

    async def test_an_admin_has_a_request_and_a_claim_to_decide(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        for _ in range(2):
            await load(service.database, service.context.files)
        events = await service.published(NumberCaseChanged)
        assert [(case.cause, case.holder_user_id is None) for case in events] == [
            ("change", True),
            ("claim", False),
        ]
        claimant = await login(client, "mohammed.b", PASSWORD)
        assert claimant["identified"]
        assert claimant["civil_number"] is None

    async def test_leaves_alone_whoever_is_there(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        await load(service.database, service.context.files)
        async with service.database.transaction() as session:
            from sqlalchemy import text

            await session.execute(
                text("UPDATE users SET name_en = 'Changed' WHERE username='omar'")
            )
        assert await load(service.database, service.context.files) == 0
        assert (await login(client, "omar", PASSWORD))["name_en"] == "Changed"

    def test_people_are_distinct_and_their_numbers_pass(
        self, service: ServiceUnderTest[Settings]
    ) -> None:
        from identity.demo.load import _user

        users = [_user(number, person, "x") for number, person in enumerate(EVERYBODY)]
        for field in ("username", "email", "phone", "name_en", "name_ar"):
            assert len({getattr(user, field) for user in users}) == len(users), field
        assert all(is_civil_number(user.civil_number) for user in users if user.civil_number)

    def test_the_list_of_accounts_names_one_of_each_kind(self) -> None:
        lines = accounts().splitlines()
        kinds = {line.split()[1] for line in lines[:-1]}
        assert kinds == {"admin", "organization", "staff", "trainer", "candidate"}
        assert PASSWORD in lines[-1]


class TestRepublish:
    async def test_gives_the_state_of_everything_with_its_version(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        await signed_up(client)
        await signed_up(client, organization_form())
        async with service.database.transaction() as session:
            events = [pair async for pair in republish(session)]
        kinds = [type(event) for event, _ in events]
        assert kinds.count(ProfileUpdated) == 2
        assert kinds.count(OrganizationUpdated) == 1
        assert kinds.count(OrganizationSubmitted) == 1
        assert all(version == 1 for _, version in events)
        published = await service.published(ProfileUpdated)
        assert [event for event, _ in events if isinstance(event, ProfileUpdated)] == published


class TestMigrations:
    async def test_a_migrated_database_is_what_the_code_says(
        self, service: ServiceUnderTest[Settings]
    ) -> None:
        await asyncio.to_thread(
            migrations.check, cast("Service", service.declaration), service.settings.database_url
        )

    def test_production_refuses_the_default_signing_key(self) -> None:
        password = "7be2d84056b1" * 2
        values: dict[str, Any] = {
            "database_url": f"postgresql://identity:{password}@127.0.0.1/identity",
            "broker_url": f"amqp://identity:{password}@127.0.0.1/",
            "public_url": "https://itqan.example",
        }
        with pytest.raises(ValueError, match="ITQAN_SIGNING_KEY"):
            Settings(env="production", **values)
        assert Settings(env="production", signing_key="s" * 40, **values)
