"""A person's data in this service.

Decisions keep their authors; requests about an erased person stay without names.
"""

from contracts import ContentType
from kit.messaging.personal_data import DELETED, ERASED_NAMES, Person, Personal
from sqlalchemy import ColumnElement, and_, or_, select
from sqlmodel import col

from approvals.delegations.models import Delegation
from approvals.notes.models import Note
from approvals.replicas.models import Approver, Member, RoleHolder
from approvals.requests.models import ApprovalRequest, Assignee, Decision, HandoverEntry, Link


def _about(person: Person) -> ColumnElement[bool]:
    return and_(
        col(ApprovalRequest.content_type) == ContentType.STAFF,
        col(ApprovalRequest.content_id).in_(person.profile_ids),
    )


def _noted_about(person: Person) -> ColumnElement[bool]:
    return col(Note.request_id).in_(select(col(ApprovalRequest.id)).where(_about(person)))


PERSONAL = (
    # Notes are for approvers only, so a person's data export excludes them.
    Personal(
        Note,
        "notes_about",
        _noted_about,
        without=frozenset({"user_id", "text"}),
        erased=DELETED,
    ),
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
    Personal(Link, "links", lambda person: col(Link.user_id) == person.user_id),
    Personal(Assignee, "assignments", lambda person: col(Assignee.user_id) == person.user_id),
    Personal(
        HandoverEntry,
        "handovers",
        lambda person: col(HandoverEntry.user_id) == person.user_id,
    ),
    Personal(Note, "notes", lambda person: col(Note.user_id) == person.user_id),
    Personal(Approver, "profiles", lambda person: col(Approver.user_id) == person.user_id),
    Personal(RoleHolder, "roles", lambda person: col(RoleHolder.user_id) == person.user_id),
    Personal(Member, "memberships", lambda person: col(Member.user_id) == person.user_id),
)
