"""The state machine: a request goes through its steps until somebody refuses or all approve."""

from uuid import UUID

from contracts.approvals import RequestApproved, RequestRejected, RequestReturned
from kit.auth import Principal
from kit.db import AsyncSession, utc_now
from kit.errors import Conflict, Forbidden, NotFound
from kit.messaging import outbox
from sqlalchemy import and_, func, select
from sqlmodel import col

from approvals.approvers.models import Approver
from approvals.levels.models import LevelApprover, Rule
from approvals.locks import lock
from approvals.requests.models import ApprovalRequest, Decision, RequestStatus, Step, Verdict
from approvals.requests.schemas import DecisionCreate

Outcome = RequestApproved | RequestRejected | RequestReturned
EVENTS: dict[Verdict, type[Outcome]] = {
    Verdict.APPROVED: RequestApproved,
    Verdict.REJECTED: RequestRejected,
    Verdict.RETURNED: RequestReturned,
}


class RequestNotFound(NotFound):
    """There is no such request."""

    code = "approvals.request_not_found"
    default_detail = "This approval request does not exist."


class AlreadyDecided(Conflict):
    """The request no longer waits for anybody."""

    code = "approvals.already_decided"
    default_detail = "This request has been decided or withdrawn."


class LevelDecided(Conflict):
    """The caller's level is over; the request waits at a later one."""

    code = "approvals.level_decided"
    default_detail = "This level has been decided; the request has moved on."


class DecidedByYou(Conflict):
    """Nobody decides twice at one level."""

    code = "approvals.decided_by_you"
    default_detail = "You have already decided at this level."


class NotApprover(Forbidden):
    """The request waits for others."""

    code = "approvals.not_approver"
    default_detail = "You are not an approver of the level that this request waits at."


async def decide(
    session: AsyncSession, actor: Principal, request_id: UUID, made: DecisionCreate
) -> None:
    """Record the caller's decision and move the request on.

    One refusal or return ends the request. Approval satisfies a step at once where any approver
    is enough or where a super-admin stands in for missing approvers, else when all have approved.
    """
    request = await session.get(ApprovalRequest, request_id)
    if request is None:
        raise RequestNotFound
    await lock(session, [request.content_type])
    # What was read before this transaction's turn may be old.
    await session.refresh(request)
    if request.status != RequestStatus.PENDING:
        raise AlreadyDecided
    if made.step is not None and made.step != request.step:
        raise LevelDecided
    approvers = await active_approvers(session, request)
    await _check_may_decide(session, actor, request, approvers)
    session.add(
        Decision(
            request_id=request.id,
            step=request.step,
            user_id=actor.user_id,
            verdict=made.decision,
            comment=made.comment,
        )
    )
    await session.flush()
    if made.decision is not Verdict.APPROVED:
        await _finish(session, request, made.decision, actor.user_id, made.comment)
    elif not approvers or await _satisfied(session, request, approvers):
        await _advance(session, request, actor.user_id, made.comment)


async def settle_level(session: AsyncSession, level_id: UUID) -> None:
    """Move on the requests at a level whose remaining approvers have all approved already."""
    waiting = await session.execute(
        select(ApprovalRequest)
        .join(
            Step,
            and_(
                col(Step.request_id) == col(ApprovalRequest.id),
                col(Step.position) == col(ApprovalRequest.step),
            ),
        )
        .where(
            col(Step.level_id) == level_id,
            col(ApprovalRequest.status) == RequestStatus.PENDING,
        )
        .order_by(col(ApprovalRequest.id))
    )
    for request in waiting.scalars().all():
        approvers = await active_approvers(session, request)
        if approvers and await _satisfied(session, request, approvers):
            last = await _last_decision(session, request)
            await _advance(session, request, last.user_id, last.comment)


async def active_approvers(session: AsyncSession, request: ApprovalRequest) -> set[UUID]:
    """Who can decide at the request's step; nobody means that a super-admin does."""
    rows = await session.execute(
        select(col(Approver.user_id))
        .join(LevelApprover, col(LevelApprover.user_id) == col(Approver.user_id))
        .join(Step, col(Step.level_id) == col(LevelApprover.level_id))
        .where(
            col(Step.request_id) == request.id,
            col(Step.position) == request.step,
            col(Approver.active),
        )
    )
    return set(rows.scalars())


def may_decide(actor: Principal, approvers: set[UUID]) -> bool:
    """Whether a step with these approvers is the caller's to decide."""
    return actor.user_id in approvers if approvers else actor.is_super_admin


async def has_decided(session: AsyncSession, actor: Principal, request: ApprovalRequest) -> bool:
    """Whether the caller has decided at the request's step."""
    found = await session.scalar(
        select(func.count()).where(
            col(Decision.request_id) == request.id,
            col(Decision.step) == request.step,
            col(Decision.user_id) == actor.user_id,
        )
    )
    return bool(found)


async def _check_may_decide(
    session: AsyncSession, actor: Principal, request: ApprovalRequest, approvers: set[UUID]
) -> None:
    if may_decide(actor, approvers):
        if await has_decided(session, actor, request):
            raise DecidedByYou
        return
    earlier = await session.scalar(
        select(func.count())
        .select_from(Step)
        .join(LevelApprover, col(LevelApprover.level_id) == col(Step.level_id))
        .where(
            col(Step.request_id) == request.id,
            col(Step.position) < request.step,
            col(LevelApprover.user_id) == actor.user_id,
        )
    )
    raise LevelDecided if earlier else NotApprover


async def _satisfied(session: AsyncSession, request: ApprovalRequest, approvers: set[UUID]) -> bool:
    step = await session.get(Step, (request.id, request.step))
    assert step is not None
    rows = await session.execute(
        select(col(Decision.user_id)).where(
            col(Decision.request_id) == request.id, col(Decision.step) == request.step
        )
    )
    approved = set(rows.scalars())
    return bool(approved & approvers) if step.rule == Rule.ANY else approvers <= approved


async def _last_decision(session: AsyncSession, request: ApprovalRequest) -> Decision:
    rows = await session.execute(
        select(Decision)
        .where(col(Decision.request_id) == request.id, col(Decision.step) == request.step)
        .order_by(col(Decision.id).desc())
        .limit(1)
    )
    return rows.scalar_one()


async def _advance(
    session: AsyncSession, request: ApprovalRequest, user_id: UUID, comment: str | None
) -> None:
    last = await session.scalar(
        select(func.max(Step.position)).where(col(Step.request_id) == request.id)
    )
    if request.step < (last or 0):
        request.step += 1
        await session.flush()
    else:
        await _finish(session, request, Verdict.APPROVED, user_id, comment)


async def _finish(
    session: AsyncSession,
    request: ApprovalRequest,
    verdict: Verdict,
    user_id: UUID,
    comment: str | None,
) -> None:
    request.status = RequestStatus(verdict)
    request.decided_by = user_id
    request.comment = comment
    request.decided_at = utc_now()
    await session.flush()
    await outbox.publish(session, outcome_of(request), sequence=request.submission)


def outcome_of(request: ApprovalRequest) -> Outcome:
    """The fact of a decided request. Each submission has one outcome, so its number is the
    sequence of the content's facts."""
    assert request.decided_by is not None
    return EVENTS[Verdict(request.status)](
        request_id=request.id,
        content_type=request.content_type,
        content_id=request.content_id,
        submission=request.submission,
        decided_by=request.decided_by,
        comment=request.comment,
    )
