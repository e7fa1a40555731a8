from collections.abc import Sequence
from typing import Any

from contracts.approvals import (
    DecisionLink,
    RequestAdvanced,
    RequestApproved,
    RequestDue,
    RequestHandedOver,
    RequestRejected,
    RequestReturned,
    RequestWaiting,
)

from approvals.requests.models import ApprovalRequest, Handover, Reminder, Step, Verdict

RequestDecided = RequestApproved | RequestRejected | RequestReturned

EVENTS: dict[Verdict, type[RequestDecided]] = {
    Verdict.APPROVED: RequestApproved,
    Verdict.REJECTED: RequestRejected,
    Verdict.RETURNED: RequestReturned,
}


def request_decided(request: ApprovalRequest) -> RequestDecided:
    """Build the event of a decision. Each submission has one outcome, so `submission` is the
    sequence.
    """
    assert request.decided_by is not None
    return EVENTS[Verdict(request.status)](
        request_id=request.id,
        content_type=request.content_type,
        content_id=request.content_id,
        submission=request.submission,
        decided_by=request.decided_by,
        comment=request.comment,
        submitted_by=request.submitted_by,
        name_en=request.name_en,
        name_ar=request.name_ar,
        **({"remarks": request.remarks} if Verdict(request.status) is Verdict.RETURNED else {}),
    )


def request_advanced(request: ApprovalRequest, step: Step, steps: int) -> RequestAdvanced:
    """Build the event of a request that reached a later level. The step is the sequence."""
    return RequestAdvanced(
        request_id=request.id,
        content_type=request.content_type,
        content_id=request.content_id,
        submission=request.submission,
        step=step.position,
        steps=steps,
        level_en=step.name_en,
        level_ar=step.name_ar,
        since=request.step_since,
        organization_id=request.organization_id,
        submitted_by=request.submitted_by,
    )


def request_handed_over(
    request: ApprovalRequest,
    step: Step,
    kind: Handover,
    links: Sequence[DecisionLink],
    reason: str | None,
) -> RequestHandedOver:
    """Build the event of a step handed over to other approvers."""
    return RequestHandedOver(
        **_for_deciders(request, step, links),
        content_id=request.content_id,
        escalated=kind is not Handover.REASSIGNED,
        reason=reason,
    )


def request_waiting(
    request: ApprovalRequest, step: Step, links: Sequence[DecisionLink]
) -> RequestWaiting:
    """Build the event of a request that reached a level, with a link for each approver."""
    return RequestWaiting(**_for_deciders(request, step, links))


def request_due(request: ApprovalRequest, step: Step, links: Sequence[DecisionLink]) -> RequestDue:
    """Build the event that reminds approvers who have not decided; `reminded` is the kind."""
    return RequestDue(
        **_for_deciders(request, step, links), overdue=request.reminded is Reminder.OVERDUE
    )


def _for_deciders(
    request: ApprovalRequest, step: Step, links: Sequence[DecisionLink]
) -> dict[str, Any]:
    return {
        "request_id": request.id,
        "content_type": request.content_type,
        "step": step.position,
        "level_en": step.name_en,
        "level_ar": step.name_ar,
        "name_en": request.name_en,
        "name_ar": request.name_ar,
        "due_on": request.due_on,
        "approver_user_ids": tuple(link.user_id for link in links),
        "links": tuple(links),
    }
