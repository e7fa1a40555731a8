"""What the service has of a person. Who decided what is kept; a request about a person is too, and
names nobody any more."""

from contracts import ContentType
from kit.personal_data import ERASED_NAMES, Person, Personal
from sqlalchemy import ColumnElement, and_, or_
from sqlmodel import col

from approvals.delegations.models import Delegation
from approvals.replicas.models import Approver, Member, RoleHolder
from approvals.requests.models import ApprovalRequest, Assignee, Decision, HandoverEntry


def _about(person: Person) -> ColumnElement[bool]:
    return and_(
        col(ApprovalRequest.content_type) == ContentType.STAFF,
        col(ApprovalRequest.content_id).in_(person.profile_ids),
    )


PERSONAL = (
    Personal(
        ApprovalRequest,
        "requests",
        _about,
        erased={
            **ERASED_NAMES,
            "snapshot": {},
            "remarks": [],
            "comment": None,
        },
    ),
    Personal(
        ApprovalRequest,
        "submissions",
        lambda person: col(ApprovalRequest.submitted_by) == person.user_id,
    ),
    Personal(
        Delegation,
        "delegations",
        lambda person: or_(
            col(Delegation.user_id) == person.user_id,
            col(Delegation.delegate_id) == person.user_id,
        ),
    ),
    Personal(Decision, "decisions", lambda person: col(Decision.user_id) == person.user_id),
    Personal(Assignee, "assignments", lambda person: col(Assignee.user_id) == person.user_id),
    Personal(
        HandoverEntry,
        "handovers",
        lambda person: col(HandoverEntry.user_id) == person.user_id,
    ),
    Personal(Approver, "profiles", lambda person: col(Approver.user_id) == person.user_id),
    Personal(RoleHolder, "roles", lambda person: col(RoleHolder.user_id) == person.user_id),
    Personal(Member, "memberships", lambda person: col(Member.user_id) == person.user_id),
)
