"""Approvers are reminded before and after a request's deadline."""

from datetime import timedelta
from typing import Any
from uuid import UUID

import httpx
from approvals.requests.models import ApprovalRequest
from contracts.approvals import RequestDue
from kit.database.db import AsyncSession
from kit.domain.timezone import add_working_days, today
from kit.testing import ServiceUnderTest
from sqlalchemy import update
from sqlmodel import col

from services.approvals.tests.factories import create_admin, decide, make_level, submit


async def set_due(session: AsyncSession, request: dict[str, Any], day: Any) -> None:
    await session.execute(
        update(ApprovalRequest)
        .where(col(ApprovalRequest.id) == UUID(request["id"]))
        .values(due_on=day)
    )
    await session.commit()


async def test_each_reminder_comes_once_to_those_who_are_missing(
    service: ServiceUnderTest, client: httpx.AsyncClient, session: AsyncSession
) -> None:
    first, second = await create_admin(service), await create_admin(service)
    await make_level(client, first, second, rule="all")
    await make_level(client, first)
    request = await submit(service, client)
    assert await service.sweep("remind_approvers") == 0
    await decide(client, first, request)

    await set_due(session, request, add_working_days(today(), 1))
    assert await service.sweep("remind_approvers") == 1
    assert await service.sweep("remind_approvers") == 0
    await set_due(session, request, today() - timedelta(days=1))
    assert await service.sweep("remind_approvers") == 1
    assert await service.sweep("remind_approvers") == 0
    soon, late = await service.published(RequestDue)
    assert (soon.overdue, late.overdue) == (False, True)
    assert soon.approver_user_ids == late.approver_user_ids == (second.user_id,)

    # The next level starts with its own reminders.
    await decide(client, second, request)
    await set_due(session, request, today() - timedelta(days=1))
    assert await service.sweep("remind_approvers") == 1
    *_, next_level = await service.published(RequestDue)
    assert (next_level.step, next_level.approver_user_ids) == (2, (first.user_id,))
    await decide(client, first, request)
    assert await service.sweep("remind_approvers") == 0


async def test_a_level_without_approvers_names_nobody(
    service: ServiceUnderTest, client: httpx.AsyncClient, session: AsyncSession
) -> None:
    await make_level(client)
    request = await submit(service, client)
    await set_due(session, request, today())
    assert await service.sweep("remind_approvers") == 1
    (due,) = await service.published(RequestDue)
    assert due.approver_user_ids == ()
