"""Which states allow what, and what applications are decided by, as conditions of statements."""

from typing import Any

from contracts import ApprovalStatus
from contracts.enrollment import ApplicationStatus as Status
from sqlalchemy import ColumnElement, and_, func
from sqlmodel import col

from enrollment.applications.models import Application
from enrollment.replicas.models import Announcement, StaffProfile

OPEN = frozenset({Status.DRAFT, Status.RETURNED})
"""States in which an application can be written and submitted."""
WITHDRAWABLE = OPEN | {Status.PENDING_PAYMENT, Status.SUBMITTED}
UNSUBMITTED = OPEN | {Status.PENDING_PAYMENT}
"""States that end with the announcement."""
HOLDS_STAFF = frozenset({Status.PENDING_PAYMENT, Status.SUBMITTED, Status.APPROVED})
"""States in which the staff members cannot join another application to the announcement."""

IS_OPEN: ColumnElement[bool] = and_(
    col(Announcement.opens_at) <= func.now(), col(Announcement.closes_at) > func.now()
)
"""An announcement takes applications at this moment, by the database's clock."""
IS_ELIGIBLE: ColumnElement[bool] = and_(
    col(StaffProfile.active),
    col(StaffProfile.paid),
    col(StaffProfile.approval_status) == ApprovalStatus.APPROVED,
)
"""A staff member whom an application can name."""
IS_CURRENT: ColumnElement[bool] = col(Application.status).not_in((Status.WITHDRAWN, Status.EXPIRED))
"""The one of its organization, as the unique index says it."""
ENDS_WITH_ANNOUNCEMENT: tuple[ColumnElement[Any], ...] = (
    col(Application.status).in_(UNSUBMITTED),
    col(Application.announcement_id) == col(Announcement.id),
    col(Announcement.closes_at) <= func.now(),
)
"""Was not submitted before its announcement closed."""
