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
"""Markup, control characters, and characters that change the direction of later text."""
_TURNS = re.compile(r"[\u202a-\u202e]")
"""Characters that change the direction of all text after them."""
FIRST, LAST = date(1900, 1, 1), date(2199, 12, 31)


def _refuse_hijri(value: date) -> None:
    try:
        day = convert_hijri(value.year, value.month, value.day)
    except ValueError:
        return
    raise PydanticCustomError(
        "date.hijri",
        "Enter the Gregorian date, {day}, instead of the Hijri one.",
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


def _validate_time(value: datetime) -> datetime:
    # Check the date as written, since conversion to UTC fails at the ends of the calendar.
    _in_range(value.date())
    return value.astimezone(UTC)


def _plain(value: str) -> str:
    if _MARKUP.search(value):
        raise PydanticCustomError("text.markup", "Enter one line without < or >.")
    return value


def _keeps_direction(value: str) -> str:
    if _TURNS.search(value):
        raise PydanticCustomError(
            "text.direction", "Remove hidden text-direction characters, or type the text again."
        )
    return value


class InputModel(BaseModel):
    """The base of request bodies and their parts, which rejects unknown fields.

    Stored JSON of such a class is read with `extra="ignore"`, since a newer release may have
    written it.
    """

    model_config = ConfigDict(extra="forbid")


class Cleaning(BeforeValidator):
    """Cleaning rule of a field, last in its type. Other fields are free text."""


def _create_cleaning(clean: Callable[[str], str]) -> Cleaning:
    def clean_if_text(value: Any) -> Any:
        return clean(value) if isinstance(value, str) else value

    return Cleaning(clean_if_text)


FREE_TEXT = _create_cleaning(clean_text)
"""Only for multipart form fields, which `kit.web.clean_request` does not reach."""
NAME = _create_cleaning(clean_name)
CODE = _create_cleaning(clean_code)
NUMBER = _create_cleaning(clean_number)
RICH_TEXT = _create_cleaning(clean_rich_text)
PASSWORD = _create_cleaning(normalize_password)
AS_TYPED = _create_cleaning(str)
"""For passwords compared with a hash, which may predate normalization."""
Day = Annotated[date, AfterValidator(_in_range), CODE]
"""A date within a range that allows arithmetic."""
Moment = Annotated[AwareDatetime, AfterValidator(_validate_time), CODE]
"""A time with zone, converted to UTC, that the database can store."""
PlainText = AfterValidator(_plain)
"""For names and titles in mails, files and other systems: text that none of them treats as markup.
"""
KeepsDirection = AfterValidator(_keeps_direction)
"""For texts of several lines, which may mix both languages."""
