"""Types of input fields that several services share."""

import re
from collections.abc import Callable
from datetime import UTC, date, datetime
from typing import Annotated, Any

from kit.domain.cleaning import (
    clean_code,
    clean_name,
    clean_number,
    clean_rich_text,
    clean_text,
    normalize_password,
)
from kit.domain.hijri import convert_hijri, is_hijri_year
from pydantic import AfterValidator, AwareDatetime, BaseModel, BeforeValidator, ConfigDict
from pydantic_core import PydanticCustomError

_MARKUP = re.compile(r"[<>\x00-\x1f\x7f\u2028-\u202e\u2066-\u2069]")
"""Markup, control characters, and those that turn the direction of what is written after them."""
_TURNS = re.compile(r"[\u202a-\u202e]")
"""What turns the direction of all that follows, past the end of the text too."""
FIRST, LAST = date(1900, 1, 1), date(2199, 12, 31)


def _refuse_hijri(value: date) -> None:
    try:
        day = convert_hijri(value.year, value.month, value.day)
    except ValueError:
        return
    raise PydanticCustomError(
        "date.hijri",
        "This is a Hijri date. Send its Gregorian date, {day}.",
        {"day": day.isoformat()},
    )


def _in_range(value: date) -> date:
    if is_hijri_year(value.year):
        _refuse_hijri(value)
    if not FIRST <= value <= LAST:
        raise PydanticCustomError(
            "date.out_of_range",
            "Enter a date between {first} and {last}.",
            {"first": FIRST.isoformat(), "last": LAST.isoformat()},
        )
    return value


def _moment(value: datetime) -> datetime:
    # By the date as it was written: at the ends of the calendar there is no other time zone.
    _in_range(value.date())
    return value.astimezone(UTC)


def _plain(value: str) -> str:
    if _MARKUP.search(value):
        raise PydanticCustomError("text.markup", "A name holds neither < nor > nor line ends.")
    return value


def _keeps_direction(value: str) -> str:
    if _TURNS.search(value):
        raise PydanticCustomError(
            "text.direction", "This text holds invisible characters that turn its direction."
        )
    return value


class InputModel(BaseModel):
    """The base of request bodies and their parts: unknown fields are rejected.

    Stored JSON of such a class is read with `extra="ignore"`: a newer release may have written it.
    """

    model_config = ConfigDict(extra="forbid")


class Cleaning(BeforeValidator):
    """How a field's text is cleaned: the last item of its type. Other fields are free text."""


def _cleaning(clean: Callable[[str], str]) -> Cleaning:
    def clean_if_text(value: Any) -> Any:
        return clean(value) if isinstance(value, str) else value

    return Cleaning(clean_if_text)


FREE_TEXT = _cleaning(clean_text)
"""Only for fields of multipart forms, which `kit.web.clean_request` does not reach."""
NAME = _cleaning(clean_name)
CODE = _cleaning(clean_code)
NUMBER = _cleaning(clean_number)
RICH_TEXT = _cleaning(clean_rich_text)
PASSWORD = _cleaning(normalize_password)
AS_TYPED = _cleaning(str)
"""For passwords that are compared with a hash, perhaps one of before they were normalized."""
Day = Annotated[date, AfterValidator(_in_range), CODE]
"""A date that can be calculated with: at the ends of the calendar the next day is an error."""
Moment = Annotated[AwareDatetime, AfterValidator(_moment), CODE]
"""A time with its zone, as UTC, that the database can store."""
PlainText = AfterValidator(_plain)
"""For names and titles, which stand in mails, files and other systems' pages too: text that none
of them takes for markup."""
KeepsDirection = AfterValidator(_keeps_direction)
"""For texts of several lines, which may hold whatever else people write, both languages mixed."""
