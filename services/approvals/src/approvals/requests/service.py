"""State machine of requests: each passes its steps until one is rejected or all are approved."""

from collections.abc import Collection, Iterable
from uuid import UUID

from contracts import ContentType
from contracts.submissions import Snapshot
from kit.core.errors import FieldProblem, Invalid
from kit.database import db
from kit.database.db import AsyncSession
from kit.domain.timezone import today
from kit.messaging import outbox
from kit.security.auth import Principal
from sqlalchemy import ColumnElement, exists, func, or_, select
from sqlmodel import col

from approvals.approvers.models import Rule
from approvals.approvers.queries import select_levels
from approvals.replicas.models import Approver
from approvals.requests.deadlines.rules import due_on, escalate_on, working_days
from approvals.requests.errors import (
    AlreadyDecided,
    DecidedByYou,
    DecidedForYou,
    LevelDecided,
    NotApprover,
    OrganizationSuspended,
    OwnRequest,
    RequestNotFound,
)
from approvals.requests.events import request_advanced, request_decided, request_waiting
from approvals.requests.links.service import make_links, use_links
from approvals.requests.models import (
    REQUEST_STATES,
    ApprovalRequest,
    Assignee,
    Decision,
    RequestStatus,
    Step,
    Verdict,
)
from approvals.requests.queries import get_request, is_suspended
from approvals.requests.rules import (
    can_decide,
    has_decided,
    is_approver,
    is_current_step,
    is_own,
    is_past_approver,
    list_missing_approvers,
    list_represented,
    select_approvers,
)
from approvals.requests.schemas import DecisionCreate, RequestDetail


async def lock_content_types(session: AsyncSession, content_types: Iterable[ContentType]) -> None:
    """Lock content types until the transaction ends, to serialize changes of levels, approvers and
    requests.

    A satisfied level depends on approvers, rule and decisions together, which row locks would not
    cover. Human decisions are rare enough for one lock.
    """
    for content_type in sorted(content_types):
        await db.advisory_lock(session, f"approvals:{content_type}")


async def decide_request(
    session: AsyncSession, actor: Principal, request_id: UUID, decision: DecisionCreate
) -> RequestDetail:
    """Record the caller's decision, also for approvers they represent, and advance the request.

    A rejection or return ends the request. An approval satisfies the step if any approver suffices
    or a super-admin fills in, else once all approved.

    Raises `RequestNotFound`, `AlreadyDecided`, `LevelDecided`, `DecidedByYou`, `DecidedForYou`,
    `NotApprover`, `OwnRequest`, `OrganizationSuspended`, `Invalid`.
    """
    request = await lock_request(session, request_id)
    if request.status != RequestStatus.PENDING:
        raise AlreadyDecided
    if decision.step is not None and decision.step != request.step:
        raise LevelDecided
    await _check_may_decide(session, actor, request)
    if decision.decision is Verdict.APPROVED and await is_suspended(session, request):
        raise OrganizationSuspended
    _check_remarks(request, decision)
    approvers = await list_current_approvers(session, request)
    represented = await list_represented(session, actor, request)
    day = today()
    session.add_all(
        Decision(
            request_id=request.id,
            step=request.step,
            user_id=actor.user_id,
            approver_id=approver_id,
            verdict=decision.decision,
            comment=decision.comment,
            working_days=working_days(request.step_since, day),
            overdue=request.due_on is not None and request.due_on < day,
        )
        # A super-admin who fills in represents no approver.
        for approver_id in [each.user_id for each in represented] or [actor.user_id]
    )
    await use_links(session, actor, request)
    await session.flush()
    if decision.decision is not Verdict.APPROVED:
        request.remarks = [remark.model_dump() for remark in decision.remarks]
        await _finish(session, request, decision.decision, actor.user_id, decision.comment)
    elif not approvers or await _is_satisfied(session, request, approvers):
        await _advance(session, request, actor.user_id, decision.comment)
    return await get_request(session, actor, request_id)


async def advance_requests_by_level(session: AsyncSession, level_ids: Collection[UUID]) -> None:
    """Advance requests at levels whose remaining approvers have all approved."""
    await _advance_satisfied(session, col(Step.level_id).in_(level_ids))


async def advance_requests_by_approver(session: AsyncSession, user_id: UUID) -> None:
    """Advance the requests of an approver who became active or inactive."""
    given = exists().where(
        col(Assignee.request_id) == col(Step.request_id),
        col(Assignee.step) == col(Step.position),
        col(Assignee.user_id) == user_id,
    )
    await _advance_satisfied(session, or_(col(Step.level_id).in_(select_levels(user_id)), given))


async def advance_requests_by_organization(session: AsyncSession, organization_id: UUID) -> None:
    """Resume requests held back by the organization's suspension."""
    await _advance_satisfied(session, col(ApprovalRequest.organization_id) == organization_id)


async def advance_if_satisfied(session: AsyncSession, request: ApprovalRequest) -> None:
    """Advance a request approved by all its approvers, unless its organization is suspended."""
    if await is_suspended(session, request):
        return
    approvers = await list_current_approvers(session, request)
    if approvers and await _is_satisfied(session, request, approvers):
        last = await _last_decision(session, request)
        await _advance(session, request, last.user_id, last.comment)


async def _advance_satisfied(session: AsyncSession, condition: ColumnElement[bool]) -> None:
    waiting = await session.scalars(
        select(ApprovalRequest)
        .join(Step, is_current_step())
        .where(condition, col(ApprovalRequest.status) == RequestStatus.PENDING)
        .order_by(col(ApprovalRequest.id))
    )
    for request in waiting.all():
        await advance_if_satisfied(session, request)


async def lock_request(session: AsyncSession, request_id: UUID) -> ApprovalRequest:
    """Lock the request's content type and return the request refreshed."""
    request = await session.get(ApprovalRequest, request_id)
    if request is None:
        raise RequestNotFound
    await lock_content_types(session, [request.content_type])
    locked = await db.lock(session, ApprovalRequest, col(ApprovalRequest.id) == request_id)
    assert locked is not None, "requests are never deleted"
    return locked


async def _check_may_decide(
    session: AsyncSession, actor: Principal, request: ApprovalRequest
) -> None:
    found = await session.execute(
        select(
            can_decide(actor),
            is_approver(actor),
            has_decided(actor),
            is_past_approver(actor),
            is_own(actor.user_id),
        )
        .select_from(ApprovalRequest)
        .where(col(ApprovalRequest.id) == request.id)
    )
    decides, approves, decided, approved_before, own = found.one()
    if own:
        raise OwnRequest
    if not approves:
        raise LevelDecided if approved_before else NotApprover
    if not decides:
        raise DecidedByYou if decided else DecidedForYou


def _check_remarks(request: ApprovalRequest, decision: DecisionCreate) -> None:
    """Reject corrections of content that was not submitted."""
    names = Snapshot.model_validate(request.snapshot).names
    problems = [
        FieldProblem(
            field=f"remarks.{index}.field",
            code="approval_request.unknown_field",
            message="This field isn't part of the request.",
        )
        for index, remark in enumerate(decision.remarks)
        if remark.field not in names
    ]
    if problems:
        raise Invalid(fields=problems)


async def list_current_approvers(session: AsyncSession, request: ApprovalRequest) -> set[UUID]:
    """Return users who can decide the current step; if empty, a super-admin decides."""
    rows = await session.scalars(select_approvers(request).with_only_columns(col(Approver.user_id)))
    return set(rows)


async def _is_satisfied(
    session: AsyncSession, request: ApprovalRequest, approvers: set[UUID]
) -> bool:
    step = await session.get(Step, (request.id, request.step))
    assert step is not None
    rows = await session.execute(
        select(col(Decision.approver_id)).where(
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
    if request.step < await _count_steps(session, request):
        await advance_step(session, request)
        await publish_waiting(session, request)
    else:
        await _finish(session, request, Verdict.APPROVED, user_id, comment)


async def _count_steps(session: AsyncSession, request: ApprovalRequest) -> int:
    last = await session.scalar(
        select(func.max(Step.position)).where(col(Step.request_id) == request.id)
    )
    return last or 0


async def advance_step(session: AsyncSession, request: ApprovalRequest) -> None:
    """Advance to the next step, which must exist."""
    steps = await _count_steps(session, request)
    request.step += 1
    request.step_since = await db.now(session)
    await session.flush()
    step = await session.get(Step, (request.id, request.step))
    assert step is not None
    request.due_on = due_on(request.step_since, step.target_days)
    request.escalate_on = escalate_on(request.due_on, step.escalate_after)
    request.reminded = None
    await outbox.publish(session, request_advanced(request, step, steps), sequence=step.position)


async def publish_waiting(session: AsyncSession, request: ApprovalRequest) -> None:
    """Publish that the request reached its level, with a link for each user who may decide."""
    step = await session.get(Step, (request.id, request.step))
    assert step, "a request at a level has its step"
    links = await make_links(session, request, await list_missing_approvers(session, request))
    event = request_waiting(request, step, links)
    await outbox.publish(session, event, sequence=step.position)


async def _finish(
    session: AsyncSession,
    request: ApprovalRequest,
    verdict: Verdict,
    user_id: UUID,
    comment: str | None,
) -> None:
    REQUEST_STATES.transition(request, RequestStatus(verdict))
    request.decided_by = user_id
    request.comment = comment
    request.decided_at = await db.now(session)
    await session.flush()
    await outbox.publish(session, request_decided(request), sequence=request.submission)
