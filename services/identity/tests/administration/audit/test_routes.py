from collections.abc import Awaitable, Callable
from typing import Any
from uuid import UUID, uuid4

import httpx
import pytest
from contracts import Permission
from contracts.audit import AuditAction, CatalogAuditRecorded, IdentityAuditRecorded
from contracts.testing import event
from identity.administration.roles.service import ensure_system_roles
from identity.config import Settings
from kit.database.db import new_id
from kit.testing import ServiceUnderTest

from services.identity.tests.factories import (
    CONTACT,
    Person,
    Queries,
    a_civil_number,
    admin,
    sign_up_form,
    verified,
)
from services.identity.tests.organizations.partner_clients.factories import (
    an_organization,
    client_form,
)

Trail = Callable[..., Awaitable[list[dict[str, Any]]]]


@pytest.fixture
async def auditor(client: httpx.AsyncClient, service: ServiceUnderTest[Settings]) -> Person:
    return await admin(client, service, Permission.VIEW_AUDIT_TRAIL)


@pytest.fixture
def trail(client: httpx.AsyncClient, auditor: Person) -> Trail:
    async def read(**params: Any) -> list[dict[str, Any]]:
        answer = await client.get("audit-trail", params=params, headers=auditor.headers)
        assert answer.status_code == 200, answer.text
        data: list[dict[str, Any]] = answer.json()["data"]
        return data

    return read


def recorded(**changes: Any) -> CatalogAuditRecorded:
    values = {"action": AuditAction.UPDATED, "noun": "training", "record_id": str(uuid4())}
    fields = {"before": {"status": "draft"}, "after": {"status": "published"}}
    return event(CatalogAuditRecorded, **(values | fields | changes))


class TestGathering:
    async def test_an_entry_names_the_person_and_each_field(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings], trail: Trail
    ) -> None:
        person = await verified(client, service)
        await service.deliver(recorded(user_id=person.id, network="203.0.113.7"))
        (entry,) = await trail(noun="training")
        assert (entry["service"], entry["action"]) == ("catalog", "updated")
        assert (entry["user_id"], entry["username"]) == (str(person.id), person.user["username"])
        assert entry["network"] == "203.0.113.7"
        assert entry["changes"] == [{"field": "status", "before": "draft", "after": "published"}]

    async def test_a_message_that_comes_twice_is_one_entry(
        self, service: ServiceUnderTest[Settings], trail: Trail
    ) -> None:
        entry = recorded()
        for _ in range(2):
            await service.deliver(entry, message_id=new_id())
        assert len(await trail()) == 1

    async def test_what_a_newer_service_does_is_kept(
        self, service: ServiceUnderTest[Settings], trail: Trail
    ) -> None:
        await service.deliver(recorded(before={"new": [1, {"deep": None}]}, after={}))
        (entry,) = await trail()
        assert entry["changes"] == [{"field": "new", "before": [1, {"deep": None}], "after": None}]

    async def test_identity_records_its_own(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        person = await verified(client, service)
        answer = await client.put(
            "users/me", json={"name_en": "Sara Alharbi"}, headers=person.headers
        )
        assert answer.status_code == 200, answer.text
        entries = await service.published(IdentityAuditRecorded)
        change = [entry for entry in entries if entry.noun == "user"][-1]
        assert (change.user_id, change.record_id) == (person.id, str(person.id))
        assert change.after == {"name_en": "Sara Alharbi"}

    async def test_neither_hash_nor_number_is_recorded(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        person, number = await verified(client, service), a_civil_number()
        form = {"civil_number": number}
        answer = await client.put("users/me", json=form, headers=person.headers)
        assert answer.status_code == 200, answer.text
        change = [e for e in await service.published(IdentityAuditRecorded) if e.noun == "user"][-1]
        assert change.after == {"civil_number": f"…{number[-3:]}"}
        everything = str(await service.published(IdentityAuditRecorded))
        assert "password_hash" not in everything


class TestList:
    @pytest.mark.parametrize(
        ("params", "found"),
        [
            ({"service": "catalog"}, True),
            ({"service": "payments"}, False),
            ({"action": ["updated", "deleted"]}, True),
            ({"action": "created"}, False),
            ({"noun": "batch"}, False),
            ({"record_id": "x"}, False),
            ({"recorded_from": "2020-01-01", "recorded_to": "2199-01-01"}, True),
            ({"recorded_to": "2020-01-01"}, False),
            ({"search": "nobody"}, False),
        ],
    )
    async def test_is_narrowed_down(
        self,
        service: ServiceUnderTest[Settings],
        trail: Trail,
        params: dict[str, Any],
        found: bool,
    ) -> None:
        await service.deliver(recorded())
        assert bool(await trail(**params)) is found

    async def test_to_some_records(self, service: ServiceUnderTest[Settings], trail: Trail) -> None:
        entries = [recorded() for _ in range(3)]
        for entry in entries:
            await service.deliver(entry)
        ids = [entry.record_id for entry in entries]
        assert {row["record_id"] for row in await trail(record_id=ids[:2])} == set(ids[:2])

    async def test_to_all_that_belongs_to_an_organization(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings], trail: Trail
    ) -> None:
        async with service.database.transaction() as session:
            await ensure_system_roles(session)
        (boss, organization_id), (other, _) = [
            await an_organization(client, service) for _ in range(2)
        ]
        for owner in (boss, other):
            form = sign_up_form()
            member = {field: form[field] for field in ("email", "phone", "name_en", "name_ar")}
            for path, body in (
                ("staff", member | {"locale": "ar"}),
                ("partner-clients", client_form()),
            ):
                answer = await client.post(path, json=body, headers=owner.headers)
                assert answer.status_code == 201, answer.text
            contact = CONTACT | {"contact_name": "Huda Saleh"}
            await client.put("organizations/me/contact", json=contact, headers=owner.headers)
        for entry in await service.published(IdentityAuditRecorded):
            await service.deliver(entry)
        found = await trail(organization_id=str(organization_id), service="identity")
        assert str(other.id) not in {row["user_id"] for row in found}
        nouns = {"organization", "profile", "invitation", "partner_client", "partner_secret"}
        assert {row["noun"] for row in found} >= nouns

    async def test_a_person_is_found_by_reversed_names(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings], trail: Trail
    ) -> None:
        person = await verified(client, service)
        await service.deliver(recorded(user_id=person.id))
        await service.deliver(recorded())
        words = " ".join(reversed(person.user["name_ar"].split()))
        (entry,) = await trail(search=words, noun="training")
        assert entry["user_id"] == str(person.id)

    async def test_newest_first_in_few_queries(
        self,
        service: ServiceUnderTest[Settings],
        trail: Trail,
        queries: Queries,
    ) -> None:
        entries = [recorded() for _ in range(5)]
        for entry in entries:
            await service.deliver(entry)
        with queries() as counted:
            rows = await trail()
        assert len(counted) == 2
        assert [UUID(row["id"]) for row in rows] == [entry.entry_id for entry in reversed(entries)]

    async def test_is_a_file_too(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings], auditor: Person
    ) -> None:
        await service.deliver(recorded())
        params = {"format": "csv", "language": "ar"}
        answer = await client.get("audit-trail/export", params=params, headers=auditor.headers)
        assert answer.status_code == 200
        heading, row = answer.text.lstrip("\ufeff").splitlines()
        assert "اسم المستخدم" in heading
        assert "status: draft → published" in row

    async def test_one_entry(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings], auditor: Person
    ) -> None:
        entry = recorded()
        await service.deliver(entry)
        answer = await client.get(f"audit-trail/{entry.entry_id}", headers=auditor.headers)
        assert answer.json()["record_id"] == entry.record_id
        missing = await client.get(f"audit-trail/{uuid4()}", headers=auditor.headers)
        assert missing.status_code == 404


async def test_nobody_else_reads_it(
    client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
) -> None:
    for somebody in (await admin(client, service), await verified(client, service)):
        for path in ("audit-trail", "audit-trail/export", f"audit-trail/{uuid4()}"):
            assert (await client.get(path, headers=somebody.headers)).status_code == 403


class TestBatch:
    async def test_its_organization_sees_who_changed_it_and_nobody_elses_does(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        boss, organization_id = await an_organization(client, service)
        other, _ = await an_organization(client, service)
        of_batch = {"noun": "batch", "record_id": str(uuid4()), "network": "203.0.113.7"}
        own = of_batch | {"organization_id": organization_id}
        await service.deliver(recorded(**own, user_id=boss.id))
        await service.deliver(recorded(**own | {"noun": "batch_session"}))
        path = f"audit-trail/of-batch/{of_batch['record_id']}"
        answer = await client.get(path, headers=boss.headers)
        assert answer.status_code == 200, answer.text
        (change,) = answer.json()
        assert change["user_name_ar"] == boss.user["name_ar"]
        assert change["changes"] == [{"field": "status", "before": "draft", "after": "published"}]
        assert "network" not in change
        assert (await client.get(path, headers=other.headers)).json() == []
        candidate = await verified(client, service)
        assert (await client.get(path, headers=candidate.headers)).status_code == 403
        assert (await client.get(path)).status_code == 401
