from collections import defaultdict
from uuid import UUID

from contracts import ContentType, ProfileType
from contracts.submissions import Remark, Snapshot
from kit.database.db import AsyncSession
from kit.security.auth import Principal
from sqlalchemy import ColumnElement, and_, select
from sqlmodel import col

from approvals.progress.schemas import (
    ProgressDecision,
    ProgressRemark,
    ProgressRound,
    ProgressStep,
    RequestProgress,
)
from approvals.requests.models import ApprovalRequest, Decision, Step
from approvals.requests.queries import get_step_state, list_request_steps


async def get_progress(session: AsyncSession, actor: Principal) -> RequestProgress | None:
    """Return the progress of the caller's organization or staff profile; None before any
    submission.
    """
    if actor.profile_type is ProfileType.STAFF:
        return await _read(session, ContentType.STAFF, actor.profile_id)
    return await _read(session, ContentType.ORGANIZATION, actor.scope)


async def get_application_progress(
    session: AsyncSession, actor: Principal, application_id: UUID
) -> RequestProgress | None:
    """Return the progress of the organization's application; None if never submitted."""
    is_own = col(ApprovalRequest.organization_id) == actor.scope
    return await _read(session, ContentType.APPLICATION, application_id, is_own)


async def _read(
    session: AsyncSession,
    content_type: ContentType,
    content_id: UUID | None,
    *conditions: ColumnElement[bool],
) -> RequestProgress | None:
    found = await session.scalars(
        select(ApprovalRequest)
        .where(
            col(ApprovalRequest.content_type) == content_type,
            col(ApprovalRequest.content_id) == content_id,
            *conditions,
        )
        .order_by(col(ApprovalRequest.submission).desc())
    )
    requests = found.all()
    if not requests:
        return None
    newest = requests[0]
    decisions = await _map_decisions(session, [request.id for request in requests])
    return RequestProgress(
        submission=newest.submission,
        status=newest.status,
        submitted_at=newest.submitted_at,
        step=newest.step,
        since=newest.step_since,
        due_on=newest.due_on,
        decided_at=newest.decided_at,
        steps=[
            ProgressStep(
                position=step.position,
                name_en=step.name_en,
                name_ar=step.name_ar,
                state=get_step_state(newest, step),
            )
            for step in await list_request_steps(session, newest)
        ],
        rounds=[
            ProgressRound(
                submission=request.submission,
                status=request.status,
                submitted_at=request.submitted_at,
                ended_at=request.decided_at,
                decisions=decisions[request.id],
                remarks=_get_remarks(request),
            )
            for request in requests
        ],
    )


async def _map_decisions(
    session: AsyncSession, request_ids: list[UUID]
) -> defaultdict[UUID, list[ProgressDecision]]:
    rows = await session.execute(
        select(Decision, Step)
        .outerjoin(
            Step,
            and_(
                col(Step.request_id) == col(Decision.request_id),
                col(Step.position) == col(Decision.step),
            ),
        )
        .where(col(Decision.request_id).in_(request_ids))
        .order_by(col(Decision.id))
    )
    decisions: defaultdict[UUID, list[ProgressDecision]] = defaultdict(list)
    # A delegate's decision may count for two approvers: show it once.
    seen: set[tuple[UUID, int, UUID]] = set()
    for decision, step in rows:
        key = (decision.request_id, decision.step, decision.user_id)
        if key in seen:
            continue
        seen.add(key)
        decisions[decision.request_id].append(
            ProgressDecision(
                level_en=step.name_en if step else None,
                level_ar=step.name_ar if step else None,
                decision=decision.verdict,
                comment=decision.comment,
                decided_at=decision.created_at,
            )
        )
    return decisions


def _get_remarks(request: ApprovalRequest) -> list[ProgressRemark]:
    documents = {
        document.name: document for document in Snapshot.model_validate(request.snapshot).documents
    }
    return [
        ProgressRemark(
            field=remark.field,
            title_en=documents[remark.field].title_en if remark.field in documents else None,
            title_ar=documents[remark.field].title_ar if remark.field in documents else None,
            text=remark.text,
        )
        for remark in map(Remark.model_validate, request.remarks)
    ]
