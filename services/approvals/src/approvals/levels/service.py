"""Levels: making, changing, ordering, and assigning approvers to them."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from uuid import UUID

from contracts import ContentType
from kit.db import AsyncSession
from kit.errors import Conflict, FieldProblem, Invalid, NotFound
from kit.pages import Page, PageQuery, fetch_page
from sqlalchemy import and_, delete, func, select, update
from sqlmodel import col

from approvals.approvers.models import Approver
from approvals.approvers.schemas import ApproverRead
from approvals.levels.models import Level, LevelApprover
from approvals.levels.schemas import (
    LevelApprovers,
    LevelCreate,
    LevelOrder,
    LevelRead,
    LevelUpdate,
)
from approvals.locks import lock
from approvals.requests.deciding import settle_level
from approvals.requests.models import ApprovalRequest, RequestStatus, Step


class LevelNotFound(NotFound):
    """There is no such level."""

    code = "approvals.level_not_found"
    default_detail = "This approval level does not exist."


class LevelInUse(Conflict):
    """A request that is under way must still pass the level."""

    code = "approvals.level_in_use"
    default_detail = "Requests that are under way must still pass this level."


async def list_levels(
    session: AsyncSession, page: PageQuery, content_type: ContentType | None
) -> Page[LevelRead]:
    """Levels by content type and position."""
    statement = select(Level).order_by(col(Level.content_type), col(Level.position))
    if content_type is not None:
        statement = statement.where(col(Level.content_type) == content_type)
    rows, total = await fetch_page(session, statement, page)
    return Page(data=await _read(session, [row for (row,) in rows]), meta=page.meta(total))


async def get_level(session: AsyncSession, level_id: UUID) -> LevelRead:
    """One level."""
    (read,) = await _read(session, [await _find(session, level_id)])
    return read


async def create_level(session: AsyncSession, new: LevelCreate) -> LevelRead:
    """Add a level after the others of its content type; requests under way do not meet it."""
    await lock(session, [new.content_type])
    count = await session.scalar(
        select(func.count()).where(col(Level.content_type) == new.content_type)
    )
    level = Level(**new.model_dump(), position=(count or 0) + 1)
    session.add(level)
    await session.flush()
    return await get_level(session, level.id)


async def update_level(session: AsyncSession, level_id: UUID, change: LevelUpdate) -> LevelRead:
    """Rename a level or change its rule, for requests that are submitted from now on."""
    level = await _find(session, level_id)
    level.sqlmodel_update(change)
    await session.flush()
    return await get_level(session, level_id)


async def delete_level(session: AsyncSession, level_id: UUID) -> None:
    """Remove a level that no request under way must still pass; those after it move up."""
    level = await _find_in_turn(session, level_id)
    ahead = await session.scalar(
        select(func.count())
        .select_from(Step)
        .join(ApprovalRequest, col(ApprovalRequest.id) == col(Step.request_id))
        .where(
            col(Step.level_id) == level_id,
            col(Step.position) >= col(ApprovalRequest.step),
            col(ApprovalRequest.status) == RequestStatus.PENDING,
        )
    )
    if ahead:
        raise LevelInUse
    await session.delete(level)
    await session.flush()
    await session.execute(
        update(Level)
        .where(col(Level.content_type) == level.content_type, col(Level.position) > level.position)
        .values(position=col(Level.position) - 1)
    )


async def order_levels(session: AsyncSession, order: LevelOrder) -> list[LevelRead]:
    """Put the levels of a content type into a new order, for requests submitted from now on."""
    await lock(session, [order.content_type])
    statement = select(Level).where(col(Level.content_type) == order.content_type)
    levels = {level.id: level for level in (await session.execute(statement)).scalars()}
    if sorted(order.level_ids) != sorted(levels):
        raise Invalid.field(
            "level_ids", "not_a_permutation", "Name each level of the content type once."
        )
    for position, level_id in enumerate(order.level_ids, start=1):
        levels[level_id].position = position
    await session.flush()
    return await _read(session, [levels[level_id] for level_id in order.level_ids])


async def set_approvers(session: AsyncSession, level_id: UUID, chosen: LevelApprovers) -> LevelRead:
    """Assign exactly these users. Requests that wait at the level are looked at again: the last
    one whose approval was missing may have gone."""
    await _find_in_turn(session, level_id)
    current = set(
        (
            await session.execute(
                select(col(LevelApprover.user_id)).where(col(LevelApprover.level_id) == level_id)
            )
        ).scalars()
    )
    wanted = set(chosen.user_ids)
    await _refuse_strangers(session, chosen.user_ids, current)
    await session.execute(
        delete(LevelApprover).where(
            col(LevelApprover.level_id) == level_id,
            col(LevelApprover.user_id).in_(current - wanted),
        )
    )
    session.add_all(
        LevelApprover(level_id=level_id, user_id=user_id) for user_id in wanted - current
    )
    await session.flush()
    await settle_level(session, level_id)
    return await get_level(session, level_id)


async def settle_for(session: AsyncSession, user_id: UUID) -> None:
    """Look again at the requests at every level of an approver whose activity has changed."""
    rows = await session.execute(
        select(col(LevelApprover.level_id)).where(col(LevelApprover.user_id) == user_id)
    )
    for level_id in rows.scalars().all():
        await settle_level(session, level_id)


async def _refuse_strangers(
    session: AsyncSession, user_ids: Sequence[UUID], current: set[UUID]
) -> None:
    """Only active admins can be added; who was assigned before may stay."""
    known = await session.execute(
        select(col(Approver.user_id)).where(
            col(Approver.user_id).in_(user_ids), col(Approver.active)
        )
    )
    accepted = current | set(known.scalars())
    problems = [
        FieldProblem(
            field=f"user_ids.{index}", code="not_an_admin", message="This is not an active admin."
        )
        for index, user_id in enumerate(user_ids)
        if user_id not in accepted
    ]
    if problems:
        raise Invalid(fields=problems)


async def _find(session: AsyncSession, level_id: UUID) -> Level:
    level = await session.get(Level, level_id)
    if level is None:
        raise LevelNotFound
    return level


async def _find_in_turn(session: AsyncSession, level_id: UUID) -> Level:
    """The level as those whose turn came before this one's have left it."""
    level = await _find(session, level_id)
    await lock(session, [level.content_type])
    now = await session.get(Level, level_id, populate_existing=True)
    if now is None:
        raise LevelNotFound
    return now


async def _read(session: AsyncSession, levels: Sequence[Level]) -> list[LevelRead]:
    ids = [level.id for level in levels]
    approvers = await approvers_of(session, ids)
    waiting = await session.execute(
        select(col(Step.level_id), func.count())
        .join(
            ApprovalRequest,
            and_(
                col(ApprovalRequest.id) == col(Step.request_id),
                col(ApprovalRequest.step) == col(Step.position),
            ),
        )
        .where(col(Step.level_id).in_(ids), col(ApprovalRequest.status) == RequestStatus.PENDING)
        .group_by(col(Step.level_id))
    )
    pending: dict[UUID | None, int] = dict(iter(waiting))
    return [
        LevelRead(
            **level.model_dump(exclude={"created_at"}),
            approvers=approvers[level.id],
            pending=pending.get(level.id, 0),
        )
        for level in levels
    ]


async def approvers_of(
    session: AsyncSession, level_ids: Iterable[UUID]
) -> defaultdict[UUID, list[ApproverRead]]:
    """Who is assigned to each of the levels, by name."""
    rows = await session.execute(
        select(col(LevelApprover.level_id), Approver)
        .join(Approver, col(Approver.user_id) == col(LevelApprover.user_id))
        .where(col(LevelApprover.level_id).in_(list(level_ids)))
        .order_by(col(Approver.name_en), col(Approver.user_id))
    )
    found: defaultdict[UUID, list[ApproverRead]] = defaultdict(list)
    for level_id, approver in rows:
        found[level_id].append(ApproverRead.model_validate(approver))
    return found
