import asyncio
import os
import sys
from typing import Any

import httpx
from contracts import Permission
from contracts.identity import (
    NumberCaseChanged,
    OrganizationSubmitted,
    OrganizationUpdated,
    ProfileUpdated,
)
from identity.config import Settings
from identity.demo import accounts
from identity.demo.load import load
from identity.demo.people import EVERYBODY, PASSWORD, PROVIDERS
from kit.domain.demo import demo_id
from kit.domain.people import is_civil_number
from kit.testing import ServiceUnderTest


async def login(client: httpx.AsyncClient, username: str, password: str) -> Any:
    body = {"username": username, "password": password}
    answer = await client.post("auth/login", json=body)
    client.cookies.clear()
    assert answer.status_code == 200, (username, answer.text)
    return answer.json()["user"]


class TestCommand:
    """`python -m kit <service> seed|demo`, as in every environment."""

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
