"""Users cannot decide on their own submissions or their organization's."""

from typing import Any

import httpx
from kit.database.db import new_id
from kit.testing import Actor, ServiceUnderTest, actor

from services.approvals.tests import factories
from services.approvals.tests.factories import create_admin, decide, make_level, submit


async def join(service: ServiceUnderTest, user: Actor, organization: Any, **changes: Any) -> None:
    """Add a staff profile of the organization to the user."""
    staff = actor("staff", organization_id=organization)
    await service.deliver(factories.build_profile(staff, user_id=user.user_id, **changes))


async def get_decision_flags(
    client: httpx.AsyncClient, user: Actor, request: dict[str, Any]
) -> Any:
    """Return `can_decide` and `own` as the user sees them."""
    found = (await client.get(f"approvals/{request['id']}", headers=user.headers)).json()
    return found["can_decide"], found["own"]


async def test_who_has_submitted_does_not_decide(
    service: ServiceUnderTest, client: httpx.AsyncClient
) -> None:
    approver, other = await create_admin(service), await create_admin(service)
    await make_level(client, approver, other, rule="all")
    request = await submit(service, client, submitted_by=approver.user_id)
    refused = await decide(client, approver, request)
    assert (refused.status_code, refused.json()["code"]) == (403, "approval_request.own_request")
    assert await get_decision_flags(client, approver, request) == (False, True)
    listed = await client.get("approvals?mine=true", headers=approver.headers)
    assert listed.json()["data"] == []
    # With the rule `all`, only the other approvers count.
    assert (await decide(client, other, request)).json()["status"] == "approved"


async def test_who_belongs_to_the_organization_does_not_decide(
    service: ServiceUnderTest, client: httpx.AsyncClient
) -> None:
    organization = new_id()
    approver = await create_admin(service)
    await make_level(client, approver)
    await join(service, approver, organization)
    request = await submit(service, client, organization_id=organization)
    assert (await decide(client, approver, request)).json()[
        "code"
    ] == "approval_request.own_request"
    # No other approver is left: a super-admin decides, but never on their own.
    boss = factories.super_admin()
    await join(service, boss, organization)
    assert (await decide(client, boss, request)).status_code == 403
    assert (await decide(client, factories.super_admin(), request)).json()["status"] == "approved"
    # Requests of other organizations are unaffected.
    foreign = await submit(service, client)
    assert await get_decision_flags(client, approver, foreign) == (True, False)


async def test_who_has_left_the_organization_decides(
    service: ServiceUnderTest, client: httpx.AsyncClient
) -> None:
    organization = new_id()
    approver = await create_admin(service)
    await make_level(client, approver)
    await join(service, approver, organization, active=False)
    request = await submit(service, client, organization_id=organization)
    assert (await decide(client, approver, request)).json()["status"] == "approved"


async def test_who_joins_the_organization_is_waited_for_no_more(
    service: ServiceUnderTest, client: httpx.AsyncClient
) -> None:
    organization = new_id()
    first, second = await create_admin(service), await create_admin(service)
    await make_level(client, first, second, rule="all")
    request = await submit(service, client, organization_id=organization)
    await decide(client, first, request)
    await join(service, second, organization)
    found = await client.get(f"approvals/{request['id']}", headers=first.headers)
    assert found.json()["status"] == "approved"
