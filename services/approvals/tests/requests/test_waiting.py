"""The list of pending requests equals the requests whose `can_decide` is true."""

from itertools import chain
from typing import Any

import httpx
from kit.database.db import AsyncSession, new_id
from kit.testing import Actor, ServiceUnderTest

from services.approvals.tests import factories
from services.approvals.tests.approvers.test_cover import assign_with_limits
from services.approvals.tests.delegations.test_routes import delegate
from services.approvals.tests.factories import create_admin, create_role, decide, make_level, submit
from services.approvals.tests.requests.test_handovers import reassign


async def list_awaiting(client: httpx.AsyncClient, user: Actor) -> set[str]:
    """Return the user's list."""
    answer = await client.get("approvals?mine=true", headers=user.headers)
    return {item["id"] for item in answer.json()["data"]}


async def list_decidable(
    client: httpx.AsyncClient, user: Actor, requests: list[dict[str, Any]]
) -> set[str]:
    """Return the requests whose details say that the user may decide."""
    found = [await client.get(f"approvals/{each['id']}", headers=user.headers) for each in requests]
    return {answer.json()["id"] for answer in found if answer.json()["can_decide"]}


async def test_the_list_says_what_each_request_says(
    service: ServiceUnderTest, client: httpx.AsyncClient, session: AsyncSession
) -> None:
    named, of_role, away, stand_in, given, gone = [await create_admin(service) for _ in range(6)]
    role = await create_role(service, "Reviewers", of_role)
    riyadh, first = new_id(), await submit(service, client)
    level = await make_level(client, named, away, rule="all")
    answer = await assign_with_limits(
        client,
        level,
        (named, "organization_ids", []),
        (away, "state_ids", []),
        (role, "state_ids", [riyadh]),
    )
    assert answer.status_code == 200, answer.text
    await make_level(client, gone, content_type="staff")
    assert (await delegate(client, away, stand_in)).status_code == 201
    requests = [
        first,
        await submit(service, client),
        await submit(service, client, state_id=riyadh),
        await submit(service, client, submitted_by=named.user_id),
        await submit(service, client, submitted_by=stand_in.user_id),
        await submit(service, client),
        await submit(service, client),
    ]
    assert (await reassign(client, requests[5], given)).status_code == 200
    assert (await decide(client, stand_in, requests[1])).status_code == 201
    await service.deliver(factories.staff_submitted())
    listed = await client.get("approvals?content_type=staff", headers=given.headers)
    requests += listed.json()["data"]
    # The staff level's only approver left, so a super-admin decides.
    await service.deliver(factories.build_profile(gone, active=False), sequence=2)

    users = [named, of_role, away, stand_in, given, gone, factories.super_admin()]
    lists = [await list_awaiting(client, user) for user in users]
    assert lists == [await list_decidable(client, user, requests) for user in users]
    # The first request predates all levels: only super-admins decide it.
    assert set(chain(*lists)) == {each["id"] for each in requests}
    assert lists[4] == {requests[5]["id"]}
