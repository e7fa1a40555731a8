"""Approvers cover all requests, or only some organizations, regions or categories."""

from typing import Any
from uuid import UUID

import httpx
from contracts.catalog import AnnouncementSubmitted
from contracts.enrollment import ApplicationSubmitted
from contracts.testing import event
from kit.database.db import new_id
from kit.testing import Actor, ServiceUnderTest

from services.approvals.tests import factories
from services.approvals.tests.factories import (
    create_admin,
    create_role,
    decide,
    make_level,
    staff_submitted,
    submit,
)


async def assign_with_limits(
    client: httpx.AsyncClient, level_id: UUID, *approvers: Any
) -> httpx.Response:
    """Set the level's approvers with their coverage."""
    body = [
        {"user_id": str(who.user_id)} if isinstance(who, Actor) else {"role_id": str(who)}
        for who, _, _ in approvers
    ]
    covers = [{name: [str(each) for each in ids]} for _, name, ids in approvers]
    return await client.put(
        f"approval-levels/{level_id}/approvers",
        json={"approvers": [one | other for one, other in zip(body, covers, strict=True)]},
        headers=factories.super_admin().headers,
    )


async def list_awaiting(client: httpx.AsyncClient, user: Actor) -> set[str]:
    """Return the requests awaiting the user's decision."""
    answer = await client.get("approvals?mine=true", headers=user.headers)
    return {each["content_id"] for each in answer.json()["data"]}


async def test_by_organization_region_and_role(
    service: ServiceUnderTest, client: httpx.AsyncClient
) -> None:
    riyadh, jubail = new_id(), new_id()
    of_one, of_region, of_all = [
        await create_admin(service, name_en=name) for name in ("One", "Region", "All")
    ]
    first = await submit(service, client, state_id=jubail)
    role = await create_role(service, "Reviewers", of_region)
    level_id = await make_level(client, content_type="organization")
    answer = await assign_with_limits(
        client,
        level_id,
        (of_one, "organization_ids", [first["content_id"]]),
        (role, "state_ids", [riyadh]),
    )
    assert answer.status_code == 200, answer.text
    one, region = answer.json()["assignments"]
    assert [each["name_en"] for each in one["organizations"]] == [first["name_en"]]
    assert (region["role"]["name_en"], region["state_ids"]) == ("Reviewers", [str(riyadh)])

    again = await submit(service, client, organization_id=first["content_id"], submission=2)
    there = await submit(service, client, state_id=riyadh)
    elsewhere = await submit(service, client, state_id=jubail)
    assert await list_awaiting(client, of_one) == {again["content_id"]}
    assert await list_awaiting(client, of_region) == {there["content_id"]}
    refused = await decide(client, of_one, there)
    assert (refused.status_code, refused.json()["code"]) == (403, "approval_request.not_approver")
    shown = await client.get(f"approvals/{there['id']}", headers=of_one.headers)
    assert [each["name_en"] for each in shown.json()["steps"][0]["approvers"]] == ["Region"]

    # A super-admin decides uncovered requests, and the level counts them.
    boss = factories.super_admin()
    assert elsewhere["content_id"] in await list_awaiting(client, boss)
    assert there["content_id"] not in await list_awaiting(client, boss)
    level = await client.get(f"approval-levels/{level_id}", headers=boss.headers)
    assert (level.json()["pending"], level.json()["uncovered"]) == (3, 1)

    # Coverage is evaluated at decision time: another approver now covers all.
    await factories.assign(client, level_id, of_all)
    assert await list_awaiting(client, of_region) == set()
    assert (await decide(client, of_all, elsewhere)).json()["status"] == "approved"


async def test_staff_are_of_their_organization_and_its_region(
    service: ServiceUnderTest, client: httpx.AsyncClient
) -> None:
    state, approver = new_id(), await create_admin(service)
    level_id = await make_level(client, content_type="staff")
    await assign_with_limits(client, level_id, (approver, "state_ids", [state]))
    inside, outside = staff_submitted(state_id=state), staff_submitted(state_id=new_id())
    for submitted in (inside, outside):
        await service.deliver(submitted)
    assert await list_awaiting(client, approver) == {str(inside.profile_id)}


async def test_announcements_and_applications_to_them_by_category(
    service: ServiceUnderTest, client: httpx.AsyncClient
) -> None:
    main, category, approver = new_id(), new_id(), await create_admin(service)
    for kind in ("announcement", "application"):
        level_id = await make_level(client, content_type=kind)
        await assign_with_limits(client, level_id, (approver, "category_ids", [main]))
    announced = event(AnnouncementSubmitted, category_ids=(category, main))
    other = event(AnnouncementSubmitted, category_ids=(new_id(),))
    applied = event(ApplicationSubmitted, announcement_id=announced.announcement_id)
    for submitted in (announced, other, applied, event(ApplicationSubmitted)):
        await service.deliver(submitted)
    expected = {str(announced.announcement_id), str(applied.application_id)}
    assert await list_awaiting(client, approver) == expected


async def test_where_all_approve_only_those_who_cover_it_have_to(
    service: ServiceUnderTest, client: httpx.AsyncClient
) -> None:
    state = new_id()
    here, elsewhere = await create_admin(service), await create_admin(service)
    level_id = await make_level(client, rule="all")
    covers = [(here, "state_ids", [state]), (elsewhere, "state_ids", [new_id()])]
    await assign_with_limits(client, level_id, *covers)
    request = await submit(service, client, state_id=state)
    assert (await decide(client, here, request)).json()["status"] == "approved"


async def test_422_for_what_requests_of_the_kind_have_not_and_for_no_organization(
    service: ServiceUnderTest, client: httpx.AsyncClient
) -> None:
    approver = await create_admin(service)
    for kind, name in (("organization", "category_ids"), ("announcement", "state_ids")):
        level_id = await make_level(client, content_type=kind)
        refused = await assign_with_limits(client, level_id, (approver, name, [new_id()]))
        (problem,) = refused.json()["fields"]
        assert (refused.status_code, problem["code"]) == (422, "approver.cover_not_applicable")
        assert problem["field"] == f"approvers.0.{name}"
    level_id = await make_level(client, content_type="staff")
    refused = await assign_with_limits(client, level_id, (approver, "organization_ids", [new_id()]))
    (problem,) = refused.json()["fields"]
    assert (problem["field"], problem["code"]) == (
        "approvers.0.organization_ids.0",
        "organization.not_submitted",
    )
    level = await client.get(f"approval-levels/{level_id}", headers=approver.headers)
    assert level.json()["assignments"] == []


async def test_the_organizations_to_choose_from_are_found_by_their_newest_names(
    service: ServiceUnderTest, client: httpx.AsyncClient
) -> None:
    boss = factories.super_admin()
    first = await submit(service, client, name_en="Gulf Academy")
    await submit(
        service,
        client,
        organization_id=first["content_id"],
        submission=2,
        name_en="Gulf Institute",
    )
    await submit(service, client, name_en="Najd Institute")
    address = "approval-levels/organizations"
    found = await client.get(address, headers=boss.headers)
    assert [each["name_en"] for each in found.json()["data"]] == [
        "Gulf Institute",
        "Najd Institute",
    ]
    found = await client.get(f"{address}?search=gulf", headers=boss.headers)
    assert [each["id"] for each in found.json()["data"]] == [first["content_id"]]
    assert (await client.get(address)).status_code == 401
    assert (await client.get(address, headers=factories.admin("view-users").headers)).is_error
