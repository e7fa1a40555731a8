"""Levels can be assigned to roles; holders at the time of the decision approve."""

import httpx
from contracts import Permission
from contracts.approvals import LevelUnattended
from contracts.identity import RoleUpdated
from contracts.testing import event
from kit.database.db import new_id
from kit.testing import ServiceUnderTest

from services.approvals.tests import factories
from services.approvals.tests.factories import (
    assign_role,
    create_admin,
    create_role,
    decide,
    make_level,
    set_roles,
    submit,
)


async def test_a_role_that_is_taken_amid_a_request_decides_no_more_and_who_has_it_then_does(
    service: ServiceUnderTest, client: httpx.AsyncClient
) -> None:
    first, second = await create_admin(service), await create_admin(service)
    role = await create_role(service, "Reviewers", first)
    level = (await assign_role(client, await make_level(client), role)).json()
    assert [each["role"]["name_en"] for each in level["assignments"]] == ["Reviewers"]
    assert [each["user_id"] for each in level["approvers"]] == [str(first.user_id)]
    request = await submit(service, client)
    waiting = await client.get("approvals?mine=true", headers=first.headers)
    assert [each["id"] for each in waiting.json()["data"]] == [request["id"]]

    await set_roles(service, second, role)
    await set_roles(service, first, sequence=3)
    # A stale event changes nothing.
    await set_roles(service, first, role, sequence=2)
    refused = await decide(client, first, request)
    assert (refused.status_code, refused.json()["code"]) == (403, "approval_request.not_approver")
    assert not await service.published(LevelUnattended)
    decided = (await decide(client, second, request)).json()
    assert decided["status"] == "approved"
    assert decided["steps"][0]["approvers"][0]["user_id"] == str(second.user_id)


async def test_where_all_approve_a_request_moves_on_once_the_missing_one_has_lost_the_role(
    service: ServiceUnderTest, client: httpx.AsyncClient
) -> None:
    first, second = await create_admin(service), await create_admin(service)
    role = await create_role(service, "Reviewers", first, second)
    await assign_role(client, await make_level(client, rule="all"), role)
    request = await submit(service, client)
    assert (await decide(client, first, request)).json()["status"] == "pending"
    await set_roles(service, second, sequence=2)
    shown = await client.get(f"approvals/{request['id']}", headers=first.headers)
    assert shown.json()["status"] == "approved"


async def test_a_level_is_unattended_once_nobody_has_its_role_and_when_it_is_deleted(
    service: ServiceUnderTest, client: httpx.AsyncClient
) -> None:
    user = await create_admin(service)
    role = await create_role(service, "Reviewers", user)
    level_id = await make_level(client)
    await assign_role(client, level_id, role)
    await set_roles(service, user, sequence=2)
    (unattended,) = await service.published(LevelUnattended)
    assert unattended.level_id == level_id
    await set_roles(service, user, role, sequence=3)
    await service.deliver(
        event(RoleUpdated, role_id=role, name_en="Reviewers", active=False), sequence=2
    )
    assert len(await service.published(LevelUnattended)) == 2
    level = await client.get(f"approval-levels/{level_id}", headers=user.headers)
    assert (level.json()["assignments"], level.json()["approvers"]) == ([], [])
    assert (await assign_role(client, level_id, role)).status_code == 422


async def test_whoever_is_named_and_has_the_role_counts_once(
    service: ServiceUnderTest, client: httpx.AsyncClient
) -> None:
    user = await create_admin(service)
    role = await create_role(service, "Reviewers", user)
    level_id = await make_level(client)
    both = [{"user_id": str(user.user_id)}, {"role_id": str(role)}]
    address, headers = f"approval-levels/{level_id}/approvers", user.headers
    level = (await client.put(address, json={"approvers": both}, headers=headers)).json()
    assert (len(level["assignments"]), len(level["approvers"])) == (2, 1)
    wrong = [{"user_id": str(user.user_id), "role_id": str(role)}, {}, {"role_id": str(new_id())}]
    refused = await client.put(address, json={"approvers": wrong[:2]}, headers=headers)
    assert [each["code"] for each in refused.json()["fields"]] == [
        "approver.user_or_role_required"
    ] * 2
    refused = await client.put(address, json={"approvers": wrong[2:]}, headers=headers)
    (problem,) = refused.json()["fields"]
    assert (problem["field"], problem["code"]) == (
        "approvers.0.role_id",
        "approver.role_not_eligible",
    )


class TestListApproverRoles:
    async def test_lists_roles_with_their_active_holders(
        self, service: ServiceUnderTest, client: httpx.AsyncClient
    ) -> None:
        active = await create_admin(service)
        gone = await create_admin(service, active=False)
        await create_role(service, "Reviewers", active, gone)
        await create_role(service, "Auditors")
        await service.deliver(event(RoleUpdated, name_en="Deleted", active=False))
        answer = await client.get("approvers/roles", headers=active.headers)
        roles = [(each["name_en"], each["holders"]) for each in answer.json()["data"]]
        assert roles == [("Approvers", 0), ("Auditors", 0), ("Reviewers", 1)]

    async def test_401_and_403(self, client: httpx.AsyncClient) -> None:
        assert (await client.get("approvers/roles")).status_code == 401
        headers = factories.admin(Permission.VIEW_USERS).headers
        assert (await client.get("approvers/roles", headers=headers)).status_code == 403
