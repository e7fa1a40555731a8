"""Requests are read in the order of their list by an index, however many there are."""

import pytest
from approvals.requests.models import ApprovalRequest
from approvals.requests.queries import SORTING
from approvals.requests.schemas import RequestSort
from kit.db import AsyncSession
from kit.testing import plan_of
from sqlalchemy import select, text


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
    """Few rows are quicker read whole and sorted, so that is made unattractive."""
    await session.execute(text("SET LOCAL enable_seqscan = off"))
    await session.execute(text("SET LOCAL enable_sort = off"))
    listed = select(ApprovalRequest).order_by(*SORTING.by(sort)).limit(20)
    assert await plan_of(session, listed) == {index}
