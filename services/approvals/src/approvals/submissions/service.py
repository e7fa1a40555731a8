"""Create requests from other services' submissions."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from contracts import ContentType
from contracts.submissions import Snapshot
from kit.database import db
from kit.database.db import AsyncSession
from sqlalchemy import select
from sqlmodel import col

from approvals.levels.models import Level
from approvals.requests.deadlines.rules import due_on, escalate_on
from approvals.requests.models import REQUEST_STATES, ApprovalRequest, RequestStatus, Step
from approvals.requests.service import lock_content_types, publish_waiting


@dataclass(frozen=True, slots=True)
class Submission:
    """Content submitted for approval for the `number`th time."""

    content_type: ContentType
    content_id: UUID
    number: int
    name_en: str
    name_ar: str
    organization_id: UUID | None
    submitted_by: UUID
    submitted_at: datetime
    snapshot: Snapshot
    state_id: UUID | None = None
    category_ids: Sequence[UUID] = ()


async def create_request(session: AsyncSession, submission: Submission) -> None:
    """Create a request that passes the current levels of its content type.

    It replaces a pending request of the same content. A stale submission is ignored.
    """
    await lock_content_types(session, [submission.content_type])
    newest = await _newest_request(session, submission.content_type, submission.content_id)
    if newest is not None and newest.submission >= submission.number:
        return
    if newest is not None:
        await _withdraw(session, newest)
    levels = await _list_levels(session, submission.content_type)
    now = await db.now(session)
    due = due_on(now, levels[0].target_days) if levels else None
    request = ApprovalRequest(
        content_type=submission.content_type,
        content_id=submission.content_id,
        submission=submission.number,
        name_en=submission.name_en,
        name_ar=submission.name_ar,
        organization_id=submission.organization_id,
        state_id=submission.state_id,
        category_ids=list(submission.category_ids),
        submitted_by=submission.submitted_by,
        submitted_at=submission.submitted_at,
        step=1 if levels else 0,
        step_since=now,
        due_on=due,
        escalate_on=escalate_on(due, levels[0].escalate_after) if due else None,
        snapshot=submission.snapshot.model_dump(mode="json"),
    )
    session.add(request)
    await session.flush()
    session.add_all(_build_step(request, level) for level in levels)
    await session.flush()
    if levels:
        await publish_waiting(session, request)


async def find_state(session: AsyncSession, organization_id: UUID) -> UUID | None:
    """Return the organization's region from its latest submission."""
    newest = await _newest_request(session, ContentType.ORGANIZATION, organization_id)
    return newest.state_id if newest else None


async def list_categories(session: AsyncSession, announcement_id: UUID | None) -> Sequence[UUID]:
    """Return the announcement's categories from its latest submission."""
    if announcement_id is None:
        return ()
    newest = await _newest_request(session, ContentType.ANNOUNCEMENT, announcement_id)
    return newest.category_ids if newest else ()


class SubmissionUnknown(Exception):
    """The withdrawn submission has not arrived yet. The event is retried, then dead-lettered."""


async def withdraw_request(
    session: AsyncSession, content_type: ContentType, content_id: UUID, number: int
) -> None:
    """Withdraw the request of a withdrawn submission, unless it is decided.

    Raises `SubmissionUnknown`.
    """
    await lock_content_types(session, [content_type])
    newest = await _newest_request(session, content_type, content_id)
    if newest is None or newest.submission < number:
        raise SubmissionUnknown(f"submission {number} of {content_type} {content_id}")
    if newest.submission == number:
        await _withdraw(session, newest)


async def _withdraw(session: AsyncSession, request: ApprovalRequest) -> None:
    if request.status == RequestStatus.PENDING:
        REQUEST_STATES.transition(request, RequestStatus.WITHDRAWN)
        request.decided_at = await db.now(session)
        await session.flush()


async def _newest_request(
    session: AsyncSession, content_type: ContentType, content_id: UUID
) -> ApprovalRequest | None:
    statement = (
        select(ApprovalRequest)
        .where(
            col(ApprovalRequest.content_type) == content_type,
            col(ApprovalRequest.content_id) == content_id,
        )
        .order_by(col(ApprovalRequest.submission).desc())
        .limit(1)
    )
    return (await session.scalars(statement)).one_or_none()


async def _list_levels(session: AsyncSession, content_type: ContentType) -> Sequence[Level]:
    levels = await session.scalars(
        select(Level).where(col(Level.content_type) == content_type).order_by(col(Level.position))
    )
    return levels.all()


def _build_step(request: ApprovalRequest, level: Level) -> Step:
    return Step(
        request_id=request.id,
        position=level.position,
        level_id=level.id,
        name_en=level.name_en,
        name_ar=level.name_ar,
        rule=level.rule,
        target_days=level.target_days,
        escalate_after=level.escalate_after,
        escalate_to=level.escalate_to,
    )
