"""Types of input fields that several services share."""

from datetime import UTC, date, datetime
from typing import Annotated

from pydantic import AfterValidator, AwareDatetime
from pydantic_core import PydanticCustomError

FIRST, LAST = date(1900, 1, 1), date(2199, 12, 31)


def _in_range(value: date) -> date:
    if not FIRST <= value <= LAST:
        raise PydanticCustomError(
            "date.range",
            "Enter a date between {first} and {last}.",
            {"first": FIRST.isoformat(), "last": LAST.isoformat()},
        )
    return value


def _moment(value: datetime) -> datetime:
    # By the date as it was written: at the ends of the calendar there is no other time zone.
    _in_range(value.date())
    return value.astimezone(UTC)


Day = Annotated[date, AfterValidator(_in_range)]
"""A date that can be calculated with: at the ends of the calendar the next day is an error."""
Moment = Annotated[AwareDatetime, AfterValidator(_moment)]
"""A time with its zone, as UTC, that the database can store."""
