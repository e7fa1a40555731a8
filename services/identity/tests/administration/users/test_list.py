import csv
import io
from datetime import timedelta
from typing import Any
from uuid import uuid4

import httpx
import pytest
from contracts import ADMIN_ROLE, Permission
from identity.config import Settings
from kit.domain.timezone import today
from kit.testing import ServiceUnderTest

from services.identity.tests.administration.users.factories import (
    a_role,
    give,
    system_roles,
    user_of,
)
from services.identity.tests.factories import (
    Person,
    Queries,
    a_civil_number,
    admin,
    execute,
    organization_form,
    sign_up_form,
    signed_up,
    verified,
)


async def a_viewer(client: httpx.AsyncClient, service: ServiceUnderTest[Settings]) -> Person:
    return await admin(client, service, Permission.VIEW_USERS)


async def found(client: httpx.AsyncClient, boss: Person, **filters: Any) -> list[str]:
    """List the usernames that match the filters."""
    answer = await client.get("users", params=filters, headers=boss.headers)
    assert answer.status_code == 200, answer.text
    return [row["username"] for row in answer.json()["data"]]


class TestList:
    async def test_shows_profiles_and_roles_in_four_queries_however_many_there_are(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings], queries: Queries
    ) -> None:
        boss = await a_viewer(client, service)
        for _ in range(3):
            person = await signed_up(client, organization_form())
            await give(service, person, (await system_roles(service))[ADMIN_ROLE])
        with queries() as statements:
            answer = await client.get("users", headers=boss.headers)
        assert len(statements) == 4
        rows = answer.json()["data"]
        assert answer.json()["meta"]["total"] == 4
        assert rows[0]["username"] == person.user["username"]
        assert rows[0]["profiles"][0]["organization_name_en"] == "Test Academy"
        assert [role["slug"] for role in rows[0]["profiles"][0]["roles"]] == [ADMIN_ROLE]
        assert rows[0]["status"] == "active"
        assert "civil_number" not in rows[0]

    @pytest.mark.parametrize(
        "typed",
        [
            "layla zahrani",
            "Zahrani LAYLA",
            "الزهراني ليلي",
            "layla.z",
            "Layla@Example",
            "050 123 4567",
            "+966501234567",
            "00966501234567",
            "٠٥٠١٢٣٤٥٦٧",
        ],
    )
    async def test_finds_people_by_what_is_typed_of_them(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings], typed: str
    ) -> None:
        boss = await a_viewer(client, service)
        names = {"name_en": "Layla Alzahrani", "name_ar": "لَيلى الزهراني"}
        reached = {"email": "layla@example.org", "phone": "+966501234567"}
        await signed_up(client, sign_up_form(username="layla.z", **names, **reached))
        await signed_up(client, sign_up_form(name_en="Omar Saleh", name_ar="عمر صالح"))
        assert await found(client, boss, search=typed) == ["layla.z"]

    async def test_finds_identity_numbers_whole_only(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        boss = await a_viewer(client, service)
        person, number = await verified(client, service), a_civil_number()
        await execute(
            service,
            "UPDATE users SET civil_number = :number, passport_number = 'K1234567' WHERE id = :id",
            number=number,
            id=person.id,
        )
        mine = [person.user["username"]]
        arabic = number.translate(str.maketrans("0123456789", "٠١٢٣٤٥٦٧٨٩"))
        for typed in (number, arabic, "k1234567"):
            assert await found(client, boss, search=typed) == mine
        for typed in (number[:9], number[1:], "K123456", "%", "_"):
            assert await found(client, boss, search=typed) == []

    async def test_is_filtered(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        boss = await a_viewer(client, service)
        academy = await signed_up(client, organization_form())
        candidate = await verified(client, service)
        await give(service, academy, await a_role(service, slug="clerk"))
        disable = "UPDATE users SET active = false WHERE id = :id"
        await execute(service, disable, id=candidate.id)
        one, two = academy.user["username"], candidate.user["username"]
        assert await found(client, boss, type="organization") == [one]
        assert await found(client, boss, type=["organization", "candidate"]) == [two, one]
        assert await found(client, boss, role="clerk") == [one]
        assert await found(client, boss, status="disabled") == [two]
        assert two not in await found(client, boss, status="active")
        assert await found(client, boss, verified=False) == [one]
        assert one not in await found(client, boss, verified=True)
        day = today()
        assert len(await found(client, boss, registered_from=day, registered_to=day)) == 3
        tomorrow = day + timedelta(days=1)
        assert await found(client, boss, registered_from=tomorrow) == []
        assert await found(client, boss, registered_to=day - timedelta(days=1)) == []

    async def test_is_sorted_and_its_pages_hold_each_user_once(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        boss = await a_viewer(client, service)
        for _ in range(3):
            await signed_up(client)  # All have the same name.
        for sort in ("created_at", "-created_at", "name_en", "-name_ar"):
            pages = [
                await found(client, boss, sort=sort, page=page, page_size=2) for page in (1, 2)
            ]
            assert len(set(pages[0] + pages[1])) == 4
        assert (await client.get("users?sort=password_hash", headers=boss.headers)).is_error

    async def test_leaves_out_decoys(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        boss = await a_viewer(client, service)
        owner = await verified(client, service)
        decoy = await signed_up(client, sign_up_form(email=owner.user["email"]))
        assert decoy.user["username"] not in await found(client, boss)
        answer = await client.get(f"users/{decoy.id}", headers=boss.headers)
        assert (answer.status_code, answer.json()["code"]) == (404, "user.not_found")


class TestExport:
    async def test_has_the_rows_of_the_list_in_the_readers_language(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        boss = await a_viewer(client, service)
        person = await verified(client, service, sign_up_form(phone="+966501234567"))
        await give(service, person, (await system_roles(service))[ADMIN_ROLE])
        params = {"type": "candidate", "format": "csv", "language": "ar"}
        answer = await client.get("users/export", params=params, headers=boss.headers)
        assert answer.status_code == 200, answer.text
        (row,) = csv.DictReader(io.StringIO(answer.content.decode("utf-8-sig")))
        assert row["اسم المستخدم"] == person.user["username"]
        assert row["رقم الجوال"] == "+966 50 123 4567"
        assert row["نوع الحساب"] == "متدرب"
        assert row["الأدوار (بالعربية)"] == "مدير"
        assert row["الحالة"] == "نشط"


class TestRecord:
    async def test_shows_sessions_and_masks_numbers_in_six_queries(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings], queries: Queries
    ) -> None:
        boss = await a_viewer(client, service)
        person, number = await verified(client, service), a_civil_number()
        body = {"civil_number": number}
        person.use(await client.put("users/me", json=body, headers=person.headers))
        with queries() as statements:
            shown = await user_of(client, boss, person.id)
        assert len(statements) == 6
        assert shown["civil_number"] == f"••••••{number[-4:]}"
        assert len(shown["sessions"]) == 1
        assert not shown["can_edit"] and not shown["can_change_roles"]
        assert "password_hash" not in shown

    async def test_is_of_a_user_only(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        boss = await a_viewer(client, service)
        answer = await client.get(f"users/{uuid4()}", headers=boss.headers)
        assert (answer.status_code, answer.json()["code"]) == (404, "user.not_found")
        assert (await client.get("users/nobody", headers=boss.headers)).status_code == 404
