import asyncio
from typing import Any
from uuid import uuid4

import httpx
import pytest
from contracts import Permission
from contracts.identity import OrganizationSuspensionChanged, OrganizationUpdated, PrincipalChanged
from identity.config import Settings
from kit.testing import ServiceUnderTest

from services.identity.tests.factories import Person, a_submitted_organization, admin, renew
from services.identity.tests.organizations.partner_clients.factories import (
    a_client,
    a_token,
    an_organization,
    ask,
)

WHY = "The commercial registration has ended."
Service = ServiceUnderTest[Settings]


@pytest.fixture
async def boss(client: httpx.AsyncClient, service: Service) -> Person:
    return await admin(
        client, service, Permission.VIEW_ORGANIZATION, Permission.SUSPEND_ORGANIZATION
    )


async def change(
    client: httpx.AsyncClient, boss: Person, organization: Person, verb: str, **body: Any
) -> httpx.Response:
    path = f"organizations/{organization.organization_id}/{verb}"
    return await client.post(path, json=body, headers=boss.headers)


async def test_its_people_read_the_reason_and_change_nothing_until_it_works_again(
    client: httpx.AsyncClient, service: Service, boss: Person
) -> None:
    owner, _ = await an_organization(client, service)
    other, _ = await an_organization(client, service)
    assert owner.user["profiles"][0]["suspension"] is None
    fresh = len(await service.published(PrincipalChanged))
    answer = await change(client, boss, owner, "suspend", reason=f"  {WHY} ")
    assert answer.status_code == 200, answer.text
    assert answer.json()["suspension"]["reason"] == WHY
    assert answer.json()["status"] == "approved"

    stale = (await service.published(PrincipalChanged))[fresh:]
    assert [each.user_id for each in stale] == [owner.id]
    await renew(client, owner)
    suspension = owner.user["profiles"][0]["suspension"]
    assert suspension == answer.json()["suspension"]
    assert (await client.get("staff", headers=owner.headers)).status_code == 200
    for person, code in ((owner, "organization.suspended"), (other, None)):
        written = await client.post(
            "staff/people", json={"identifier": "a@b.co"}, headers=person.headers
        )
        assert written.json()["code"] == (code or "person.not_found")
    # Members keep access to the account and to the organization's details.
    own = await client.get("organizations/me", headers=owner.headers)
    assert own.json()["suspension"] == suspension
    contact = {
        "contact_name": "Huda",
        "contact_phone": "+966501234567",
        "email": "desk@example.com",
    }
    kept = await client.put("organizations/me/contact", json=contact, headers=owner.headers)
    assert kept.status_code == 200, kept.text

    rows = (await client.get("organizations?suspended=true", headers=boss.headers)).json()["data"]
    assert [(row["id"], row["suspended"]) for row in rows] == [(str(owner.organization_id), True)]
    rows = (await client.get("organizations?suspended=false", headers=boss.headers)).json()["data"]
    assert [row["id"] for row in rows] == [str(other.organization_id)]

    answer = await change(client, boss, owner, "resume")
    assert (answer.status_code, answer.json()["suspension"]) == (200, None)
    await renew(client, owner)
    assert owner.user["profiles"][0]["suspension"] is None
    changes = await service.published(OrganizationSuspensionChanged)
    assert [(each.suspended, each.reason) for each in changes] == [(True, WHY), (False, None)]
    states = [
        each.suspended
        for each in await service.published(OrganizationUpdated)
        if each.organization_id == owner.organization_id
    ]
    assert states[-3:] == [True, True, False]


async def test_two_at_once_suspend_once_and_what_does_not_work_is_not_suspended(
    client: httpx.AsyncClient, service: Service, boss: Person
) -> None:
    owner, _ = await an_organization(client, service)
    presses = [change(client, boss, owner, "suspend", reason=WHY) for _ in range(2)]
    answers = await asyncio.gather(*presses)
    assert sorted(answer.status_code for answer in answers) == [200, 409]
    assert len(await service.published(OrganizationSuspensionChanged)) == 1
    presses = [change(client, boss, owner, "resume") for _ in range(2)]
    refused = [answer for answer in await asyncio.gather(*presses) if answer.status_code == 409]
    assert [answer.json()["code"] for answer in refused] == ["organization.not_suspended"]
    assert len(await service.published(OrganizationSuspensionChanged)) == 2

    waiting = await a_submitted_organization(client, service, commercial_number="4030999999")
    answer = await change(client, boss, waiting, "suspend", reason=WHY)
    assert answer.json()["code"] == "organization.not_suspendable"
    answer = await change(client, boss, owner, "suspend", reason="  ")
    assert answer.status_code == 422
    unknown = f"organizations/{uuid4()}/suspend"
    assert (
        await client.post(unknown, json={"reason": WHY}, headers=boss.headers)
    ).status_code == 404
    viewer = await admin(client, service, Permission.VIEW_ORGANIZATION)
    assert (await change(client, viewer, owner, "suspend", reason=WHY)).status_code == 403


async def test_its_partner_clients_get_no_token(
    client: httpx.AsyncClient, service: Service, boss: Person
) -> None:
    owner, _ = await an_organization(client, service)
    issued = await a_client(client, owner)
    await a_token(client, issued)
    answer = await change(client, boss, owner, "suspend", reason=WHY)
    assert answer.status_code == 200
    refused = await ask(client, issued)
    assert refused.json()["error_description"] == "The organization is suspended."
    await change(client, boss, owner, "resume")
    assert await a_token(client, issued)
