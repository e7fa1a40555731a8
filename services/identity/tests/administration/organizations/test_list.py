import csv
import io
from datetime import timedelta
from typing import Any

import httpx
from contracts import Permission
from identity.config import Settings
from kit.domain.timezone import today
from kit.testing import ServiceUnderTest

from services.identity.tests.factories import (
    PLACE,
    Person,
    Queries,
    a_submitted_organization,
    admin,
    an_organization,
    execute,
    organization_form,
    signed_up,
)
from services.identity.tests.organizations.documents.test_documents import a_kind, hand_in


async def a_viewer(client: httpx.AsyncClient, service: ServiceUnderTest[Settings]) -> Person:
    return await admin(client, service, Permission.VIEW_ORGANIZATION)


async def found(client: httpx.AsyncClient, boss: Person, **filters: Any) -> list[str]:
    answer = await client.get("organizations", params=filters, headers=boss.headers)
    assert answer.status_code == 200, answer.text
    return [row["id"] for row in answer.json()["data"]]


class TestList:
    async def test_is_filtered_found_and_sorted_in_two_queries(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings], queries: Queries
    ) -> None:
        boss = await a_viewer(client, service)
        kind = await a_kind(client, service, required=False)
        waiting = await a_submitted_organization(
            client, service, name_en="Amber Ports", commercial_number="4030999999"
        )
        draft = await signed_up(client, organization_form())
        await signed_up(client, organization_form(email=boss.user["email"]))
        expired = await an_organization(client, service, name_en="Coral Institute")
        await hand_in(client, expired, kind["id"])
        await execute(
            service,
            "UPDATE profile_documents SET expires_on = :day",
            day=today() - timedelta(days=1),
        )
        with queries() as statements:
            answer = await client.get("organizations", headers=boss.headers)
        assert len(statements) == 2, statements
        rows = answer.json()["data"]
        one, two, three = (str(p.organization_id) for p in (expired, draft, waiting))
        assert [row["id"] for row in rows] == [one, two, three], "a decoy's is not among them"
        assert [row["expired_documents"] for row in rows] == [1, 0, 0]
        assert rows[0]["state"]["name_ar"] == "الرياض"
        assert await found(client, boss, status="submitted") == [three]
        assert await found(client, boss, status=["submitted", "draft"]) == [one, two, three]
        assert await found(client, boss, documents="expired") == [one]
        assert await found(client, boss, documents="expiring") == []
        assert await found(client, boss, state_id=PLACE["id"]) == [one, three]
        assert await found(client, boss, search="coral") == [one]
        assert await found(client, boss, search="4030999") == [three]
        assert await found(client, boss, sort="name_en") == [three, one, two]
        assert await found(client, boss, registered_from=today()) == [one, two, three]
        assert await found(client, boss, registered_to=today() - timedelta(days=1)) == []

    async def test_is_exported(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        boss = await a_viewer(client, service)
        await an_organization(client, service)
        answer = await client.get(
            "organizations/export",
            params={"format": "csv", "language": "ar"},
            headers=boss.headers,
        )
        headings, row = csv.reader(io.StringIO(answer.content.decode("utf-8-sig")))
        assert headings[2] == "السجل التجاري"
        assert (row[2], row[7], row[8]) == ("1010123456", "الرياض", "مسودة")


class TestRecord:
    async def test_has_details_documents_people_and_submissions(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        boss = await a_viewer(client, service)
        kind = await a_kind(client, service)
        person = await an_organization(client, service)
        await hand_in(client, person, kind["id"])
        await client.post(f"profiles/{person.profile_id}/submissions", headers=person.headers)
        for status in ("active", "removed"):
            await execute(
                service,
                "UPDATE profiles SET type = 'staff', organization_id = :organization,"
                " status = :status WHERE id = :id",
                organization=person.organization_id,
                status=status,
                id=(await signed_up(client)).profile_id,
            )
        url = f"organizations/{person.organization_id}"
        detail = (await client.get(url, headers=boss.headers)).json()
        assert detail["tax_number"] == "300012345600003"
        assert [each["kind"]["id"] for each in detail["documents"]] == [kind["id"]]
        assert (detail["staff"], detail["trainers"]) == (1, 0), "who was removed is not counted"
        assert [each["status"] for each in detail["submissions"]] == ["submitted"]

    async def test_404_for_none_and_for_a_decoy_s(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        boss = await a_viewer(client, service)
        decoy = await signed_up(client, organization_form(email=boss.user["email"]))
        for organization_id in (decoy.organization_id, boss.id):
            answer = await client.get(f"organizations/{organization_id}", headers=boss.headers)
            assert (answer.status_code, answer.json()["code"]) == (404, "organization.not_found")
