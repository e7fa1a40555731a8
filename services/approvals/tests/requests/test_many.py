"""Indexes provide the list's order and the pending requests; counts cover all of them."""

import httpx
import pytest
from approvals.requests.models import ApprovalRequest
from approvals.requests.queries import SORTING
from approvals.requests.rules import CURRENT, is_awaiting_decision
from approvals.requests.schemas import RequestSort
from kit.database.db import AsyncSession
from kit.database.pages import MAX_COUNT, ListQuery
from kit.testing import Actor, ServiceUnderTest, explain_plan, list_tables_read, vacuum
from sqlalchemy import func, select, text, true
from sqlmodel import col

from services.approvals.tests.factories import (
    admin,
    create_admin,
    make_level,
    submit,
    super_admin,
)

pytestmark = pytest.mark.plans

# Copies one request 250 times.
MORE = (
    """
    INSERT INTO requests (id, content_type, content_id, submission, name_en, name_ar, submitted_by,
      submitted_at, status, step)
    SELECT gen_random_uuid(), content_type, gen_random_uuid(), submission, name_en, name_ar,
      submitted_by, submitted_at, status, step
    FROM requests, generate_series(1, 250)
    """,
    """
    INSERT INTO steps (request_id, position, level_id, name_en, name_ar, rule, target_days)
    SELECT requests.id, position, level_id, steps.name_en, steps.name_ar, rule, target_days
    FROM requests, steps
    WHERE requests.id <> steps.request_id
    """,
)


@pytest.mark.parametrize(
    ("sort", "index"),
    [
        (RequestSort.SUBMITTED, "ix_requests_newest"),
        (RequestSort.SUBMITTED_DESC, "ix_requests_newest"),
        (RequestSort.DUE, "ix_requests_due"),
        (RequestSort.DUE_DESC, "ix_requests_due_last"),
    ],
)
async def test_is_sorted_by_an_index(session: AsyncSession, sort: RequestSort, index: str) -> None:
    """Disable sorting and sequential scans, which the planner prefers on small test tables."""
    await session.execute(text("SET LOCAL enable_seqscan = off"))
    await session.execute(text("SET LOCAL enable_sort = off"))
    listed = select(ApprovalRequest).order_by(*SORTING.by(sort)).limit(20)
    assert await explain_plan(session, listed) == {index}


@pytest.fixture
async def approver(service: ServiceUnderTest, client: httpx.AsyncClient) -> Actor:
    """Create the approver of one request."""
    approver = await create_admin(service)
    await make_level(client, approver)
    await submit(service, client)
    return approver


async def add_more(session: AsyncSession) -> None:
    for statement in MORE:
        await session.execute(text(statement))
    await session.commit()


@pytest.fixture
async def many(service: ServiceUnderTest, session: AsyncSession, approver: Actor) -> None:
    """Create 251 requests and analyze the tables as autovacuum does."""
    await add_more(session)
    await vacuum(service.database)


@pytest.mark.usefixtures("many")
async def test_for_whom_they_wait_is_found_out_in_an_index_alone(session: AsyncSession) -> None:
    for who in (admin(), super_admin()):
        query = ListQuery([is_awaiting_decision(who.principal)], SORTING.by(RequestSort.SUBMITTED))
        waiting = select(col(ApprovalRequest.id)).outerjoin(CURRENT, true())
        counting = select(func.count()).select_from(query.select_first(waiting, MAX_COUNT))
        assert "requests" not in await list_tables_read(session, counting)
        assert "ix_requests_waiting" in await explain_plan(session, counting)


async def test_all_that_wait_for_somebody_are_counted(
    client: httpx.AsyncClient, session: AsyncSession, approver: Actor
) -> None:
    async def counted_of_mine() -> tuple[int, bool]:
        answer = await client.get("approvals?mine=true", headers=approver.headers)
        meta = answer.json()["meta"]
        return meta["total"], meta["capped"]

    assert await counted_of_mine() == (1, False)
    await add_more(session)
    assert await counted_of_mine() == (251, False)
