"""Who can be assigned, and who is assigned."""

from collections import defaultdict
from collections.abc import Collection, Iterable
from uuid import UUID

from kit.db import AsyncSession
from kit.pages import Page, PageQuery, fetch_page
from kit.search import contains_words
from sqlalchemy import select
from sqlmodel import col

from approvals.approvers.models import LevelApprover
from approvals.approvers.schemas import ApproverRead
from approvals.replicas.models import Approver


async def list_approvers(
    session: AsyncSession, page: PageQuery, search: str | None
) -> Page[ApproverRead]:
    """The admins who can be assigned, by name; `search` looks in names and addresses."""
    statement = (
        select(Approver)
        .where(col(Approver.active), contains_words(search, col(Approver.search)))
        .order_by(col(Approver.name_en), col(Approver.user_id))
    )
    rows, total = await fetch_page(session, statement, page)
    return Page(data=[ApproverRead.model_validate(row) for (row,) in rows], meta=page.meta(total))


async def list_approvers_of(
    session: AsyncSession, level_ids: Iterable[UUID]
) -> defaultdict[UUID, list[ApproverRead]]:
    """Who is assigned to each of the levels, by name."""
    rows = await session.execute(
        select(col(LevelApprover.level_id), Approver)
        .join(Approver, col(Approver.user_id) == col(LevelApprover.user_id))
        .where(col(LevelApprover.level_id).in_(list(level_ids)))
        .order_by(col(Approver.name_en), col(Approver.user_id))
    )
    approvers: defaultdict[UUID, list[ApproverRead]] = defaultdict(list)
    for level_id, approver in rows:
        approvers[level_id].append(ApproverRead.model_validate(approver))
    return approvers


async def map_approvers(
    session: AsyncSession, user_ids: Iterable[UUID | None]
) -> dict[UUID | None, ApproverRead]:
    """The admins of these ids."""
    ids = [user_id for user_id in user_ids if user_id]
    if not ids:
        return {}
    rows = await session.scalars(select(Approver).where(col(Approver.user_id).in_(ids)))
    return {row.user_id: ApproverRead.model_validate(row) for row in rows}


async def find_active(session: AsyncSession, user_ids: Collection[UUID]) -> set[UUID]:
    """Those of the users who are active admins."""
    found = await session.scalars(
        select(col(Approver.user_id)).where(
            col(Approver.user_id).in_(user_ids), col(Approver.active)
        )
    )
    return set(found)


async def find_assigned(session: AsyncSession, user_ids: Collection[UUID]) -> set[UUID]:
    """Those of the users who approve at any level."""
    if not user_ids:
        return set()
    found = await session.scalars(
        select(col(LevelApprover.user_id)).where(col(LevelApprover.user_id).in_(user_ids))
    )
    return set(found)
