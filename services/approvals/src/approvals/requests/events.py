"""What is published of requests."""

from contracts.approvals import RequestApproved, RequestRejected, RequestReturned

from approvals.requests.models import ApprovalRequest, Verdict

RequestDecided = RequestApproved | RequestRejected | RequestReturned

EVENTS: dict[Verdict, type[RequestDecided]] = {
    Verdict.APPROVED: RequestApproved,
    Verdict.REJECTED: RequestRejected,
    Verdict.RETURNED: RequestReturned,
}


def request_decided(request: ApprovalRequest) -> RequestDecided:
    """A request was decided. Its `submission` is the event's sequence, as each submission of a
    content has one outcome."""
    assert request.decided_by is not None
    return EVENTS[Verdict(request.status)](
        request_id=request.id,
        content_type=request.content_type,
        content_id=request.content_id,
        submission=request.submission,
        decided_by=request.decided_by,
        comment=request.comment,
    )
