"""Requests: taking submissions in, listing, and the history of one."""

from collections.abc import AsyncIterator
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from contracts import ContentType, Event
from kit.auth import Principal
from kit.db import AsyncSession, utc_now
from kit.pages import Page, PageQuery, fetch_page
from sqlalchemy import ColumnElement, exists, or_, select
from sqlalchemy.dialects.postgresql import distinct_on
from sqlmodel import col

from approvals.approvers.models import Approver
from approvals.levels.models import Level, LevelApprover
from approvals.levels.service import approvers_of
from approvals.locks import lock
from approvals.requests.deciding import (
    RequestNotFound,
    active_approvers,
    decide,
    has_decided,
    may_decide,
    outcome_of,
)
from approvals.requests.models import ApprovalRequest, Decision, RequestStatus, Step
from approvals.requests.schemas import (
    DecisionCreate,
    DecisionRead,
    RequestDetail,
    RequestRead,
    StepRead,
    StepState,
)

PUBLISHED = (RequestStatus.APPROVED, RequestStatus.REJECTED, RequestStatus.RETURNED)


@dataclass(frozen=True, slots=True)
class Submission:
    """Something that asks for approval, for the `number`th time."""

    content_type: ContentType
    content_id: UUID
    number: int
    name_en: str
    name_ar: str
    organization_id: UUID | None
    submitted_by: UUID
    submitted_at: datetime


async def take_in(session: AsyncSession, new: Submission) -> None:
    """Make a request of a submission. It takes the place of an earlier one that still waits; one
    that is known, or older than one that is known, changes nothing."""
    await lock(session, [new.content_type])
    statement = (
        select(ApprovalRequest)
        .where(
            col(ApprovalRequest.content_type) == new.content_type,
            col(ApprovalRequest.content_id) == new.content_id,
        )
        .order_by(col(ApprovalRequest.submission).desc())
        .limit(1)
    )
    newest = (await session.execute(statement)).scalar_one_or_none()
    if newest is not None:
        if newest.submission >= new.number:
            return
        if newest.status == RequestStatus.PENDING:
            newest.status = RequestStatus.WITHDRAWN
            newest.decided_at = utc_now()
            await session.flush()
    levels = await session.execute(
        select(Level)
        .where(col(Level.content_type) == new.content_type)
        .order_by(col(Level.position))
    )
    steps = list(levels.scalars())
    request = ApprovalRequest(
        content_type=new.content_type,
        content_id=new.content_id,
        submission=new.number,
        name_en=new.name_en,
        name_ar=new.name_ar,
        organization_id=new.organization_id,
        submitted_by=new.submitted_by,
        submitted_at=new.submitted_at,
        step=1 if steps else 0,
    )
    session.add(request)
    await session.flush()
    session.add_all(
        Step(
            request_id=request.id,
            position=level.position,
            level_id=level.id,
            name_en=level.name_en,
            name_ar=level.name_ar,
            rule=level.rule,
        )
        for level in steps
    )
    await session.flush()


async def list_requests(
    session: AsyncSession,
    actor: Principal,
    page: PageQuery,
    *,
    content_type: ContentType | None,
    status: RequestStatus | None,
    mine: bool,
    search: str | None,
) -> Page[RequestRead]:
    """Requests, the newest first; `mine` are those that wait for the caller's decision."""
    statement = select(ApprovalRequest)
    if content_type is not None:
        statement = statement.where(col(ApprovalRequest.content_type) == content_type)
    if status is not None:
        statement = statement.where(col(ApprovalRequest.status) == status)
    if mine:
        statement = statement.where(_waits_for(actor))
    if search:
        columns = (col(ApprovalRequest.name_en), col(ApprovalRequest.name_ar))
        statement = statement.where(
            or_(*(column.icontains(search, autoescape=True) for column in columns))
        )
    statement = statement.order_by(
        col(ApprovalRequest.submitted_at).desc(), col(ApprovalRequest.id).desc()
    )
    rows, total = await fetch_page(session, statement, page)
    return Page(data=[RequestRead.model_validate(row) for (row,) in rows], meta=page.meta(total))


def _waits_for(actor: Principal) -> ColumnElement[bool]:
    """The condition that `deciding.may_decide` and `has_decided` are for one request."""
    at_step = (
        exists()
        .where(
            col(Step.request_id) == col(ApprovalRequest.id),
            col(Step.position) == col(ApprovalRequest.step),
            col(LevelApprover.level_id) == col(Step.level_id),
            col(Approver.user_id) == col(LevelApprover.user_id),
            col(Approver.active),
        )
        .correlate(ApprovalRequest)
    )
    decided = (
        exists()
        .where(
            col(Decision.request_id) == col(ApprovalRequest.id),
            col(Decision.step) == col(ApprovalRequest.step),
            col(Decision.user_id) == actor.user_id,
        )
        .correlate(ApprovalRequest)
    )
    theirs: ColumnElement[bool] = at_step.where(col(LevelApprover.user_id) == actor.user_id)
    if actor.is_super_admin:
        theirs = or_(theirs, ~at_step)
    pending = col(ApprovalRequest.status) == RequestStatus.PENDING
    return pending & theirs & ~decided


async def get_request(session: AsyncSession, actor: Principal, request_id: UUID) -> RequestDetail:
    """A request with its steps, decisions and submissions."""
    request = await session.get(ApprovalRequest, request_id)
    if request is None:
        raise RequestNotFound
    can_decide = (
        request.status == RequestStatus.PENDING
        and may_decide(actor, await active_approvers(session, request))
        and not await has_decided(session, actor, request)
    )
    return RequestDetail(
        **RequestRead.model_validate(request).model_dump(),
        can_decide=can_decide,
        steps=await _steps(session, request),
        decisions=await _decisions(session, request),
        submissions=await _submissions(session, request),
    )


async def decide_request(
    session: AsyncSession, actor: Principal, request_id: UUID, made: DecisionCreate
) -> RequestDetail:
    """Record the caller's decision; the request as it stands then."""
    await decide(session, actor, request_id, made)
    return await get_request(session, actor, request_id)


async def _steps(session: AsyncSession, request: ApprovalRequest) -> list[StepRead]:
    found = await session.execute(
        select(Step).where(col(Step.request_id) == request.id).order_by(col(Step.position))
    )
    steps = list(found.scalars())
    approvers = await approvers_of(session, [step.level_id for step in steps if step.level_id])
    return [
        StepRead(
            position=step.position,
            name_en=step.name_en,
            name_ar=step.name_ar,
            rule=step.rule,
            state=_state(request, step),
            approvers=approvers[step.level_id] if step.level_id else [],
        )
        for step in steps
    ]


def _state(request: ApprovalRequest, step: Step) -> StepState:
    if step.position < request.step:
        return StepState.APPROVED
    if step.position > request.step:
        return StepState.WAITING
    if request.status == RequestStatus.PENDING:
        return StepState.CURRENT
    return StepState(request.status)


async def _decisions(session: AsyncSession, request: ApprovalRequest) -> list[DecisionRead]:
    rows = await session.execute(
        select(Decision, Approver)
        .outerjoin(Approver, col(Approver.user_id) == col(Decision.user_id))
        .where(col(Decision.request_id) == request.id)
        .order_by(col(Decision.id))
    )
    return [
        DecisionRead(
            step=decision.step,
            user_id=decision.user_id,
            name_en=approver.name_en if approver else None,
            name_ar=approver.name_ar if approver else None,
            decision=decision.verdict,
            comment=decision.comment,
            created_at=decision.created_at,
        )
        for decision, approver in rows
    ]


async def _submissions(session: AsyncSession, request: ApprovalRequest) -> list[RequestRead]:
    rows = await session.execute(
        select(ApprovalRequest)
        .where(
            col(ApprovalRequest.content_type) == request.content_type,
            col(ApprovalRequest.content_id) == request.content_id,
        )
        .order_by(col(ApprovalRequest.submission).desc())
    )
    return [RequestRead.model_validate(row) for row in rows.scalars()]


async def republish(session: AsyncSession) -> AsyncIterator[tuple[Event, int]]:
    """The outcome of the newest decided submission of each content."""
    rows = await session.execute(
        select(ApprovalRequest)
        .where(col(ApprovalRequest.status).in_(PUBLISHED))
        .ext(distinct_on(col(ApprovalRequest.content_type), col(ApprovalRequest.content_id)))
        .order_by(
            col(ApprovalRequest.content_type),
            col(ApprovalRequest.content_id),
            col(ApprovalRequest.submission).desc(),
        )
    )
    for request in rows.scalars():
        yield outcome_of(request), request.submission
