import asyncio
from datetime import timedelta
from typing import Any
from uuid import uuid4

import httpx
import pytest
from contracts import ADMIN_ROLE, ApprovalStatus
from contracts.audit import IdentityAuditRecorded
from contracts.identity import PartnerClientExpiring, PartnerSecretRotated
from identity.config import Settings
from identity.organizations.organizations.service import lock_organization, publish_organization
from kit.database.db import utc_now
from kit.security.auth import TokenStale
from kit.testing import ServiceUnderTest

from services.identity.tests.administration.users.factories import give, system_roles
from services.identity.tests.factories import (
    Person,
    Queries,
    codes_of,
    execute,
    refuses,
    scalar,
    verified,
)
from services.identity.tests.organizations.partner_clients.factories import (
    a_client,
    a_token,
    an_organization,
    ask,
    client_form,
    hear,
    let_through,
)

Service = ServiceUnderTest[Settings]


async def a_staff_admin(client: httpx.AsyncClient, service: Service, boss: Person) -> Person:
    """Return staff of the same organization with the admin role."""
    person = await verified(client, service)
    await execute(
        service,
        "UPDATE profiles SET type = 'staff', organization_id = :organization WHERE user_id = :id",
        organization=boss.user["profiles"][0]["organization_id"],
        id=person.id,
    )
    await give(service, person, (await system_roles(service))[ADMIN_ROLE])
    await let_through(client, service, person)
    return person


async def is_good(service: Service, token: str) -> bool:
    await hear(service)
    try:
        await service.context.verifier.identify(token)
    except TokenStale:
        return False
    return True


class TestClients:
    async def test_are_made_and_listed_without_their_secret(
        self, client: httpx.AsyncClient, service: Service, queries: Queries
    ) -> None:
        boss, organization_id = await an_organization(client, service)
        smuggled = {"organization_id": str(uuid4()), "id": str(uuid4()), "version": 9}
        form = client_form(**smuggled)
        answer = await client.post("partner-clients", json=form, headers=boss.headers)
        assert refuses(answer, smuggled), answer.text
        assert await scalar(service, "SELECT count(*) FROM partner_clients") == 0
        made = await a_client(client, boss, networks=["203.0.113.9/24", "2001:db8::1"])
        assert made["client_secret"].startswith("itqan_")
        assert made["networks"] == ["2001:db8::1/128", "203.0.113.0/24"]
        stored = "SELECT organization_id FROM partner_clients WHERE id = :id AND version = 1"
        assert await scalar(service, stored, id=made["id"]) == organization_id
        await a_client(client, boss, name="Second")
        with queries() as statements:
            answer = await client.get("partner-clients?sort=name", headers=boss.headers)
        assert len(statements) == 2
        rows = answer.json()["data"]
        assert [row["name"] for row in rows] == ["Second", "Warehouse system"]
        assert "client_secret" not in answer.text
        entries = [
            entry
            for entry in await service.published(IdentityAuditRecorded)
            if entry.noun.startswith("partner_")
        ]
        assert {entry.noun for entry in entries} == {"partner_client", "partner_secret"}
        assert not any("hash" in entry.after for entry in entries)

    async def test_are_nobody_else_s(self, client: httpx.AsyncClient, service: Service) -> None:
        boss, _ = await an_organization(client, service)
        other, _ = await an_organization(client, service)
        made = await a_client(client, boss)
        place, seen = f"partner-clients/{made['id']}", {"version": made["version"]}
        calls = [
            ("GET", place, None),
            ("PUT", place, client_form() | seen),
            ("POST", f"{place}/secrets", None),
            ("DELETE", f"{place}/secrets/previous", None),
            ("POST", f"{place}/revoke", None),
        ]
        for method, path, body in calls:
            answer = await client.request(method, path, json=body, headers=other.headers)
            assert (answer.status_code, answer.json()["code"]) == (404, "api_client.not_found")
        listed = await client.get("partner-clients", headers=other.headers)
        assert listed.json()["data"] == []
        assert await a_token(client, made)

    async def test_are_given_only_what_the_giver_may_do(
        self, client: httpx.AsyncClient, service: Service
    ) -> None:
        boss, _ = await an_organization(client, service)
        staff = await a_staff_admin(client, service, boss)
        requests = ["view-enrollments-requests"]
        made = await a_client(client, boss, permissions=requests)
        place, headers = f"partner-clients/{made['id']}", staff.headers
        offered = (await client.get("partner-clients/permissions", headers=headers)).json()
        others = {row["slug"] for row in offered if not row["grantable"]}
        assert others == {*requests, "create-bulk-enrollments"}
        refused = [
            await client.post(
                "partner-clients", json=client_form(permissions=requests), headers=headers
            ),
            await client.put(
                place,
                json=client_form(permissions=requests) | {"version": made["version"]},
                headers=headers,
            ),
            # A new secret would grant its reader the permission.
            await client.post(f"{place}/secrets", headers=headers),
        ]
        for answer in refused:
            assert answer.status_code == 403
            assert answer.json()["code"] == "permission.not_held"
        unknown = client_form(permissions=["manage-roles"])
        answer = await client.post("partner-clients", json=unknown, headers=boss.headers)
        assert answer.status_code == 422
        assert await a_client(client, staff)

    @pytest.mark.parametrize(
        ("changes", "refusal"),
        [
            ({"expires_at": "2020-01-01T00:00:00Z"}, {"expires_at": "api_client.invalid_expiry"}),
            ({"expires_at": "2190-01-01T00:00:00Z"}, {"expires_at": "api_client.invalid_expiry"}),
            ({"networks": ["203.0.113.0/99"]}, {"networks.0": "api_client.invalid_network"}),
            ({"permissions": []}, {"permissions": "field.too_short"}),
            ({"name": "<b>x</b>"}, {"name": "text.markup"}),
        ],
    )
    async def test_that_make_no_sense_are_refused(
        self,
        client: httpx.AsyncClient,
        service: Service,
        changes: dict[str, object],
        refusal: dict[str, str],
    ) -> None:
        boss, _ = await an_organization(client, service)
        body = client_form(**changes)
        answer = await client.post("partner-clients", json=body, headers=boss.headers)
        assert (answer.status_code, codes_of(answer)) == (422, refusal)

    async def test_are_twenty_at_most(self, client: httpx.AsyncClient, service: Service) -> None:
        boss, _ = await an_organization(client, service)
        made = [await a_client(client, boss) for _ in range(19)]
        posts = (
            client.post("partner-clients", json=client_form(), headers=boss.headers)
            for _ in range(2)
        )
        answers = await asyncio.gather(*posts)
        assert sorted(answer.status_code for answer in answers) == [201, 409]
        await client.post(f"partner-clients/{made[0]['id']}/revoke", headers=boss.headers)
        assert await a_client(client, boss)


class TestChanging:
    async def test_refuses_the_tokens_of_before(
        self, client: httpx.AsyncClient, service: Service
    ) -> None:
        boss, _ = await an_organization(client, service)
        made = await a_client(client, boss)
        token = await a_token(client, made)
        assert await is_good(service, token)
        body = client_form(permissions=["view-batch"]) | {"version": made["version"]}
        place = f"partner-clients/{made['id']}"
        answer = await client.put(place, json=body, headers=boss.headers)
        assert answer.json()["permissions"] == ["view-batch"]
        assert not await is_good(service, token)
        assert await is_good(service, await a_token(client, made))
        answer = await client.put(place, json=body, headers=boss.headers)
        assert (answer.status_code, answer.json()["code"]) == (409, "api_client.edit_conflict")


class TestRotating:
    async def test_lets_the_secret_before_be_good_for_a_day_or_until_it_is_ended(
        self, client: httpx.AsyncClient, service: Service
    ) -> None:
        boss, _ = await an_organization(client, service)
        old = await a_client(client, boss)
        place = f"partner-clients/{old['id']}"
        rotations = (client.post(f"{place}/secrets", headers=boss.headers) for _ in range(2))
        answers = sorted(await asyncio.gather(*rotations), key=lambda each: each.status_code)
        assert [answer.status_code for answer in answers] == [201, 409]
        assert answers[1].json()["code"] == "api_client.secret_rotating"
        new = answers[0].json()
        token = await a_token(client, old)
        assert await is_good(service, await a_token(client, new))
        answer = await client.delete(f"{place}/secrets/previous", headers=boss.headers)
        assert answer.json()["previous_secret_ends_at"] is None
        assert not await is_good(service, token)
        assert (await ask(client, old)).status_code == 401
        assert await a_token(client, new)
        answer = await client.delete(f"{place}/secrets/previous", headers=boss.headers)
        assert (answer.status_code, answer.json()["code"]) == (
            404,
            "api_client.no_previous_secret",
        )

    async def test_ends_the_secret_before_after_a_day(
        self, client: httpx.AsyncClient, service: Service
    ) -> None:
        boss, _ = await an_organization(client, service)
        old = await a_client(client, boss)
        answer = await client.post(f"partner-clients/{old['id']}/secrets", headers=boss.headers)
        overlap = "SELECT ends_at - now() FROM partner_secrets WHERE ends_at IS NOT NULL"
        left = await scalar(service, overlap)
        assert timedelta(hours=23, minutes=59) < left <= timedelta(hours=24)
        await execute(
            service,
            "UPDATE partner_secrets SET ends_at = ends_at - interval '1 day' WHERE ends_at > now()",
        )
        assert (await ask(client, old)).status_code == 401
        assert await a_token(client, answer.json())


class TestRevoking:
    async def test_ends_a_client_and_its_tokens_at_once_and_for_good(
        self, client: httpx.AsyncClient, service: Service
    ) -> None:
        boss, _ = await an_organization(client, service)
        made = await a_client(client, boss)
        token = await a_token(client, made)
        place = f"partner-clients/{made['id']}"
        answer = await client.post(f"{place}/revoke", headers=boss.headers)
        assert answer.json()["status"] == "revoked"
        # A process that has just started has received no broadcast.
        document = (await client.get("http://test/internal/jwks")).json()
        assert document["principals"][made["id"]] == made["version"] + 1
        assert not await is_good(service, token)
        refused = await ask(client, made)
        assert (refused.status_code, refused.json()["error"]) == (400, "unauthorized_client")
        again = await client.post(f"{place}/revoke", headers=boss.headers)
        assert again.json()["version"] == answer.json()["version"]
        rotated = await client.post(f"{place}/secrets", headers=boss.headers)
        assert (rotated.status_code, rotated.json()["code"]) == (409, "api_client.revoked")

    async def test_an_organization_that_is_not_approved_any_more_has_no_tokens(
        self, client: httpx.AsyncClient, service: Service
    ) -> None:
        boss, organization_id = await an_organization(client, service)
        made = await a_client(client, boss)
        token = await a_token(client, made)
        async with service.database.transaction() as session:
            organization = await lock_organization(session, organization_id)
            assert organization
            organization.status = ApprovalStatus.REJECTED
            await publish_organization(session, organization)
        assert not await is_good(service, token)
        refused = await ask(client, made)
        assert refused.json() == {
            "error": "unauthorized_client",
            "error_description": "The organization is not approved.",
        }


async def test_a_client_is_no_person(client: httpx.AsyncClient, service: Service) -> None:
    boss, _ = await an_organization(client, service)
    token = await a_token(client, await a_client(client, boss))
    headers = {"Authorization": f"Bearer {token}"}
    for path in ("auth/authenticated", "partner-clients", "users"):
        answer = await client.get(path, headers=headers)
        assert (answer.status_code, answer.json()["code"]) == (403, "permission.required")


class TestAnnouncing:
    async def test_an_end_is_announced_twice_and_anew_once_it_is_moved(
        self, client: httpx.AsyncClient, service: Service
    ) -> None:
        person, organization_id = await an_organization(client, service)
        issued = await a_client(client, person)
        await a_client(client, person, name="Another")

        async def announced(days_left: float) -> int:
            ends = utc_now() + timedelta(days=days_left)
            sql = "UPDATE partner_clients SET expires_at = :ends WHERE id = :id"
            await execute(service, sql, ends=ends, id=issued["id"])
            return await service.sweep("announce_expiring_clients")

        assert [await announced(left) for left in (31, 29, 28, 6, 5, -1)] == [0, 1, 0, 1, 0, 0]
        said = await service.published(PartnerClientExpiring)
        assert [each.notice_days for each in said] == [30, 7]
        assert {each.organization_id for each in said} == {organization_id}
        await announced(5)
        later = (utc_now() + timedelta(days=20)).isoformat()
        body = client_form(expires_at=later, version=issued["version"])
        address = f"partner-clients/{issued['id']}"
        changed = await client.put(address, json=body, headers=person.headers)
        assert changed.is_success, changed.text
        assert await service.sweep("announce_expiring_clients") == 1

    async def test_a_new_secret_is_published_without_it(
        self, client: httpx.AsyncClient, service: Service
    ) -> None:
        person, organization_id = await an_organization(client, service)
        issued = await a_client(client, person)
        assert await service.published(PartnerSecretRotated) == []
        address = f"partner-clients/{issued['id']}/secrets"
        rotated = await client.post(address, headers=person.headers)
        assert rotated.is_success, rotated.text
        (event,) = await service.published(PartnerSecretRotated)
        assert (event.organization_id, event.name) == (organization_id, "Warehouse system")
        assert rotated.json()["client_secret"] not in event.model_dump_json()


class TestRepetitions:
    async def test_get_another_secret_of_the_same_client(
        self, client: httpx.AsyncClient, service: Service
    ) -> None:
        boss, _ = await an_organization(client, service)
        headers = boss.headers | {"Idempotency-Key": "lost-on-the-way"}
        form: dict[str, Any] | None = client_form()
        path, secrets = "partner-clients", []
        for _ in range(2):
            answers = [await client.post(path, json=form, headers=headers) for _ in range(2)]
            assert [each.status_code for each in answers] == [201, 201], answers[1].text
            first, last = (each.json() for each in answers)
            assert first["id"] == last["id"]
            assert (await ask(client, first)).status_code == 401
            secrets.append(last)
            # The previous secret stays valid.
            for issued in secrets:
                assert await a_token(client, issued)
            path, form = f"partner-clients/{last['id']}/secrets", None
        assert await scalar(service, "SELECT count(*) FROM partner_clients") == 1
        assert len(await service.published(PartnerSecretRotated)) == 1
