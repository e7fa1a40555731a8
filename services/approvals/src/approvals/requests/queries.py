from uuid import UUID

from contracts import ContentType
from contracts.submissions import Remark, Snapshot
from kit.database.db import AsyncSession, in_literals
from kit.database.pages import ListQuery, Page, PageQuery, Sorting, SortKey
from kit.database.search import contains_words
from kit.domain.timezone import today
from kit.security.auth import Principal
from sqlalchemy import ColumnElement, and_, exists, select, true
from sqlalchemy.orm import aliased
from sqlmodel import col

from approvals.approvers.queries import map_approvers
from approvals.approvers.schemas import ApproverRead
from approvals.delegations.queries import map_delegates
from approvals.replicas.models import Approver, Organization
from approvals.requests.errors import RequestNotFound
from approvals.requests.models import (
    ApprovalRequest,
    Decision,
    Handover,
    HandoverEntry,
    RequestStatus,
    Step,
)
from approvals.requests.rules import (
    CURRENT,
    can_decide,
    is_awaiting_decision,
    is_own,
    list_represented,
    map_assigned,
)
from approvals.requests.schemas import (
    DecisionRead,
    DocumentRead,
    EarlierDocument,
    FieldRead,
    HandoverRead,
    RequestDetail,
    RequestRead,
    RequestRow,
    RequestSort,
    StepApprover,
    StepRead,
    StepState,
)

SORTING = Sorting(
    {
        RequestSort.SUBMITTED: col(ApprovalRequest.submitted_at),
        # Requests without a deadline sort last.
        RequestSort.DUE: SortKey(col(ApprovalRequest.due_on), nulls_last=True),
    },
    id=col(ApprovalRequest.id),
)


_IS_SUSPENDED: ColumnElement[bool] = (
    exists()
    .where(
        col(Organization.id) == col(ApprovalRequest.organization_id), col(Organization.suspended)
    )
    .correlate(ApprovalRequest)
)
"""Matches requests of suspended organizations."""
# Lists omit the snapshot, the bulk of a row.
_LISTED = select(
    *(getattr(ApprovalRequest, name) for name in RequestRead.model_fields),
    _IS_SUSPENDED.label("suspended"),
)


async def list_requests(
    session: AsyncSession,
    actor: Principal,
    page: PageQuery,
    *,
    content_type: ContentType | None,
    status: RequestStatus | None,
    mine: bool,
    overdue: bool,
    search: str | None,
    sort: RequestSort,
) -> Page[RequestRow]:
    """List requests; `mine` await the caller's decision, `overdue` ones passed their deadline."""
    listed = _LISTED.outerjoin(CURRENT, true()) if mine else _LISTED
    filters = [is_awaiting_decision(actor)] if mine else []
    if content_type is not None:
        filters.append(in_literals(col(ApprovalRequest.content_type), [content_type]))
    if status is not None:
        filters.append(in_literals(col(ApprovalRequest.status), [status]))
    if overdue:
        is_pending = col(ApprovalRequest.status) == RequestStatus.PENDING
        filters += [is_pending, col(ApprovalRequest.due_on) < today()]
    query = ListQuery(
        filters=filters,
        sort=SORTING.by(sort),
        search=contains_words(search, col(ApprovalRequest.search)),
        page=page,
    )
    rows, meta = await query.fetch(session, listed, col(ApprovalRequest.id))
    return Page(data=[RequestRow.model_validate(row) for row in rows], meta=meta)


async def get_request(session: AsyncSession, actor: Principal, request_id: UUID) -> RequestDetail:
    """Return a request with its steps, decisions and submissions.

    Raises `RequestNotFound`.
    """
    rows = await session.execute(
        select(ApprovalRequest, _IS_SUSPENDED, can_decide(actor), is_own(actor.user_id)).where(
            col(ApprovalRequest.id) == request_id
        )
    )
    row = rows.one_or_none()
    if row is None:
        raise RequestNotFound
    request, suspended, is_callers, own = row
    before = await _get_previous(session, request)
    return RequestDetail(
        **RequestRead.model_validate(request).model_dump(),
        fields=_read_fields(request, before),
        documents=_read_documents(request, before),
        can_decide=is_callers,
        decides_for=[
            ApproverRead.model_validate(approver)
            for approver in (await list_represented(session, actor, request) if is_callers else [])
            if approver.user_id != actor.user_id
        ],
        own=own,
        suspended=suspended,
        steps=await _list_steps(session, request),
        decisions=await _list_decisions(session, request),
        handovers=await _list_handovers(session, request),
        submissions=await _list_submissions(session, request),
    )


async def is_suspended(session: AsyncSession, request: ApprovalRequest) -> bool:
    """Return whether the request's organization is suspended."""
    found = select(_IS_SUSPENDED).where(col(ApprovalRequest.id) == request.id)
    return bool(await session.scalar(found))


async def _get_previous(session: AsyncSession, request: ApprovalRequest) -> ApprovalRequest | None:
    """Return the previous submission."""
    of_content = _of_content(request.content_type, request.content_id)
    return await _find_newest(
        session, of_content, col(ApprovalRequest.submission) < request.submission
    )


def _of_content(content_type: ContentType, content_id: UUID | None) -> ColumnElement[bool]:
    return and_(
        col(ApprovalRequest.content_type) == content_type,
        col(ApprovalRequest.content_id) == content_id,
    )


async def _find_newest(
    session: AsyncSession, *conditions: ColumnElement[bool]
) -> ApprovalRequest | None:
    newest_first = col(ApprovalRequest.submission).desc()
    found = await session.execute(
        select(ApprovalRequest).where(*conditions).order_by(newest_first).limit(1)
    )
    return found.scalar_one_or_none()


def _load_snapshot(request: ApprovalRequest | None) -> Snapshot:
    return Snapshot.model_validate(request.snapshot) if request else Snapshot()


def _get_remarks(request: ApprovalRequest) -> dict[str, str]:
    remarks = [Remark.model_validate(remark) for remark in request.remarks]
    return {remark.field: remark.text for remark in remarks}


def _read_fields(request: ApprovalRequest, earlier: ApprovalRequest | None) -> list[FieldRead]:
    remarks = _get_remarks(request)
    before = {field.name: field for field in _load_snapshot(earlier).fields}
    fields = []
    for field in _load_snapshot(request).fields:
        old = before.get(field.name)
        fields.append(
            FieldRead(
                **field.model_dump(),
                # Without a previous snapshot, no field counts as changed.
                changed=bool(before) and old != field,
                before=old.value if old else None,
                before_ar=old.value_ar if old else None,
                remark=remarks.get(field.name),
            )
        )
    return fields


def _read_documents(
    request: ApprovalRequest, earlier: ApprovalRequest | None
) -> list[DocumentRead]:
    remarks = _get_remarks(request)
    before = _load_snapshot(earlier)
    by_name = {document.name: document for document in before.documents}
    documents = []
    for document in _load_snapshot(request).documents:
        old = by_name.get(document.name)
        changed = bool(before.fields) and (old is None or old.document_id != document.document_id)
        documents.append(
            DocumentRead(
                **document.model_dump(),
                changed=changed,
                before=EarlierDocument.model_validate(old) if changed and old else None,
                remark=remarks.get(document.name),
            )
        )
    return documents


async def list_request_steps(session: AsyncSession, request: ApprovalRequest) -> list[Step]:
    """List the request's steps in order."""
    found = await session.execute(
        select(Step).where(col(Step.request_id) == request.id).order_by(col(Step.position))
    )
    return list(found.scalars())


async def _list_steps(session: AsyncSession, request: ApprovalRequest) -> list[StepRead]:
    steps = await list_request_steps(session, request)
    approvers = await map_assigned(session, request)
    user_ids = {approver.user_id for each in approvers.values() for approver in each}
    delegates = await map_delegates(session, user_ids, request.content_type)
    return [
        StepRead(
            position=step.position,
            name_en=step.name_en,
            name_ar=step.name_ar,
            rule=step.rule,
            target_days=step.target_days,
            state=get_step_state(request, step),
            approvers=[
                StepApprover(**approver.model_dump(), delegates=delegates[approver.user_id])
                for approver in approvers[step.position]
            ],
        )
        for step in steps
    ]


def get_step_state(request: ApprovalRequest, step: Step) -> StepState:
    """Return the state of one step of the request."""
    if step.position < request.step:
        return StepState.SKIPPED if step.handover is Handover.SKIPPED else StepState.APPROVED
    if step.position > request.step:
        return StepState.WAITING
    if request.status == RequestStatus.PENDING:
        return StepState.CURRENT
    return StepState(request.status)


async def _list_decisions(session: AsyncSession, request: ApprovalRequest) -> list[DecisionRead]:
    represented = aliased(Approver)
    rows = await session.execute(
        select(Decision, Approver, represented)
        .outerjoin(Approver, col(Approver.user_id) == col(Decision.user_id))
        .outerjoin(
            represented,
            and_(
                col(represented.user_id) == col(Decision.approver_id),
                col(Decision.approver_id) != col(Decision.user_id),
            ),
        )
        .where(col(Decision.request_id) == request.id)
        .order_by(col(Decision.id))
    )
    return [
        DecisionRead(
            step=decision.step,
            user_id=decision.user_id,
            name_en=approver.name_en if approver else None,
            name_ar=approver.name_ar if approver else None,
            for_name_en=for_whom.name_en if for_whom else None,
            for_name_ar=for_whom.name_ar if for_whom else None,
            decision=decision.verdict,
            comment=decision.comment,
            created_at=decision.created_at,
        )
        for decision, approver, for_whom in rows
    ]


async def _list_handovers(session: AsyncSession, request: ApprovalRequest) -> list[HandoverRead]:
    found = await session.scalars(
        select(HandoverEntry)
        .where(col(HandoverEntry.request_id) == request.id)
        .order_by(col(HandoverEntry.id))
    )
    entries = found.all()
    people = await map_approvers(
        session, {user_id for each in entries for user_id in (each.user_id, *each.assignee_ids)}
    )
    return [
        HandoverRead(
            step=entry.step,
            kind=entry.kind,
            user=people.get(entry.user_id),
            assignees=[people[each] for each in entry.assignee_ids if each in people],
            reason=entry.reason,
            created_at=entry.created_at,
        )
        for entry in entries
    ]


async def _list_submissions(session: AsyncSession, request: ApprovalRequest) -> list[RequestRead]:
    rows = await session.execute(
        select(ApprovalRequest)
        .where(_of_content(request.content_type, request.content_id))
        .order_by(col(ApprovalRequest.submission).desc())
    )
    return [RequestRead.model_validate(row) for row in rows.scalars()]
