from collections import defaultdict
from collections.abc import Collection, Iterable
from uuid import UUID

from kit.database.db import AsyncSession
from kit.database.pages import ListQuery, Page, PageQuery
from kit.database.search import contains_words
from sqlalchemy import ColumnElement, Select, any_, exists, func, or_, select
from sqlmodel import col

from approvals.approvers.models import LevelApprover
from approvals.approvers.schemas import ApproverRead, RoleRead
from approvals.replicas.models import Approver, Role, RoleHolder
from approvals.replicas.service import is_approving


async def list_approvers(
    session: AsyncSession, page: PageQuery, search: str | None
) -> Page[ApproverRead]:
    """List admins who can be assigned, by name; `search` matches names and email addresses."""
    query = ListQuery(
        filters=[col(Approver.eligible).is_(True)],
        sort=[col(Approver.name_en), col(Approver.user_id)],
        search=contains_words(search, col(Approver.search)),
        page=page,
    )
    rows, meta = await query.fetch(session, select(Approver), col(Approver.user_id))
    return Page(data=[ApproverRead.model_validate(row) for (row,) in rows], meta=meta)


def is_assigned() -> ColumnElement[bool]:
    """Match assignments to admins by name or, today, by role."""
    by_role = (
        exists()
        .where(
            col(RoleHolder.profile_id) == col(Approver.profile_id),
            col(LevelApprover.role_id) == any_(col(RoleHolder.role_ids)),
        )
        .correlate(LevelApprover, Approver)
    )
    return or_(col(LevelApprover.user_id) == col(Approver.user_id), by_role)


async def list_level_approvers(
    session: AsyncSession, level_ids: Iterable[UUID]
) -> defaultdict[UUID, list[ApproverRead]]:
    """List each level's approvers, direct and by role, sorted by name."""
    rows = await session.execute(
        select(col(LevelApprover.level_id), Approver)
        .join(Approver, is_assigned())
        .where(col(LevelApprover.level_id).in_(list(level_ids)))
        .distinct()
        .order_by(col(Approver.name_en), col(Approver.user_id))
    )
    approvers: defaultdict[UUID, list[ApproverRead]] = defaultdict(list)
    for level_id, approver in rows:
        approvers[level_id].append(ApproverRead.model_validate(approver))
    return approvers


async def list_roles(session: AsyncSession) -> list[RoleRead]:
    """List the roles by name with their number of eligible admins."""
    holders = (
        select(func.count())
        .select_from(RoleHolder)
        .join(Approver, col(Approver.profile_id) == col(RoleHolder.profile_id))
        .where(col(Role.role_id) == any_(col(RoleHolder.role_ids)), col(Approver.eligible))
        .correlate(Role)
        .scalar_subquery()
    )
    rows = await session.execute(
        select(Role, holders, is_approving())
        .where(col(Role.active))
        .order_by(col(Role.name_en), col(Role.role_id))
    )
    return [
        RoleRead(
            role_id=role.role_id,
            name_en=role.name_en,
            name_ar=role.name_ar,
            holders=count,
            approves=approves,
        )
        for role, count, approves in rows
    ]


async def map_approvers(
    session: AsyncSession, user_ids: Iterable[UUID | None]
) -> dict[UUID | None, ApproverRead]:
    ids = [user_id for user_id in user_ids if user_id]
    if not ids:
        return {}
    rows = await session.scalars(select(Approver).where(col(Approver.user_id).in_(ids)))
    return {row.user_id: ApproverRead.model_validate(row) for row in rows}


async def find_eligible(session: AsyncSession, user_ids: Collection[UUID]) -> set[UUID]:
    """Return which of the users are admins who may decide on requests."""
    found = await session.scalars(
        select(col(Approver.user_id)).where(
            col(Approver.user_id).in_(user_ids), col(Approver.eligible)
        )
    )
    return set(found)


async def find_roles(session: AsyncSession, role_ids: Collection[UUID]) -> set[UUID]:
    """Return which of the roles permit deciding on requests."""
    found = await session.scalars(
        select(col(Role.role_id)).where(col(Role.role_id).in_(role_ids), is_approving())
    )
    return set(found)


def select_levels(user_id: UUID) -> Select[UUID]:
    """Select the levels of an admin, direct and by role."""
    return (
        select(col(LevelApprover.level_id))
        .join(Approver, is_assigned())
        .where(col(Approver.user_id) == user_id)
    )


async def find_assigned(session: AsyncSession, user_ids: Collection[UUID]) -> set[UUID]:
    """Return which of the users approve at any level."""
    if not user_ids:
        return set()
    found = await session.scalars(
        select(col(Approver.user_id))
        .join(LevelApprover, is_assigned())
        .where(col(Approver.user_id).in_(user_ids))
    )
    return set(found)
