"""Days begin and end in Riyadh, not in the time zone of a server or a client."""

from collections.abc import Iterator
from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from sqlalchemy import ColumnElement, SQLColumnExpression

RIYADH = ZoneInfo("Asia/Riyadh")
_WEEKEND = (5, 6)
"""Friday and Saturday."""


def today() -> date:
    """Return the current date in Riyadh."""
    return datetime.now(RIYADH).date()


def get_day_start(day: date) -> datetime:
    return datetime.combine(day, time.min, RIYADH)


def get_day_end(day: date) -> datetime:
    """Return the start of the next day, the first moment after this day."""
    return get_day_start(day + timedelta(days=1))


def add_month(day: date) -> date:
    """Return the first day of the next month."""
    return (day.replace(day=1) + timedelta(days=31)).replace(day=1)


def add_working_days(day: date, count: int) -> date:
    """Add working days, from Sunday to Thursday. Public holidays count too, since the platform does
    not know them.
    """
    while count > 0:
        day += timedelta(days=1)
        count -= day.isoweekday() not in _WEEKEND
    return day


def count_working_days(first: date, last: date) -> int:
    """Count the working days after `first` up to `last`, the inverse of `add_working_days`."""
    days = range(1, (last - first).days + 1)
    return sum((first + timedelta(days=each)).isoweekday() not in _WEEKEND for each in days)


def filter_days(
    moment: SQLColumnExpression[datetime | None], first: date | None, last: date | None
) -> Iterator[ColumnElement[bool]]:
    """Yield conditions that a time is within the days from `first` to `last`; None is open."""
    if first:
        yield moment >= get_day_start(first)
    if last:
        yield moment < get_day_end(last)
