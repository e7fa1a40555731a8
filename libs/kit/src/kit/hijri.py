"""Dates of the Umm al-Qura calendar, typed where a Gregorian date is meant."""

import re
from datetime import date

_YEARS = range(1343, 1501)
"""The years of the published tables; no Gregorian date of the platform lies in them."""
_TYPED = re.compile(
    r"(?:(?P<y>\d{4})(?P<sep>[/.-])(?P<m>\d{1,2})(?P=sep)(?P<d>\d{1,2})"
    r"|(?P<d2>\d{1,2})(?P<sep2>[/.-])(?P<m2>\d{1,2})(?P=sep2)(?P<y2>\d{4}))"
    r"(?:\s*(?:هـ|ه|AH|H)(?!\w))?(?=[\sT]|$)",
    re.IGNORECASE,
)


def is_hijri_year(year: int) -> bool:
    """Tell whether a year is one of the Hijri calendar."""
    return year in _YEARS


def convert_hijri(year: int, month: int, day: int) -> date:
    """Convert a Hijri date to the Gregorian calendar.

    Raises `ValueError` where the month or day does not exist.
    """
    # Tables of two centuries, that a service which starts does not need.
    from hijridate import Hijri  # noqa: PLC0415

    found = Hijri(year, month, day).to_gregorian()
    return date(found.year, found.month, found.day)


def find_hijri(text: str) -> tuple[date, str] | None:
    """Find a Hijri date at the start of a text: its Gregorian date and the text after it.

    Raises `ValueError` where the month or day does not exist.
    """
    found = _TYPED.match(text)
    if found is None:
        return None
    year, month, day = (int(found[part] or found[f"{part}2"]) for part in ("y", "m", "d"))
    if not is_hijri_year(year):
        return None
    return convert_hijri(year, month, day), text[found.end() :]
