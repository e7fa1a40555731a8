"""The days of the platform begin and end in Riyadh, whatever the clock of a server or a caller."""

from collections.abc import Iterator
from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from sqlalchemy import ColumnElement, SQLColumnExpression

RIYADH = ZoneInfo("Asia/Riyadh")
_WEEKEND = (5, 6)
"""Friday and Saturday."""


def today() -> date:
    """The day that it is in Riyadh."""
    return datetime.now(RIYADH).date()


def get_day_start(day: date) -> datetime:
    """When a day begins."""
    return datetime.combine(day, time.min, RIYADH)


def get_day_end(day: date) -> datetime:
    """When the next day begins: the first moment that no longer belongs to this one."""
    return get_day_start(day + timedelta(days=1))


def add_month(day: date) -> date:
    """The first day of the month that follows a day's own."""
    return (day.replace(day=1) + timedelta(days=31)).replace(day=1)


def add_working_days(day: date, count: int) -> date:
    """The working day that comes so many after `day`, from Sunday to Thursday; public holidays are
    counted too, as nobody tells the platform of them."""
    while count > 0:
        day += timedelta(days=1)
        count -= day.isoweekday() not in _WEEKEND
    return day


def count_working_days(first: date, last: date) -> int:
    """The working days after `first` until `last`: what `add_working_days` has added."""
    days = range(1, (last - first).days + 1)
    return sum((first + timedelta(days=each)).isoweekday() not in _WEEKEND for each in days)


def within(
    moment: SQLColumnExpression[datetime | None], first: date | None, last: date | None
) -> Iterator[ColumnElement[bool]]:
    """The conditions that a moment lies in the days from `first` to `last`; None leaves it open."""
    if first:
        yield moment >= get_day_start(first)
    if last:
        yield moment < get_day_end(last)
