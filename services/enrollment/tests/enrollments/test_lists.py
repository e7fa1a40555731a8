import csv
import io
from datetime import timedelta
from typing import Any

import httpx
import pytest
from kit.database.db import new_id
from kit.testing import Actor, Client, ServiceUnderTest, actor

from services.enrollment.tests.factories import (
    batch_updated,
    candidate,
    charge_refunded,
    enrolled,
    execute,
    make_batch,
    now,
    organization_of,
    organization_updated,
    paid,
    profile_updated,
)


async def person_named(service: ServiceUnderTest, name: str, name_ar: str = "مرشح") -> Actor:
    """Create a candidate with a replicated name."""
    person = candidate()
    username = name.lower().replace(" ", ".")
    await service.deliver(
        profile_updated(
            person,
            name_en=name,
            name_ar=name_ar,
            username=username,
            email=f"{username}@example.com",
        )
    )
    return person


async def listed(client: httpx.AsyncClient, who: Actor, **query: Any) -> list[dict[str, Any]]:
    """List the rows of the dashboard's list."""
    answer = await client.get("enrollments", params=query, headers=who.headers)
    assert answer.status_code == 200, answer.text
    assert answer.json()["meta"]["total"] == len(answer.json()["data"])
    rows: list[dict[str, Any]] = answer.json()["data"]
    return rows


def names(rows: list[dict[str, Any]]) -> list[str]:
    return [row["candidate"]["name_en"] for row in rows]


class TestListEnrollments:
    async def test_shows_the_organizations_own_newest_first(
        self, service: ServiceUnderTest, client: httpx.AsyncClient
    ) -> None:
        batch = await make_batch(service)
        for name in ("Aisha Noor", "Badr Saleh"):
            await enrolled(client, await person_named(service, name), batch)
        await enrolled(client, candidate(), await make_batch(service))
        rows = await listed(client, organization_of(batch))
        assert names(rows) == ["Badr Saleh", "Aisha Noor"]
        assert rows[0]["batch"]["code"] == batch.code
        staff = actor("staff", organization_id=batch.organization_id)
        assert names(await listed(client, staff)) == ["Badr Saleh", "Aisha Noor"]

    async def test_is_read_by_the_organizations_partner_clients(
        self, service: ServiceUnderTest, client: httpx.AsyncClient
    ) -> None:
        batch = await make_batch(service)
        mine = await enrolled(client, await person_named(service, "Aisha Noor"), batch)
        other = await enrolled(client, candidate(), await make_batch(service))
        partner = Client(batch.organization_id, frozenset({"view-enrollments"}))
        answer = await client.get("enrollments", headers=partner.headers)
        assert names(answer.json()["data"]) == ["Aisha Noor"]
        assert answer.json()["data"][0]["allowed_actions"] == []
        answers = [
            await client.get(f"enrollments/{each['id']}", headers=partner.headers)
            for each in (mine, other)
        ]
        assert [answer.status_code for answer in answers] == [200, 404]
        answer = await client.get("enrollments/requests", headers=partner.headers)
        assert (answer.status_code, answer.json()["code"]) == (403, "permission.required")

    async def test_shows_an_admin_everybodys(
        self, service: ServiceUnderTest, client: httpx.AsyncClient
    ) -> None:
        for _ in range(2):
            await enrolled(client, candidate(), await make_batch(service))
        admin = actor("admin", permissions={"view-enrollments"})
        assert len(await listed(client, admin)) == 2

    async def test_an_admin_finds_them_by_organization_which_does_not_find_itself(
        self, service: ServiceUnderTest, client: httpx.AsyncClient
    ) -> None:
        batch, other = await make_batch(service), await make_batch(service)
        await service.deliver(organization_updated(batch))
        await service.deliver(organization_updated(other, name_en="Najd", name_ar="نجد"))
        for each in (batch, other):
            await enrolled(client, await person_named(service, f"Person {each.code}"), each)
        admin = actor("admin", permissions={"view-enrollments"})
        for query in (
            {"search": "logistics gulf"},
            {"search": "خليج"},
            {"organization_id": str(batch.organization_id)},
        ):
            (row,) = await listed(client, admin, **query)
            assert row["organization"]["name_ar"] == "لوجستيات الخليج"
        (line,) = await exported(client, admin, search="najd")
        assert (line["Organization (English)"], line["Organization (Arabic)"]) == ("Najd", "نجد")
        organization = organization_of(batch)
        assert await listed(client, organization, search="gulf") == []
        others = {"organization_id": str(other.organization_id)}
        assert await listed(client, organization, **others) == []

    async def test_filters_by_status_batch_and_day(
        self, service: ServiceUnderTest, client: httpx.AsyncClient
    ) -> None:
        batch = await make_batch(service, capacity=2)
        other = await make_batch(service, organization_id=batch.organization_id)
        await paid(service, client, await person_named(service, "Paid Person"), batch)
        await enrolled(client, await person_named(service, "Pending Person"), batch)
        await enrolled(client, await person_named(service, "Waiting Person"), batch, wait=True)
        await enrolled(client, await person_named(service, "Other Person"), other)
        who = organization_of(batch)
        assert names(await listed(client, who, status="confirmed")) == ["Paid Person"]
        both = await listed(client, who, status=["confirmed", "waitlisted"])
        assert set(names(both)) == {"Paid Person", "Waiting Person"}
        assert names(await listed(client, who, batch_id=str(other.batch_id))) == ["Other Person"]
        assert len(await listed(client, who, training_id=str(batch.training_id))) == 3
        await execute(
            service,
            "UPDATE enrollments SET created_at = now() - interval '3 days' "
            "WHERE status = 'confirmed'",
        )
        two_days_ago = (now() - timedelta(days=2)).isoformat()
        assert names(await listed(client, who, created_before=two_days_ago)) == ["Paid Person"]
        assert len(await listed(client, who, created_from=two_days_ago)) == 3
        beyond = {"created_from": "0001-01-01T00:00:00+14:00"}
        answer = await client.get("enrollments", params=beyond, headers=who.headers)
        assert answer.json()["fields"][0]["field"] == "created_from"

    @pytest.mark.parametrize(
        ("search", "found"),
        [
            ("noor", ["Aisha Noor"]),
            ("noor aisha", ["Aisha Noor"]),
            ("badr 050 000 0001", ["Badr Saleh"]),
            ("BADR.SALEH@", ["Badr Saleh"]),
            ("عايشه", ["Aisha Noor"]),
            ("عائشه", ["Aisha Noor"]),
            ("امال", ["Amal Omar"]),
            ("%", []),
            ("_", []),
            ("\\", []),
        ],
    )
    async def test_searches_names_usernames_and_addresses(
        self,
        service: ServiceUnderTest,
        client: httpx.AsyncClient,
        search: str,
        found: list[str],
    ) -> None:
        batch = await make_batch(service)
        for name, name_ar in (
            ("Aisha Noor", "عائشة نور"),
            ("Badr Saleh", "بدر صالح"),
            ("Amal Omar", "آمال عمر"),
        ):
            await enrolled(client, await person_named(service, name, name_ar), batch)
        assert names(await listed(client, organization_of(batch), search=search)) == found

    async def test_sorts(self, service: ServiceUnderTest, client: httpx.AsyncClient) -> None:
        early = await make_batch(service)
        late = await make_batch(
            service,
            organization_id=early.organization_id,
            starts_at=early.starts_at + timedelta(days=5),
            ends_at=early.ends_at + timedelta(days=9),
        )
        await enrolled(client, await person_named(service, "Zaid"), early)
        await enrolled(client, await person_named(service, "Amal"), late)
        who = organization_of(early)
        assert names(await listed(client, who, sort="candidate")) == ["Amal", "Zaid"]
        assert names(await listed(client, who, sort="-candidate")) == ["Zaid", "Amal"]
        assert names(await listed(client, who, sort="-starts_at")) == ["Amal", "Zaid"]
        assert names(await listed(client, who, sort="created_at")) == ["Zaid", "Amal"]

    async def test_pages(self, service: ServiceUnderTest, client: httpx.AsyncClient) -> None:
        batch = await make_batch(service)
        for name in ("One", "Two", "Three"):
            await enrolled(client, await person_named(service, name), batch)
        who = organization_of(batch)
        query: dict[str, int | str] = {"page": 2, "page_size": 2, "sort": "created_at"}
        body = (await client.get("enrollments", params=query, headers=who.headers)).json()
        assert names(body["data"]) == ["Three"]
        assert body["meta"] == {"page": 2, "page_size": 2, "total": 3, "capped": False}

    async def test_takes_two_queries_however_many_rows(
        self, service: ServiceUnderTest, client: httpx.AsyncClient, queries: Any
    ) -> None:
        batch = await make_batch(service, capacity=3)
        for _ in range(5):
            await enrolled(client, candidate(), batch, wait=True)
        with queries() as statements:
            rows = await listed(client, organization_of(batch))
        assert len(rows) == 5
        assert len(statements) == 2

    async def test_an_unknown_status_is_a_422(
        self, service: ServiceUnderTest, client: httpx.AsyncClient
    ) -> None:
        who = organization_of(batch_updated())
        answer = await client.get("enrollments?status=lost", headers=who.headers)
        assert answer.status_code == 422
        assert answer.json()["fields"][0]["field"] == "status.0"

    async def test_who_may_not(self, client: httpx.AsyncClient) -> None:
        assert (await client.get("enrollments")).status_code == 401
        for who in (candidate(), actor("trainer"), actor("admin")):
            assert (await client.get("enrollments", headers=who.headers)).status_code == 403
        unpaid = actor("staff", organization_id=new_id(), paid=False)
        assert (await client.get("enrollments", headers=unpaid.headers)).status_code == 402


async def exported(client: httpx.AsyncClient, who: Actor, **query: Any) -> list[dict[str, str]]:
    """Export the list as dictionaries by heading."""
    params = {"format": "csv", **query}
    answer = await client.get("enrollments/export", params=params, headers=who.headers)
    assert answer.status_code == 200, answer.text
    return list(csv.DictReader(io.StringIO(answer.content.decode("utf-8-sig"))))


class TestExportEnrollments:
    async def test_has_the_rows_of_the_list_and_no_others(
        self, service: ServiceUnderTest, client: httpx.AsyncClient
    ) -> None:
        batch = await make_batch(service)
        person = await person_named(service, "Aisha Noor", "عائشة نور")
        enrollment, charge_id = await paid(service, client, person, batch)
        back = charge_refunded(enrollment, charge_id, 5_000)
        await service.deliver(back, sequence=3)
        await enrolled(client, candidate(), await make_batch(service))
        for who in (organization_of(batch), actor("staff", organization_id=batch.organization_id)):
            (line,) = await exported(client, who)
            assert (line["Candidate (English)"], line["Candidate (Arabic)"]) == (
                "Aisha Noor",
                "عائشة نور",
            )
        assert (line["Batch code"], line["Reference"]) == (batch.code, "ITQ-2026-000001")
        assert (line["Mobile number"], line["Refunded"]) == ("+966 50 000 0001", "50.00")
        assert (line["Status"], line["Charge status"]) == ("Confirmed", "Partly refunded")
        assert await exported(client, actor("organization", organization_id=new_id())) == []
        assert len(await exported(client, actor("admin", permissions={"view-enrollments"}))) == 2

    async def test_is_narrowed_down_and_sorted_as_the_list_is(
        self, service: ServiceUnderTest, client: httpx.AsyncClient
    ) -> None:
        batch = await make_batch(service)
        for name in ("Badr Saleh", "Aisha Noor"):
            await enrolled(client, await person_named(service, name), batch)
        who = organization_of(batch)
        lines = await exported(client, who, sort="candidate")
        assert [line["Candidate (English)"] for line in lines] == ["Aisha Noor", "Badr Saleh"]
        (line,) = await exported(client, who, search="badr", language="ar")
        assert line["الحالة"] == "بانتظار الدفع"
        assert await exported(client, who, status="rejected") == []

    async def test_access_is_refused(self, client: httpx.AsyncClient) -> None:
        assert (await client.get("enrollments/export")).status_code == 401
        for who in (candidate(), actor("admin")):
            answer = await client.get("enrollments/export", headers=who.headers)
            assert answer.status_code == 403


class TestListRequests:
    async def test_shows_what_awaits_a_decision(
        self, service: ServiceUnderTest, client: httpx.AsyncClient
    ) -> None:
        batch = await make_batch(service, requires_acceptance=True)
        first = await enrolled(client, await person_named(service, "First"), batch)
        await enrolled(client, await person_named(service, "Second"), batch)
        who = organization_of(batch)
        await client.post(f"enrollments/{first['id']}/accept", headers=who.headers)
        query = {"status": "pending_payment"}
        answer = await client.get("enrollments/requests", params=query, headers=who.headers)
        assert names(answer.json()["data"]) == ["Second"]
        assert answer.json()["data"][0]["allowed_actions"] == ["accept", "reject"]

    async def test_is_the_organizations_alone(self, client: httpx.AsyncClient) -> None:
        assert (await client.get("enrollments/requests")).status_code == 401
        staff = actor("staff", organization_id=new_id())
        admin = actor("admin", roles={"super-admin"})
        for who in (staff, admin, candidate()):
            answer = await client.get("enrollments/requests", headers=who.headers)
            assert answer.status_code == 403


class TestCountEnrollments:
    async def test_counts_the_callers_own_in_each_state(
        self, service: ServiceUnderTest, client: httpx.AsyncClient, queries: Any
    ) -> None:
        batch = await make_batch(service)
        for _ in range(2):
            await enrolled(client, candidate(), batch)
        await paid(service, client, candidate(), batch)
        await enrolled(client, candidate(), await make_batch(service))
        staff = actor("staff", organization_id=batch.organization_id)
        with queries() as statements:
            own = await client.get("enrollments/counts", headers=staff.headers)
        assert len(statements) == 1
        counts = own.json()["counts"]
        assert {state: count for state, count in counts.items() if count} == {
            "pending_payment": 2,
            "confirmed": 1,
        }
        assert counts["rejected"] == 0
        admin = actor("admin", permissions={"view-enrollments"})
        everybodys = await client.get("enrollments/counts", headers=admin.headers)
        assert everybodys.json()["counts"]["pending_payment"] == 3

    async def test_is_for_the_dashboard_alone(self, client: httpx.AsyncClient) -> None:
        assert (await client.get("enrollments/counts")).status_code == 401
        answer = await client.get("enrollments/counts", headers=candidate().headers)
        assert answer.status_code == 403


class TestReadEnrollment:
    async def test_shows_one_of_the_organization(
        self, service: ServiceUnderTest, client: httpx.AsyncClient, queries: Any
    ) -> None:
        batch = await make_batch(service, requires_acceptance=True)
        request = await enrolled(client, candidate(), batch)
        path, headers = f"enrollments/{request['id']}", organization_of(batch).headers
        with queries() as statements:
            answer = await client.get(path, headers=headers)
        assert answer.json()["allowed_actions"] == ["accept", "reject"]
        assert len(statements) == 1

    async def test_a_foreign_one_is_a_404(
        self, service: ServiceUnderTest, client: httpx.AsyncClient
    ) -> None:
        enrollment = await enrolled(client, candidate(), await make_batch(service))
        stranger = actor("organization", organization_id=new_id())
        path = f"enrollments/{enrollment['id']}"
        answer = await client.get(path, headers=stranger.headers)
        assert answer.status_code == 404
        assert answer.json()["code"] == "enrollment.not_found"
        assert (await client.get(path)).status_code == 401
        assert (await client.get(path, headers=candidate().headers)).status_code == 403
