"""States that allow actions, and SQL conditions."""

from typing import Any

from contracts import ApprovalStatus
from contracts.enrollment import ApplicationStatus as Status
from sqlalchemy import ColumnElement, and_, func
from sqlmodel import col

from enrollment.applications.models import Application
from enrollment.replicas.models import Announcement, StaffProfile

OPEN = frozenset({Status.DRAFT, Status.RETURNED})
"""States that allow editing and submitting."""
WITHDRAWABLE = OPEN | {Status.PENDING_PAYMENT, Status.SUBMITTED}
UNSUBMITTED = OPEN | {Status.PENDING_PAYMENT}
"""States that expire with the announcement."""
HOLDS_STAFF = frozenset({Status.PENDING_PAYMENT, Status.SUBMITTED, Status.APPROVED})
"""States in which another application to the announcement cannot name the staff members."""

IS_OPEN: ColumnElement[bool] = and_(
    col(Announcement.opens_at) <= func.now(), col(Announcement.closes_at) > func.now()
)
"""Tells if an announcement accepts applications now, by the database's clock."""
IS_ELIGIBLE: ColumnElement[bool] = and_(
    col(StaffProfile.active),
    col(StaffProfile.paid),
    col(StaffProfile.approval_status) == ApprovalStatus.APPROVED,
)
"""Tells if an application may name the staff member."""
IS_CURRENT: ColumnElement[bool] = col(Application.status).not_in((Status.WITHDRAWN, Status.EXPIRED))
"""Matches an organization's current application, as its unique index does."""
ENDS_WITH_ANNOUNCEMENT: tuple[ColumnElement[Any], ...] = (
    col(Application.status).in_(UNSUBMITTED),
    col(Application.announcement_id) == col(Announcement.id),
    col(Announcement.closes_at) <= func.now(),
)
"""Matches applications not submitted before their announcement closed."""
