"""Reading levels, with their approvers and the number of requests that wait at each."""

from collections import defaultdict
from collections.abc import Sequence
from uuid import UUID

from contracts import ContentType
from kit.db import AsyncSession
from kit.pages import Page, PageQuery, fetch_page
from sqlalchemy import func, select
from sqlmodel import col

from approvals.approvers.models import LevelApprover
from approvals.approvers.queries import list_approvers_of, list_roles, map_approvers
from approvals.levels.errors import LevelNotFound
from approvals.levels.models import Level
from approvals.levels.schemas import AssignmentRead, LevelRead
from approvals.requests.deciders import is_current_step
from approvals.requests.models import ApprovalRequest, RequestStatus, Step


async def list_levels(
    session: AsyncSession, page: PageQuery, content_type: ContentType | None
) -> Page[LevelRead]:
    """Levels by content type and position."""
    statement = select(Level).order_by(col(Level.content_type), col(Level.position))
    if content_type is not None:
        statement = statement.where(col(Level.content_type) == content_type)
    rows, total = await fetch_page(session, statement, page)
    return Page(data=await read_levels(session, [row for (row,) in rows]), meta=page.meta(total))


async def get_level(session: AsyncSession, level_id: UUID) -> LevelRead:
    """One level.

    Raises `LevelNotFound`.
    """
    level = await session.get(Level, level_id)
    if level is None:
        raise LevelNotFound
    (read,) = await read_levels(session, [level])
    return read


async def read_levels(session: AsyncSession, levels: Sequence[Level]) -> list[LevelRead]:
    """The levels as the API shows them, in the same order."""
    ids = [level.id for level in levels]
    approvers = await list_approvers_of(session, ids)
    assigned = await _list_assigned(session, ids)
    roles = {role.role_id: role for role in await list_roles(session)}
    named = await map_approvers(
        session,
        {level.escalate_to for level in levels}
        | {row.user_id for rows in assigned.values() for row in rows},
    )
    waiting = await session.execute(
        select(col(Step.level_id), func.count())
        .join(ApprovalRequest, is_current_step())
        .where(col(Step.level_id).in_(ids), col(ApprovalRequest.status) == RequestStatus.PENDING)
        .group_by(col(Step.level_id))
    )
    pending: dict[UUID | None, int] = dict(iter(waiting))
    return [
        LevelRead(
            **level.model_dump(exclude={"created_at", "escalate_to", "unattended_since"}),
            escalate_to=named.get(level.escalate_to),
            assignments=[
                AssignmentRead(
                    user=named.get(row.user_id),
                    role=roles.get(row.role_id) if row.role_id else None,
                )
                for row in assigned[level.id]
            ],
            approvers=approvers[level.id],
            pending=pending.get(level.id, 0),
        )
        for level in levels
    ]


async def _list_assigned(
    session: AsyncSession, level_ids: Sequence[UUID]
) -> defaultdict[UUID, list[LevelApprover]]:
    """The assignments of each level, the oldest first."""
    rows = await session.scalars(
        select(LevelApprover)
        .where(col(LevelApprover.level_id).in_(level_ids))
        .order_by(col(LevelApprover.id))
    )
    assigned: defaultdict[UUID, list[LevelApprover]] = defaultdict(list)
    for row in rows:
        assigned[row.level_id].append(row)
    return assigned
