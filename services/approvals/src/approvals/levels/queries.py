from collections import defaultdict
from collections.abc import Collection, Sequence
from uuid import UUID

from contracts import ContentType
from kit.database.db import AsyncSession
from kit.database.pages import ListQuery, Page, PageQuery
from kit.database.search import contains_words
from sqlalchemy import Row, Select, func, not_, select
from sqlalchemy.dialects.postgresql import distinct_on
from sqlmodel import col

from approvals.approvers.models import LevelApprover
from approvals.approvers.queries import list_level_approvers, list_roles, map_approvers
from approvals.levels.errors import LevelNotFound
from approvals.levels.models import Level
from approvals.levels.schemas import AssignmentRead, LevelRead, OrganizationRead
from approvals.requests.models import ApprovalRequest, RequestStatus, Step
from approvals.requests.rules import is_attended, is_current_step


async def list_levels(
    session: AsyncSession, page: PageQuery, content_type: ContentType | None
) -> Page[LevelRead]:
    """List levels by content type and position."""
    filters = [] if content_type is None else [col(Level.content_type) == content_type]
    query = ListQuery(filters, [col(Level.content_type), col(Level.position)], page=page)
    rows, meta = await query.fetch(session, select(Level), col(Level.id))
    return Page(data=await read_levels(session, [row for (row,) in rows]), meta=meta)


async def get_level(session: AsyncSession, level_id: UUID) -> LevelRead:
    """Return one level.

    Raises `LevelNotFound`.
    """
    level = await session.get(Level, level_id)
    if level is None:
        raise LevelNotFound
    (read,) = await read_levels(session, [level])
    return read


async def read_levels(session: AsyncSession, levels: Sequence[Level]) -> list[LevelRead]:
    ids = [level.id for level in levels]
    approvers = await list_level_approvers(session, ids)
    assigned = await _list_assignments(session, ids)
    roles = {role.role_id: role for role in await list_roles(session)}
    named = await map_approvers(
        session,
        {level.escalate_to for level in levels}
        | {row.user_id for rows in assigned.values() for row in rows},
    )
    organizations = await map_organizations(
        session,
        {each for rows in assigned.values() for row in rows for each in row.organization_ids},
    )
    waiting = {row.level_id: row for row in await _count_waiting(session, ids)}
    return [
        LevelRead(
            **level.model_dump(exclude={"created_at", "escalate_to", "unattended_since"}),
            escalate_to=named.get(level.escalate_to),
            assignments=[
                AssignmentRead(
                    user=named.get(row.user_id),
                    role=roles.get(row.role_id) if row.role_id else None,
                    organizations=[
                        organizations[each]
                        for each in row.organization_ids
                        if each in organizations
                    ],
                    state_ids=row.state_ids,
                    category_ids=row.category_ids,
                )
                for row in assigned[level.id]
            ],
            approvers=approvers[level.id],
            pending=waiting[level.id].pending if level.id in waiting else 0,
            uncovered=waiting[level.id].uncovered if level.id in waiting else 0,
        )
        for level in levels
    ]


async def _count_waiting(
    session: AsyncSession, level_ids: Sequence[UUID]
) -> Sequence[Row[UUID | None, int, int]]:
    rows = await session.execute(
        select(
            col(Step.level_id),
            func.count().label("pending"),
            func.count().filter(not_(is_attended())).label("uncovered"),
        )
        .join(ApprovalRequest, is_current_step())
        .where(
            col(Step.level_id).in_(level_ids),
            col(ApprovalRequest.status) == RequestStatus.PENDING,
        )
        .group_by(col(Step.level_id))
    )
    return rows.all()


async def list_organizations(session: AsyncSession, search: str | None) -> list[OrganizationRead]:
    """List the first hundred organizations that submitted requests, by name."""
    newest = _newest_organizations().subquery()
    rows = await session.execute(
        select(newest)
        .where(contains_words(search, newest.c.search))
        .order_by(newest.c.name_en, newest.c.content_id)
        .limit(100)
    )
    return [_organization(row) for row in rows.all()]


async def map_organizations(
    session: AsyncSession, organization_ids: Collection[UUID]
) -> dict[UUID, OrganizationRead]:
    """Return these organizations by ID, if they submitted requests."""
    if not organization_ids:
        return {}
    rows = await session.execute(
        _newest_organizations().where(col(ApprovalRequest.content_id).in_(organization_ids))
    )
    return {row.content_id: _organization(row) for row in rows}


def _newest_organizations() -> Select[UUID, str, str, str]:
    return (
        select(
            col(ApprovalRequest.content_id),
            col(ApprovalRequest.name_en),
            col(ApprovalRequest.name_ar),
            col(ApprovalRequest.search),
        )
        .where(col(ApprovalRequest.content_type) == ContentType.ORGANIZATION)
        .ext(distinct_on(col(ApprovalRequest.content_id)))
        .order_by(col(ApprovalRequest.content_id), col(ApprovalRequest.submission).desc())
    )


def _organization(row: Row[UUID, str, str, str]) -> OrganizationRead:
    return OrganizationRead(id=row.content_id, name_en=row.name_en, name_ar=row.name_ar)


async def _list_assignments(
    session: AsyncSession, level_ids: Sequence[UUID]
) -> defaultdict[UUID, list[LevelApprover]]:
    """List each level's assignments, oldest first."""
    rows = await session.scalars(
        select(LevelApprover)
        .where(col(LevelApprover.level_id).in_(level_ids))
        .order_by(col(LevelApprover.id))
    )
    assigned: defaultdict[UUID, list[LevelApprover]] = defaultdict(list)
    for row in rows:
        assigned[row.level_id].append(row)
    return assigned
