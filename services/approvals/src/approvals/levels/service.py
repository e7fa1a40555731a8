"""Create, change and reorder levels, and assign their approvers."""

from collections.abc import Collection, Sequence
from uuid import UUID

from contracts import ContentType
from kit.core.errors import FieldProblem, Invalid
from kit.database import db
from kit.database.db import AsyncSession
from kit.messaging import outbox
from kit.messaging.replicas import compute_version
from sqlalchemy import delete, exists, func, select, update
from sqlmodel import col

from approvals.approvers.errors import not_eligible
from approvals.approvers.models import LevelApprover
from approvals.approvers.queries import find_eligible, find_roles, is_assigned
from approvals.levels.errors import LevelInUse, LevelNotFound
from approvals.levels.events import level_unattended
from approvals.levels.models import Level
from approvals.levels.queries import get_level, map_organizations, read_levels
from approvals.levels.schemas import (
    AssignmentWrite,
    Escalation,
    LevelApprovers,
    LevelCreate,
    LevelOrder,
    LevelRead,
    LevelUpdate,
)
from approvals.replicas.models import Approver
from approvals.requests.models import ApprovalRequest, RequestStatus, Step
from approvals.requests.service import advance_requests_by_level, lock_content_types

INAPPLICABLE_LIMITS = {
    ContentType.ORGANIZATION: ("category_ids",),
    ContentType.STAFF: ("category_ids",),
    ContentType.ANNOUNCEMENT: ("organization_ids", "state_ids"),
}
"""Coverage limits that a content type's requests do not have."""


async def create_level(session: AsyncSession, new: LevelCreate) -> LevelRead:
    """Add a level after the existing ones; pending requests do not pass it.

    Raises `Invalid`.
    """
    await lock_content_types(session, [new.content_type])
    count = await session.scalar(
        select(func.count()).where(col(Level.content_type) == new.content_type)
    )
    await _check_escalation(session, new)
    level = Level(
        **new.model_dump(),
        position=(count or 0) + 1,
        # A new level has no approvers yet.
        unattended_since=await db.now(session),
    )
    session.add(level)
    await session.flush()
    return await get_level(session, level.id)


async def update_level(session: AsyncSession, level_id: UUID, change: LevelUpdate) -> LevelRead:
    """Change a level's name, rule, deadline or escalation for future submissions.

    Raises `LevelNotFound`, `Invalid`.
    """
    level = await session.get(Level, level_id)
    if level is None:
        raise LevelNotFound
    if change.escalate_to != level.escalate_to:
        await _check_escalation(session, change)
    level.sqlmodel_update(change)
    await session.flush()
    return await get_level(session, level_id)


async def delete_level(session: AsyncSession, level_id: UUID) -> None:
    """Delete a level that no pending request still has to pass, and close the gap.

    Raises `LevelNotFound`, `LevelInUse`.
    """
    level = await _lock_level(session, level_id)
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
    """Reorder the levels of a content type for future submissions.

    Raises `Invalid`.
    """
    await lock_content_types(session, [order.content_type])
    statement = select(Level).where(col(Level.content_type) == order.content_type)
    levels = {level.id: level for level in (await session.execute(statement)).scalars()}
    if sorted(order.level_ids) != sorted(levels):
        raise Invalid.field(
            "level_ids",
            "approval_level.edit_conflict",
            "Someone else changed the levels. List each current level once.",
        )
    for position, level_id in enumerate(order.level_ids, start=1):
        levels[level_id].position = position
    await session.flush()
    return await read_levels(session, [levels[level_id] for level_id in order.level_ids])


async def set_approvers(
    session: AsyncSession, level_id: UUID, assigned: LevelApprovers
) -> LevelRead:
    """Replace the level's users and roles.

    Requests advance once no approval is missing. Raises `LevelNotFound`, `Invalid`.
    """
    level = await _lock_level(session, level_id)
    statement = select(LevelApprover).where(col(LevelApprover.level_id) == level_id)
    current = {_key(row): row for row in (await session.scalars(statement)).all()}
    requested = {_key(each): each for each in assigned.approvers}
    await _check_assigned(session, assigned.approvers, current.keys())
    await _check_cover(session, level.content_type, assigned.approvers)
    for key in current.keys() - requested.keys():
        await session.delete(current[key])
    for key, each in requested.items():
        row = current.get(key) or LevelApprover(level_id=level_id)
        row.sqlmodel_update(each)
        session.add(row)
    await session.flush()
    await advance_levels(session, [level_id])
    return await get_level(session, level_id)


def _key(row: LevelApprover | AssignmentWrite) -> tuple[UUID | None, UUID | None]:
    return row.user_id, row.role_id


async def advance_levels(session: AsyncSession, level_ids: Collection[UUID]) -> None:
    """Advance requests of levels whose approvers changed, and publish levels without approvers."""
    await advance_requests_by_level(session, level_ids)
    await publish_unattended(session)


async def advance_role_levels(session: AsyncSession, role_ids: Collection[UUID]) -> None:
    """Advance requests after the holders of these roles changed."""
    assigned = col(LevelApprover.role_id).in_(role_ids)
    levels = await session.scalars(select(col(LevelApprover.level_id)).where(assigned))
    await advance_levels(session, set(levels))


async def remove_role(session: AsyncSession, role_id: UUID) -> None:
    """Remove a deleted role from all levels."""
    levels = await session.scalars(
        delete(LevelApprover)
        .where(col(LevelApprover.role_id) == role_id)
        .returning(col(LevelApprover.level_id))
    )
    await advance_levels(session, set(levels))


async def publish_unattended(session: AsyncSession) -> None:
    """Publish levels that lost their last approver, once until they have one again."""
    attended = (
        exists()
        .where(
            col(LevelApprover.level_id) == col(Level.id),
            is_assigned(),
            col(Approver.eligible),
        )
        .correlate(Level)
    )
    changed = await session.scalars(
        select(Level)
        .where(col(Level.unattended_since).is_(None) != attended)
        .order_by(col(Level.id))
    )
    now = await db.now(session)
    for level in changed.all():
        if level.unattended_since:
            level.unattended_since = None
            continue
        level.unattended_since = now
        await session.flush()
        await outbox.publish(session, level_unattended(level), sequence=compute_version(now))
    await session.flush()


async def _check_escalation(session: AsyncSession, escalation: Escalation) -> None:
    user_id = escalation.escalate_to
    if user_id and not await find_eligible(session, [user_id]):
        raise Invalid(fields=[not_eligible("escalate_to")])


async def _check_assigned(
    session: AsyncSession,
    assigned: Sequence[AssignmentWrite],
    current: Collection[tuple[UUID | None, UUID | None]],
) -> None:
    """Require new assignees to be eligible; existing assignees may stay."""
    users = await find_eligible(session, [each.user_id for each in assigned if each.user_id])
    roles = await find_roles(session, [each.role_id for each in assigned if each.role_id])
    problems = []
    for index, each in enumerate(assigned):
        if _key(each) in current or each.user_id in users or each.role_id in roles:
            continue
        problems.append(
            not_eligible(f"approvers.{index}.user_id")
            if each.user_id
            else FieldProblem(
                field=f"approvers.{index}.role_id",
                code="approver.role_not_eligible",
                message="Choose a role that can decide on approvals.",
            )
        )
    if problems:
        raise Invalid(fields=problems)


async def _check_cover(
    session: AsyncSession, content_type: ContentType, assigned: Sequence[AssignmentWrite]
) -> None:
    """Reject limits that do not apply: announcements have no organization, and only announcements
    and applications have categories.
    """
    unfit = INAPPLICABLE_LIMITS.get(content_type, ())
    known = await map_organizations(
        session, {each for one in assigned for each in one.organization_ids}
    )
    problems = [
        FieldProblem(
            field=f"approvers.{index}.{name}",
            code="approver.cover_not_applicable",
            message="This limit doesn't apply to this kind of request.",
        )
        for index, one in enumerate(assigned)
        for name in unfit
        if getattr(one, name)
    ]
    problems += [
        FieldProblem(
            field=f"approvers.{index}.organization_ids.{place}",
            code="organization.not_submitted",
            message="We couldn't find this organization.",
        )
        for index, one in enumerate(assigned)
        for place, each in enumerate(one.organization_ids)
        if each not in known
    ]
    if problems:
        raise Invalid(fields=problems)


async def _lock_level(session: AsyncSession, level_id: UUID) -> Level:
    """Lock the level's content type and return the level refreshed."""
    level = await session.get(Level, level_id)
    if level is not None:
        await lock_content_types(session, [level.content_type])
        level = await db.lock(session, Level, col(Level.id) == level_id)
    if level is None:
        raise LevelNotFound
    return level
