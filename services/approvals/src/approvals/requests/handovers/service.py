"""Hand over a step to other approvers: by an admin, or because its deadline passed."""

from collections.abc import Collection
from uuid import UUID

from kit.core.errors import FieldProblem, Invalid
from kit.database import db
from kit.database.db import AsyncSession
from kit.domain.timezone import today
from kit.messaging import outbox
from kit.messaging.replicas import compute_version
from kit.security.auth import Principal
from sqlalchemy import delete, select
from sqlmodel import col

from approvals.approvers.errors import not_eligible
from approvals.approvers.queries import find_eligible
from approvals.replicas.models import Approver
from approvals.requests.errors import AlreadyDecided, LevelDecided, NoLevel
from approvals.requests.events import request_handed_over
from approvals.requests.links.service import make_links
from approvals.requests.models import (
    ApprovalRequest,
    Assignee,
    Handover,
    HandoverEntry,
    RequestStatus,
    Step,
)
from approvals.requests.queries import get_request
from approvals.requests.rules import is_own
from approvals.requests.schemas import HandoverCreate, RequestDetail
from approvals.requests.service import (
    advance_if_satisfied,
    advance_step,
    list_current_approvers,
    lock_request,
)


async def reassign_request(
    session: AsyncSession, actor: Principal, request_id: UUID, new: HandoverCreate
) -> RequestDetail:
    """Assign the request's current step to exactly these admins and return the request.

    Existing approvals still count, so the request may advance immediately.

    Raises `RequestNotFound`, `AlreadyDecided`, `LevelDecided`, `NoLevel`, `Invalid`.
    """
    request = await lock_request(session, request_id)
    if request.status != RequestStatus.PENDING:
        raise AlreadyDecided
    if request.step == 0:
        raise NoLevel
    if new.step != request.step:
        raise LevelDecided
    await _check_assignees(session, request, new)
    await _assign_step(
        session, request, Handover.REASSIGNED, new.user_ids, by=actor.user_id, reason=new.reason
    )
    await advance_if_satisfied(session, request)
    return await get_request(session, actor, request_id)


async def escalate_next(session: AsyncSession) -> int:
    """Escalate one overdue request and return 1, or 0 if none is due.

    One per transaction, because each locks its content type.
    """
    found = await session.scalar(
        select(col(ApprovalRequest.id))
        .where(
            col(ApprovalRequest.status) == RequestStatus.PENDING,
            col(ApprovalRequest.escalate_on) <= today(),
        )
        .order_by(col(ApprovalRequest.escalate_on), col(ApprovalRequest.id))
        .limit(1)
    )
    if found is None:
        return 0
    request = await lock_request(session, found)
    # A concurrent transaction may have decided or escalated it while this one waited for the lock.
    if (
        request.status == RequestStatus.PENDING
        and request.escalate_on
        and request.escalate_on <= today()
    ):
        await _escalate(session, request)
    return 1


async def _escalate(session: AsyncSession, request: ApprovalRequest) -> None:
    step = await session.get(Step, (request.id, request.step))
    following = await session.get(Step, (request.id, request.step + 1))
    assert step, "only a step is due"
    if step.escalate_to:
        await _assign_step(session, request, Handover.ESCALATED, [step.escalate_to])
    elif following is None:
        # After the last level, super-admins decide.
        await _assign_step(session, request, Handover.ESCALATED, [])
    else:
        await _skip(session, request, step)


async def _skip(session: AsyncSession, request: ApprovalRequest, step: Step) -> None:
    step.handover = Handover.SKIPPED
    session.add(
        HandoverEntry(
            request_id=request.id,
            step=step.position,
            kind=Handover.SKIPPED,
            user_id=None,
            assignee_ids=[],
            reason=None,
        )
    )
    await advance_step(session, request)
    await _publish(session, request, Handover.SKIPPED, None)


async def _assign_step(
    session: AsyncSession,
    request: ApprovalRequest,
    kind: Handover,
    user_ids: Collection[UUID],
    *,
    by: UUID | None = None,
    reason: str | None = None,
) -> None:
    """Assign the step to these users; a super-admin decides if none of them may."""
    step = await session.get(Step, (request.id, request.step))
    assert step, "a request at a level has its step"
    step.handover = kind
    request.escalate_on = None
    await session.execute(
        delete(Assignee).where(
            col(Assignee.request_id) == request.id, col(Assignee.step) == request.step
        )
    )
    session.add_all(
        Assignee(request_id=request.id, step=request.step, user_id=user_id)
        for user_id in sorted(set(user_ids))
    )
    session.add(
        HandoverEntry(
            request_id=request.id,
            step=request.step,
            kind=kind,
            user_id=by,
            assignee_ids=sorted(set(user_ids)),
            reason=reason,
        )
    )
    await session.flush()
    await _publish(session, request, kind, reason)


async def _publish(
    session: AsyncSession, request: ApprovalRequest, kind: Handover, reason: str | None
) -> None:
    step = await session.get(Step, (request.id, request.step))
    assert step, "a request at a level has its step"
    deciders = await list_current_approvers(session, request)
    links = await make_links(session, request, deciders)
    event = request_handed_over(request, step, kind, links, reason)
    await outbox.publish(session, event, sequence=compute_version(await db.now(session)))


async def _check_assignees(
    session: AsyncSession, request: ApprovalRequest, new: HandoverCreate
) -> None:
    eligible = await find_eligible(session, new.user_ids)
    own = set(
        await session.scalars(
            select(col(Approver.user_id))
            .join(ApprovalRequest, is_own(col(Approver.user_id)))
            .where(col(ApprovalRequest.id) == request.id, col(Approver.user_id).in_(new.user_ids))
        )
    )
    problems = []
    for index, user_id in enumerate(new.user_ids):
        field = f"user_ids.{index}"
        if user_id not in eligible:
            problems.append(not_eligible(field))
        elif user_id in own:
            problems.append(
                FieldProblem(
                    field=field,
                    code="approver.own_request",
                    message="This person submitted the request or belongs to the organization.",
                )
            )
    if problems:
        raise Invalid(fields=problems)
