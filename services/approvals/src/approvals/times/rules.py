"""The period of the report on approval times."""

from datetime import date, timedelta

from kit.core.errors import Invalid
from kit.domain.timezone import today

DEFAULT_PERIOD = timedelta(days=90)
"""Default period."""
MAX_PERIOD = timedelta(days=731)
"""Two years."""


def resolve_period(first: date | None, last: date | None) -> tuple[date, date]:
    """Return the first and last day; the default is the last 90 days.

    Raises `Invalid`.
    """
    last = last or max(today(), first or date.min)
    first = first or last - DEFAULT_PERIOD + timedelta(days=1)
    if first > last:
        raise Invalid.field(
            "decided_to",
            "period.ends_before_start",
            "Choose a last day on or after the first day.",
        )
    if last - first >= MAX_PERIOD:
        raise Invalid.field(
            "decided_from", "period.too_long", "Choose a period of up to two years."
        )
    return first, last
