"""Requests that are not decided in time are handed over."""

from datetime import timedelta
from typing import Any
from uuid import UUID

import httpx
import pytest
from approvals.requests.models import ApprovalRequest
from contracts import Permission
from contracts.approvals import (
    LevelUnattended,
    RequestAdvanced,
    RequestApproved,
    RequestHandedOver,
)
from kit.database.db import AsyncSession
from kit.domain.timezone import add_working_days, today
from kit.testing import Actor, ServiceUnderTest, actor
from sqlalchemy import update
from sqlmodel import col

from services.approvals.tests import factories
from services.approvals.tests.factories import assign, create_admin, decide, make_level, submit


async def set_escalation(
    client: httpx.AsyncClient, level_id: UUID, **changes: Any
) -> httpx.Response:
    """Let the level escalate two working days after its deadline of three."""
    body = {"name_en": "Documents", "name_ar": "المستندات", "rule": "all", "target_days": 3}
    headers = factories.super_admin().headers
    return await client.put(
        f"approval-levels/{level_id}", json=body | {"escalate_after": 2} | changes, headers=headers
    )


async def make_escalation_due(session: AsyncSession, request: dict[str, Any]) -> None:
    """Make the request's escalation due today."""
    await session.execute(
        update(ApprovalRequest)
        .where(col(ApprovalRequest.id) == UUID(request["id"]))
        .values(escalate_on=today())
    )
    await session.commit()


async def reassign(
    client: httpx.AsyncClient, request: dict[str, Any], *users: Actor, **changes: Any
) -> httpx.Response:
    """Assign the first step to these users as a super-admin."""
    body = {
        "step": 1,
        "user_ids": [str(user.user_id) for user in users],
        "reason": "On leave without a delegate.",
    }
    return await client.put(
        f"approvals/{request['id']}/approvers",
        json=body | changes,
        headers=factories.super_admin().headers,
    )


class TestEscalation:
    async def test_a_named_person_decides_after_so_many_working_days(
        self, service: ServiceUnderTest, client: httpx.AsyncClient, session: AsyncSession
    ) -> None:
        silent, boss = await create_admin(service), await create_admin(service)
        level_id = await make_level(client, silent)
        early = await submit(service, client)
        changed = await set_escalation(client, level_id, escalate_to=str(boss.user_id))
        assert changed.json()["escalate_to"]["user_id"] == str(boss.user_id)
        request = await submit(service, client)
        row = await session.get_one(ApprovalRequest, UUID(request["id"]))
        assert row.due_on and row.escalate_on == add_working_days(row.due_on, 2)
        # Earlier submissions keep the level's settings from their submission.
        assert (await session.get_one(ApprovalRequest, UUID(early["id"]))).escalate_on is None
        assert await service.sweep("escalate_requests") == 0

        await make_escalation_due(session, request)
        assert await service.sweep("escalate_requests") == 1
        assert await service.sweep("escalate_requests") == 0
        (event,) = await service.published(RequestHandedOver)
        assert (event.escalated, event.approver_user_ids) == (True, (boss.user_id,))
        assert (await decide(client, silent, request)).json()[
            "code"
        ] == "approval_request.not_approver"
        decided = (await decide(client, boss, request)).json()
        assert decided["status"] == "approved"
        assert [each["kind"] for each in decided["handovers"]] == ["escalated"]

    async def test_the_next_level_decides_and_after_the_last_one_a_super_admin(
        self, service: ServiceUnderTest, client: httpx.AsyncClient, session: AsyncSession
    ) -> None:
        silent, second = await create_admin(service), await create_admin(service)
        for approver in (silent, second):
            await set_escalation(client, await make_level(client, approver))
        request = await submit(service, client)
        await make_escalation_due(session, request)
        assert await service.sweep("escalate_requests") == 1
        shown = (await client.get(f"approvals/{request['id']}", headers=second.headers)).json()
        assert [step["state"] for step in shown["steps"]] == ["skipped", "current"]
        assert shown["can_decide"]
        (advanced,) = await service.published(RequestAdvanced)
        assert advanced.step == 2
        (event,) = await service.published(RequestHandedOver)
        assert (event.step, event.approver_user_ids) == (2, (second.user_id,))

        await make_escalation_due(session, request)
        assert await service.sweep("escalate_requests") == 1
        *_, last = await service.published(RequestHandedOver)
        assert last.approver_user_ids == ()
        assert (await decide(client, second, request)).status_code == 403
        decided = await decide(client, factories.super_admin(), request)
        assert decided.json()["status"] == "approved"

    async def test_what_was_decided_in_time_is_not_escalated(
        self, service: ServiceUnderTest, client: httpx.AsyncClient, session: AsyncSession
    ) -> None:
        approver = await create_admin(service)
        await set_escalation(client, await make_level(client, approver))
        request = await submit(service, client)
        await make_escalation_due(session, request)
        await decide(client, approver, request)
        assert await service.sweep("escalate_requests") == 0

    async def test_422_for_who_is_no_admin_and_without_days(
        self, service: ServiceUnderTest, client: httpx.AsyncClient
    ) -> None:
        level_id = await make_level(client)
        nobody = str(actor("admin").user_id)
        refused = await set_escalation(client, level_id, escalate_to=nobody)
        assert [each["code"] for each in refused.json()["fields"]] == ["approver.not_eligible"]
        refused = await set_escalation(client, level_id, escalate_after=None, escalate_to=nobody)
        codes = [each["code"] for each in refused.json()["fields"]]
        assert codes == ["escalation.days_required"]


class TestReassigning:
    async def test_those_who_were_chosen_decide_alone(
        self, service: ServiceUnderTest, client: httpx.AsyncClient
    ) -> None:
        absent, chosen = await create_admin(service), await create_admin(service, name_en="Huda")
        await make_level(client, absent)
        request = await submit(service, client)
        shown = await reassign(client, request, chosen)
        assert shown.status_code == 200, shown.text
        (step,) = shown.json()["steps"]
        assert [each["name_en"] for each in step["approvers"]] == ["Huda"]
        (handover,) = shown.json()["handovers"]
        assert (handover["kind"], handover["reason"]) == (
            "reassigned",
            "On leave without a delegate.",
        )
        (event,) = await service.published(RequestHandedOver)
        assert (event.escalated, event.approver_user_ids) == (False, (chosen.user_id,))
        assert (await decide(client, absent, request)).status_code == 403
        # After the assignee is disabled, a super-admin decides.
        await service.deliver(factories.build_profile(chosen, active=False), sequence=2)
        assert (await decide(client, chosen, request)).status_code == 403
        decided = await decide(client, factories.super_admin(), request)
        assert decided.json()["status"] == "approved"

    async def test_whose_approval_was_given_counts_on(
        self, service: ServiceUnderTest, client: httpx.AsyncClient
    ) -> None:
        first, absent = await create_admin(service), await create_admin(service)
        await make_level(client, first, absent, rule="all")
        request = await submit(service, client)
        await decide(client, first, request)
        assert (await reassign(client, request, first)).json()["status"] == "approved"
        assert len(await service.published(RequestApproved)) == 1

    async def test_refuses_what_cannot_be(
        self, service: ServiceUnderTest, client: httpx.AsyncClient
    ) -> None:
        boss = factories.super_admin()
        unlevelled = await submit(service, client)
        chosen = await create_admin(service)
        refused = await reassign(client, unlevelled, chosen)
        assert refused.json()["code"] == "approval_request.without_level"
        await make_level(client, chosen)
        request = await submit(service, client, submitted_by=chosen.user_id)
        refused = await reassign(client, request, chosen, actor("admin"))
        assert [(each["field"], each["code"]) for each in refused.json()["fields"]] == [
            ("user_ids.0", "approver.own_request"),
            ("user_ids.1", "approver.not_eligible"),
        ]
        other = await create_admin(service)
        refused = await reassign(client, request, other, step=2)
        assert refused.json()["code"] == "approval_level.already_decided"
        assert (await reassign(client, request, other, reason=" ")).status_code == 422
        await decide(client, boss, request)
        refused = await reassign(client, request, other)
        assert refused.json()["code"] == "approval_request.already_decided"

    async def test_401_403_and_404(self, client: httpx.AsyncClient) -> None:
        assert (await client.put("approvals/x/approvers")).status_code == 401
        approver = factories.admin(Permission.VIEW_APPROVAL_SYSTEM)
        address = f"approvals/{actor('admin').user_id}/approvers"
        assert (await client.put(address, headers=approver.headers)).status_code == 403
        body = {"step": 1, "user_ids": [str(approver.user_id)], "reason": "Away"}
        unknown = await client.put(address, json=body, headers=factories.super_admin().headers)
        assert unknown.json()["code"] == "approval_request.not_found"


@pytest.mark.parametrize("how", ["disabled", "unassigned"])
async def test_admins_hear_at_once_where_nobody_approves_any_more(
    service: ServiceUnderTest, client: httpx.AsyncClient, how: str
) -> None:
    first, second = await create_admin(service), await create_admin(service)
    level_id = await make_level(client, first, second)

    async def leave(user: Actor, sequence: int) -> None:
        if how == "disabled":
            await service.deliver(factories.build_profile(user, active=False), sequence=sequence)
        else:
            await assign(client, level_id, *([second] if user is first else []))

    # A level that never had approvers lacks none, and one approval is enough.
    assert await service.published(LevelUnattended) == []
    await leave(first, 2)
    assert await service.published(LevelUnattended) == []
    await leave(second, 2)
    await leave(second, 3)
    assert [each.level_id for each in await service.published(LevelUnattended)] == [level_id]
    await assign(client, level_id, await create_admin(service))
    await assign(client, level_id)
    assert len(await service.published(LevelUnattended)) == 2


async def test_the_days_of_waiting_begin_anew_at_each_level(
    service: ServiceUnderTest, client: httpx.AsyncClient, session: AsyncSession
) -> None:
    approver = await create_admin(service)
    await make_level(client, approver)
    await set_escalation(client, await make_level(client, approver), escalate_after=1)
    request = await submit(service, client)
    await decide(client, approver, request)
    row = await session.get_one(ApprovalRequest, UUID(request["id"]))
    assert row.due_on and row.escalate_on
    assert row.escalate_on > row.due_on > today() - timedelta(days=1)
