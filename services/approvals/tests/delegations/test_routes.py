"""A delegate decides while an approver is away; delegations end automatically."""

from datetime import timedelta
from typing import Any
from uuid import UUID

import httpx
import pytest
from approvals.delegations.models import Delegation
from contracts.approvals import DelegationChanged, RequestApproved, RequestDue
from kit.database.db import AsyncSession
from kit.domain.timezone import today
from kit.testing import Actor, ServiceUnderTest, actor
from sqlalchemy import update

from services.approvals.tests import factories
from services.approvals.tests.factories import create_admin, decide, make_level, submit
from services.approvals.tests.requests.test_tasks import set_due


async def delegate(
    client: httpx.AsyncClient, user: Actor, to: Actor, **changes: Any
) -> httpx.Response:
    """Delegate the user's decisions for a week from today."""
    days = {"first_day": str(today()), "last_day": str(today() + timedelta(days=7))}
    body = {"delegate_id": str(to.user_id)} | days | changes
    return await client.post("approvals/delegations", json=body, headers=user.headers)


async def set_days(session: AsyncSession, first: int, last: int) -> None:
    """Move all delegations to these days, relative to today."""
    first_day, last_day = (today() + timedelta(days=days) for days in (first, last))
    await session.execute(update(Delegation).values(first_day=first_day, last_day=last_day))
    await session.commit()


async def list_awaiting(client: httpx.AsyncClient, user: Actor) -> list[str]:
    """Return the requests awaiting the user's decision."""
    answer = await client.get("approvals?mine=true", headers=user.headers)
    return [item["id"] for item in answer.json()["data"]]


async def test_a_delegate_decides_for_who_is_away_and_it_says_so(
    service: ServiceUnderTest, client: httpx.AsyncClient, session: AsyncSession
) -> None:
    away = await create_admin(service, name_en="Omar Saleh", name_ar="عمر صالح")
    other, stand_in = await create_admin(service), await create_admin(service)
    await make_level(client, away, other, rule="all")
    request = await submit(service, client)
    assert (await decide(client, stand_in, request)).json()[
        "code"
    ] == "approval_request.not_approver"

    given = await delegate(client, away, stand_in)
    assert given.status_code == 201, given.text
    assert (
        await list_awaiting(client, stand_in)
        == await list_awaiting(client, away)
        == [request["id"]]
    )
    shown = (await client.get(f"approvals/{request['id']}", headers=stand_in.headers)).json()
    assert [each["name_en"] for each in shown["decides_for"]] == ["Omar Saleh"]
    of_away = next(
        each for each in shown["steps"][0]["approvers"] if each["user_id"] == str(away.user_id)
    )
    assert [each["user_id"] for each in of_away["delegates"]] == [str(stand_in.user_id)]

    decided = (await decide(client, stand_in, request)).json()
    assert [(each["user_id"], each["for_name_en"]) for each in decided["decisions"]] == [
        (str(stand_in.user_id), "Omar Saleh")
    ]
    # One of the two required approvals is missing; neither user may decide again.
    assert decided["status"] == "pending"
    assert (await decide(client, stand_in, request)).json()[
        "code"
    ] == "approval_request.decided_by_you"
    assert (await decide(client, away, request)).json()[
        "code"
    ] == "approval_request.decided_for_you"
    assert await list_awaiting(client, away) == []
    assert (await decide(client, other, request)).json()["status"] == "approved"


async def test_a_delegate_who_approves_too_decides_for_both_at_once(
    service: ServiceUnderTest, client: httpx.AsyncClient
) -> None:
    away, colleague = await create_admin(service), await create_admin(service)
    await make_level(client, away, colleague, rule="all")
    await delegate(client, away, colleague)
    request = await submit(service, client)
    decided = (await decide(client, colleague, request)).json()
    assert decided["status"] == "approved"
    assert len(decided["decisions"]) == 2
    assert len(await service.published(RequestApproved)) == 1


async def test_it_counts_on_its_days_for_its_kinds_alone(
    service: ServiceUnderTest, client: httpx.AsyncClient, session: AsyncSession
) -> None:
    away, stand_in = await create_admin(service), await create_admin(service)
    await make_level(client, away)
    request = await submit(service, client)
    # A covered content type, but the absent approver approves at none of its levels.
    await service.deliver(factories.staff_submitted())
    await delegate(client, away, stand_in, content_types=["staff"])
    assert await list_awaiting(client, stand_in) == []
    assert (await decide(client, stand_in, request)).json()[
        "code"
    ] == "approval_request.not_approver"
    await delegate(client, away, stand_in, content_types=["staff", "organization"])
    assert await list_awaiting(client, stand_in) == [request["id"]]
    await set_days(session, 1, 3)
    assert await list_awaiting(client, stand_in) == []
    await set_days(session, -3, 0)
    assert await list_awaiting(client, stand_in) == [request["id"]]
    await set_days(session, -3, -1)
    assert await list_awaiting(client, stand_in) == []
    assert (await decide(client, stand_in, request)).status_code == 403
    listed = await client.get("approvals/delegations", headers=away.headers)
    assert listed.json() == {"given": [], "taken": []}


async def test_nobody_decides_for_somebody_on_their_own(
    service: ServiceUnderTest, client: httpx.AsyncClient
) -> None:
    away, stand_in = await create_admin(service), await create_admin(service)
    await make_level(client, away)
    await delegate(client, away, stand_in)
    request = await submit(service, client, submitted_by=stand_in.user_id)
    assert (await decide(client, stand_in, request)).json()[
        "code"
    ] == "approval_request.own_request"
    # The absent approver's own requests are excluded: they do not count at its levels.
    request = await submit(service, client, submitted_by=away.user_id)
    assert (await decide(client, stand_in, request)).json()[
        "code"
    ] == "approval_request.not_approver"


async def test_both_see_it_and_both_can_end_it(
    service: ServiceUnderTest, client: httpx.AsyncClient
) -> None:
    away, stand_in, foreign = [await create_admin(service) for _ in range(3)]
    ended = []
    for user in (away, stand_in):
        made = (await delegate(client, away, stand_in)).json()
        for who, place in ((away, "given"), (stand_in, "taken")):
            listed = await client.get("approvals/delegations", headers=who.headers)
            assert [each["id"] for each in listed.json()[place]] == [made["id"]]
        address = f"approvals/delegations/{made['id']}"
        refused = await client.delete(address, headers=foreign.headers)
        assert refused.json()["code"] == "delegation.not_found"
        assert (await client.delete(address, headers=user.headers)).status_code == 204
        again = await client.delete(address, headers=user.headers)
        assert (again.status_code, again.json()["code"]) == (409, "delegation.ended")
        ended.append(UUID(made["id"]))
    published = [
        (each.delegation_id, each.status) for each in await service.published(DelegationChanged)
    ]
    assert published == [
        (ended[0], "given"),
        (ended[0], "taken_back"),
        (ended[1], "given"),
        (ended[1], "given_back"),
    ]


async def test_who_gave_to_an_admin_that_is_disabled_hears_of_it(
    service: ServiceUnderTest, client: httpx.AsyncClient
) -> None:
    away, stand_in = await create_admin(service), await create_admin(service)
    await make_level(client, away)
    await delegate(client, away, stand_in)
    await service.deliver(factories.build_profile(stand_in, active=False), sequence=2)
    *_, last = await service.published(DelegationChanged)
    assert (last.status, last.user_id) == ("delegate_left", away.user_id)
    listed = await client.get("approvals/delegations", headers=away.headers)
    assert listed.json()["given"] == []


async def test_who_stands_in_is_reminded_too(
    service: ServiceUnderTest, client: httpx.AsyncClient, session: AsyncSession
) -> None:
    away, stand_in = await create_admin(service), await create_admin(service)
    await make_level(client, away)
    await delegate(client, away, stand_in)
    await set_due(session, await submit(service, client), today())
    assert await service.sweep("remind_approvers") == 1
    (due,) = await service.published(RequestDue)
    assert set(due.approver_user_ids) == {away.user_id, stand_in.user_id}


@pytest.mark.parametrize(
    ("days", "code"),
    [
        ((-3, -1), "date.in_past"),
        ((3, 2), "period.ends_before_start"),
        ((0, 400), "delegation.too_long"),
    ],
)
async def test_422_for_days_that_cannot_be(
    service: ServiceUnderTest, client: httpx.AsyncClient, days: tuple[int, int], code: str
) -> None:
    away, stand_in = await create_admin(service), await create_admin(service)
    first_day, last_day = (str(today() + timedelta(days=each)) for each in days)
    refused = await delegate(client, away, stand_in, first_day=first_day, last_day=last_day)
    assert refused.status_code == 422
    assert [each["code"] for each in refused.json()["fields"]] == [code]


async def test_422_for_who_cannot_stand_in(
    service: ServiceUnderTest, client: httpx.AsyncClient
) -> None:
    user, stand_in = await create_admin(service), await create_admin(service)
    disabled = await create_admin(service, active=False)

    async def refused(to: Any) -> Any:
        answer = await delegate(client, user, to)
        assert answer.status_code == 422
        return [each["code"] for each in answer.json()["fields"]]

    assert await refused(user) == ["delegation.to_self"]
    assert await refused(disabled) == ["approver.not_eligible"]
    assert await refused(actor("admin")) == ["approver.not_eligible"]
    # A delegate who is absent on the same days would leave no approver.
    await delegate(client, stand_in, user)
    assert await refused(stand_in) == ["delegation.delegate_away"]


async def test_401_and_403(client: httpx.AsyncClient) -> None:
    assert (await client.get("approvals/delegations")).status_code == 401
    outsider = factories.admin("view-users")
    assert (await client.get("approvals/delegations", headers=outsider.headers)).status_code == 403
