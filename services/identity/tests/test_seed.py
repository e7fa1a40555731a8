from typing import Any

import httpx
from contracts import SUPER_ADMIN, Permission
from contracts.identity import ProfileUpdated
from identity.config import Settings
from identity.seed import seed
from kit.testing import ServiceUnderTest
from pydantic import SecretStr

from services.identity.tests.factories import execute, scalar, signed_up


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
