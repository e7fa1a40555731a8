"""Hijri dates of the Umm al-Qura calendar, typed in fields for Gregorian dates."""

import re
import unicodedata
from collections.abc import Iterable
from datetime import date
from typing import Annotated, Any

from fastapi import Form
from kit.core.errors import MAX_FIELDS, FieldProblem, Invalid
from pydantic import BaseModel

_YEARS = range(1343, 1501)
"""Years of the published tables; the platform has no Gregorian dates in this range."""
_SUFFIX = r"(?:\s*(?:هـ|ه|AH|H)(?!\w))?(?=[\sT]|$)"
_TYPED = re.compile(
    r"(?:(?P<y>\d{4})(?P<sep>[/.-])(?P<m>\d{1,2})(?P=sep)(?P<d>\d{1,2})"
    r"|(?P<d2>\d{1,2})(?P<sep2>[/.-])(?P<m2>\d{1,2})(?P=sep2)(?P<y2>\d{4}))" + _SUFFIX,
    re.IGNORECASE,
)
_NAMED = re.compile(
    r"(?P<d>\d{1,2})[\s/.-]{0,3}(?P<m>[^\W\d_][^\d/.,،]{0,20}?(?:\s[12])?)"
    r"[\s/.,،-]{1,3}(?P<y>\d{4})" + _SUFFIX,
    re.IGNORECASE,
)
_DHU = "(?:dh|z|th)[ui]+(?:a?l)?"
_RABI, _JUMADA = "rabi[aeiu]?(?:l|th|t)?", "j[ua]mad[ai]+(?:u?l|th|t)?"
_KEPT = {"Lo", "Ll", "Nd"}
_MONTHS = [
    re.compile(names)
    for names in (
        "(?:ال)?محرم|(?:al)?m[uo]harram",
        "صفر|safar",
        f"ربيع(?:ال)?اول|{_RABI}aww?al|rabi[i1]",
        f"ربيع(?:ال)?(?:اخر|ثاني)|{_RABI}(?:thaa?ni|a?khir)|rabi(?:ii|2)",
        f"جمادي(?:ال)?اولي?|{_JUMADA}(?:[uo]+la|aww?al)|jumada[i1]",
        f"جمادي(?:ال)?(?:اخره?|ثاني?ه?)|{_JUMADA}(?:a?khira?h?|ukhra|thani[yah]*)|jumada(?:ii|2)",
        "رجب|rajab",
        "شعبان|sha+ban",
        "رمضان|rama(?:dh?|z)a+n",
        "شوال|shaww?a+l",
        f"ذ[وي](?:ال)?قعده|{_DHU}q[ia]+da?h?",
        f"ذ[وي](?:ال)?حجه|{_DHU}h[ia]jj?a?h?",
    )
]
"""Month names after `_fold`."""


def is_hijri_year(year: int) -> bool:
    """Tell if a year is a Hijri year."""
    return year in _YEARS


def convert_hijri(year: int, month: int, day: int) -> date:
    """Convert a Hijri date to the Gregorian calendar.

    Raises `ValueError` if the month or day does not exist.
    """
    # Imported late: its tables cover two centuries, and a start does not need them.
    from hijridate import Hijri  # noqa: PLC0415

    found = Hijri(year, month, day).to_gregorian()
    return date(found.year, found.month, found.day)


def find_hijri(text: str) -> tuple[date, str] | None:
    """Find a Hijri date at the start of a text, and return its Gregorian date and the remaining
    text.

    Raises `ValueError` if the month or day does not exist.
    """
    found = _TYPED.match(text)
    if found is not None:
        year, month, day = (int(found[part] or found[f"{part}2"]) for part in ("y", "m", "d"))
    else:
        found = _NAMED.match(text)
        named = found and _find_month(found["m"])
        if not (found and named):
            return None
        year, month, day = int(found["y"]), named, int(found["d"])
    if not is_hijri_year(year):
        return None
    return convert_hijri(year, month, day), text[found.end() :]


def _find_month(name: str) -> int | None:
    folded = _fold(name)
    return next((n for n, names in enumerate(_MONTHS, start=1) if names.fullmatch(folded)), None)


def _fold(name: str) -> str:
    """Keep only the letters and digits of a name, without marks and hamzas."""
    text = unicodedata.normalize("NFKD", name).casefold()
    return "".join(
        c for c in text.replace("ة", "ه").replace("ى", "ي") if unicodedata.category(c) in _KEPT
    )


class HijriDay(BaseModel):
    """A cell that was read as a Hijri date."""

    column: str
    typed: str
    day: date
    """The Gregorian date."""


HijriConfirmed = Annotated[bool, Form(description="Take the dates that were read as Hijri.")]


class HijriUnconfirmed(Invalid):
    """422: a file contains Hijri dates without confirmation; `hijri_days` lists them."""

    code = "date.hijri_unconfirmed"
    default_detail = "The file contains Hijri dates. Confirm them with hijri_confirmed."

    def __init__(self, days: Iterable[tuple[str, HijriDay]]) -> None:
        """Store the dates with the paths of their fields, without duplicates within a field."""
        listed = [*{(field, each.day): each for field, each in days}.items()][:MAX_FIELDS]
        super().__init__(
            fields=[
                FieldProblem(
                    field=field,
                    code=self.code,
                    message=f"{each.typed} is a Hijri date, {day} in the Gregorian calendar.",
                )
                for (field, day), each in listed
            ]
        )
        shown = [each.model_dump(mode="json") for _, each in listed]
        self.extensions: dict[str, Any] = {"hijri_days": shown}


class HijriDays(list[HijriDay]):
    """Collects the cells of a file that were read as Hijri dates."""

    def convert(self, column: str, text: str) -> str:
        """Replace a Hijri date at the start of a cell with the Gregorian date, and record it.

        Raises `ValueError` if the month or day does not exist.
        """
        found = find_hijri(text)
        if found is None:
            return text
        day, rest = found
        self.append(HijriDay(column=column, typed=text, day=day))
        return f"{day}{rest}"
