"""Only admins permitted to decide are offered, accepted and counted."""

from typing import Any

import httpx
from contracts import SUPER_ADMIN, Permission
from contracts.approvals import DelegationChanged, DelegationStatus, LevelUnattended
from contracts.identity import RoleUpdated
from contracts.testing import event
from kit.domain.timezone import today
from kit.testing import Actor, ServiceUnderTest
from sqlalchemy import text

from services.approvals.tests.factories import (
    APPROVERS,
    assign_role,
    create_admin,
    create_role,
    decide,
    make_level,
    set_roles,
    submit,
    super_admin,
)


async def permit(
    service: ServiceUnderTest, *permissions: Permission, slug: str = "", sequence: int
) -> None:
    """Replace the permissions of the role shared by all `create_admin` admins."""
    changed = event(
        RoleUpdated,
        role_id=APPROVERS,
        name_en="Approvers",
        active=True,
        slug=slug,
        permissions=permissions,
    )
    await service.deliver(changed, sequence=sequence)


def codes(answer: httpx.Response) -> list[str]:
    return [problem["code"] for problem in answer.json()["fields"]]


async def delegate(client: httpx.AsyncClient, user: Actor, to: Actor) -> httpx.Response:
    days = {"first_day": str(today()), "last_day": str(today())}
    body = {"delegate_id": str(to.user_id)} | days
    return await client.post("approvals/delegations", json=body, headers=user.headers)


async def test_an_admin_without_the_permission_is_neither_offered_nor_accepted(
    service: ServiceUnderTest, client: httpx.AsyncClient
) -> None:
    approver, other = await create_admin(service), await create_admin(service)
    request_level = await make_level(client, approver)
    request = await submit(service, client)
    await set_roles(service, other, sequence=2)
    boss = super_admin().headers
    offered = (await client.get("approvers", headers=boss)).json()["data"]
    assert [each["user_id"] for each in offered] == [str(approver.user_id)]

    refused: list[Any] = [
        await delegate(client, approver, other),
        await client.put(
            f"approvals/{request['id']}/approvers",
            json={"user_ids": [str(other.user_id)], "reason": "On leave", "step": 1},
            headers=boss,
        ),
        await client.put(
            f"approval-levels/{request_level}/approvers",
            json={"approvers": [{"user_id": str(other.user_id)}]},
            headers=boss,
        ),
        await client.put(
            f"approval-levels/{request_level}",
            json={
                "name_en": "Documents",
                "name_ar": "المستندات",
                "rule": "any",
                "target_days": 3,
                "escalate_after": 2,
                "escalate_to": str(other.user_id),
            },
            headers=boss,
        ),
    ]
    assert [codes(answer) for answer in refused] == [["approver.not_eligible"]] * 4


async def test_a_role_that_does_not_permit_deciding_is_neither_offered_nor_accepted(
    service: ServiceUnderTest, client: httpx.AsyncClient
) -> None:
    await create_admin(service)
    level = await make_level(client)
    editors = event(
        RoleUpdated, name_en="Editors", active=True, permissions=[Permission.EDIT_CATEGORY]
    )
    await service.deliver(editors)
    offered = (await client.get("approvers/roles", headers=super_admin().headers)).json()["data"]
    assert [role["name_en"] for role in offered] == ["Approvers"]
    assert codes(await assign_role(client, level, editors.role_id)) == [
        "approver.role_not_eligible"
    ]


async def test_a_level_whose_approvers_lose_the_permission_has_none_and_admins_are_alerted(
    service: ServiceUnderTest, client: httpx.AsyncClient
) -> None:
    user = await create_admin(service)
    level = await make_level(client, user)
    request = await submit(service, client)
    assert not await service.published(LevelUnattended)
    await permit(service, Permission.EDIT_CATEGORY, sequence=2)
    (alert,) = await service.published(LevelUnattended)
    assert alert.level_id == level
    boss = super_admin()
    shown = (await client.get(f"approval-levels/{level}", headers=boss.headers)).json()
    assert ([each["eligible"] for each in shown["approvers"]], shown["uncovered"]) == ([False], 1)
    assert (await decide(client, user, request)).status_code == 403
    assert (await decide(client, boss, request)).json()["status"] == "approved"

    await permit(service, slug=SUPER_ADMIN, sequence=3)
    waiting = await submit(service, client)
    assert (await decide(client, user, waiting)).json()["status"] == "approved"
    await set_roles(service, user, sequence=4)
    assert len(await service.published(LevelUnattended)) == 2


async def test_where_all_approve_whoever_loses_the_permission_is_not_waited_for(
    service: ServiceUnderTest, client: httpx.AsyncClient
) -> None:
    first, second = await create_admin(service), await create_admin(service)
    await make_level(client, first, second, rule="all")
    request = await submit(service, client)
    assert (await decide(client, first, request)).json()["status"] == "pending"
    await set_roles(service, second, sequence=2)
    shown = await client.get(f"approvals/{request['id']}", headers=first.headers)
    assert shown.json()["status"] == "approved"


async def test_a_delegation_to_who_loses_the_permission_ends(
    service: ServiceUnderTest, client: httpx.AsyncClient
) -> None:
    user, to = await create_admin(service), await create_admin(service)
    assert (await delegate(client, user, to)).status_code == 201
    await set_roles(service, to, sequence=2)
    assert [each.status for each in await service.published(DelegationChanged)] == [
        DelegationStatus.GIVEN,
        DelegationStatus.DELEGATE_LEFT,
    ]


async def test_a_role_that_comes_after_its_holders_makes_them_eligible(
    service: ServiceUnderTest, client: httpx.AsyncClient
) -> None:
    user = await create_admin(service)
    await set_roles(service, user, sequence=2)
    role = await create_role(service, "Reviewers")
    await set_roles(service, user, role, sequence=3)
    offered = (await client.get("approvers", headers=user.headers)).json()["data"]
    assert [each["user_id"] for each in offered] == [str(user.user_id)]


async def test_a_role_stored_before_it_said_what_it_permits_is_completed_by_republishing(
    service: ServiceUnderTest, client: httpx.AsyncClient
) -> None:
    user = await create_admin(service)
    await permit(service, sequence=5)
    async with service.database.transaction() as session:
        await session.execute(text("UPDATE roles SET approves = NULL"))
        await session.execute(text("UPDATE approvers SET eligible = true"))

    async def list_offered() -> list[str]:
        answer = await client.get("approvers", headers=super_admin().headers)
        return [each["user_id"] for each in answer.json()["data"]]

    assert await list_offered() == [str(user.user_id)]
    await permit(service, sequence=5)
    assert await list_offered() == []
