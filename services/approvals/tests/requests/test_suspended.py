"""Suspended organizations cannot be approved."""

from uuid import UUID

import httpx
import pytest
from contracts.approvals import RequestApproved
from contracts.identity import OrganizationUpdated
from contracts.testing import event
from kit.database.db import new_id
from kit.testing import ServiceUnderTest

from services.approvals.tests import factories
from services.approvals.tests.factories import create_admin, decide, make_level, submit


async def suspend(
    service: ServiceUnderTest, organization_id: UUID, *, sequence: int, suspended: bool = True
) -> None:
    changed = event(OrganizationUpdated, organization_id=organization_id, suspended=suspended)
    await service.deliver(changed, sequence=sequence)


@pytest.mark.parametrize("verdict", ["rejected", "returned"])
async def test_it_is_rejected_or_returned_but_not_approved(
    service: ServiceUnderTest, client: httpx.AsyncClient, verdict: str
) -> None:
    organization_id = new_id()
    approver = await create_admin(service)
    await make_level(client, approver)
    # The suspension arrives before the submission, and a stale state after it.
    await suspend(service, organization_id, sequence=3)
    await suspend(service, organization_id, sequence=2, suspended=False)
    request = await submit(service, client, organization_id=organization_id)
    page = await client.get(f"approvals/{request['id']}", headers=approver.headers)
    assert (page.json()["suspended"], page.json()["can_decide"]) == (True, True)
    listed = await client.get("approvals?mine=true", headers=approver.headers)
    assert [row["suspended"] for row in listed.json()["data"]] == [True]
    refused = await decide(client, approver, request)
    assert (refused.status_code, refused.json()["code"]) == (
        409,
        "approval_request.organization_suspended",
    )
    assert await service.published(RequestApproved) == []
    ended = await decide(client, approver, request, verdict, comment="The licence has ended.")
    assert ended.json()["status"] == verdict


async def test_what_waited_for_it_goes_on_once_it_works_again(
    service: ServiceUnderTest, client: httpx.AsyncClient
) -> None:
    organization_id = new_id()
    first, last = await create_admin(service), await create_admin(service)
    await make_level(client, first, last, rule="all")
    request = await submit(service, client, organization_id=organization_id)
    assert (await decide(client, first, request)).json()["status"] == "pending"
    await suspend(service, organization_id, sequence=2)
    # The last missing approver is no longer an admin; the request still waits for the suspension.
    await service.deliver(factories.build_profile(last, active=False), sequence=2)
    path = f"approvals/{request['id']}"
    assert (await client.get(path, headers=first.headers)).json()["status"] == "pending"
    other = await submit(service, client)
    assert (await decide(client, first, other)).json()["status"] == "approved"
    await suspend(service, organization_id, sequence=3, suspended=False)
    assert (await client.get(path, headers=first.headers)).json()["status"] == "approved"
    await suspend(service, organization_id, sequence=3, suspended=False)
    assert len(await service.published(RequestApproved)) == 2
