"""Deadlines of approvals, in working days."""

from datetime import date, datetime

from kit.domain.timezone import RIYADH, add_working_days, count_working_days


def due_on(since: datetime, target_days: int) -> date:
    """Return the day by which a step is to be decided, in working days of approvers."""
    return add_working_days(since.astimezone(RIYADH).date(), target_days)


def escalate_on(due: date, after: int | None) -> date | None:
    """Return the day from which an overdue step is escalated; None for never."""
    return None if after is None else add_working_days(due, after)


def working_days(since: datetime, day: date) -> int:
    """Count the working days that a request has been at a step, on a later day."""
    return count_working_days(since.astimezone(RIYADH).date(), day)
