"""Formats days in the Gregorian and Umm al-Qura calendars, in both languages.

Digits are European in both, as in the app.
"""

from dataclasses import dataclass
from datetime import date

_MONTHS_AR = (
    "يناير", "فبراير", "مارس", "أبريل", "مايو", "يونيو",
    "يوليو", "أغسطس", "سبتمبر", "أكتوبر", "نوفمبر", "ديسمبر",
)  # fmt: skip
_MONTHS_EN = (
    "January", "February", "March", "April", "May", "June",
    "July", "August", "September", "October", "November", "December",
)  # fmt: skip
_WEEKDAYS_AR = ("الاثنين", "الثلاثاء", "الأربعاء", "الخميس", "الجمعة", "السبت", "الأحد")
_WEEKDAYS_EN = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")


@dataclass(frozen=True, slots=True)
class PrintedDay:
    """A day in words."""

    day_en: str
    day_ar: str
    hijri_en: str | None
    """None after 2077, where the published Umm al-Qura calendar ends."""
    hijri_ar: str | None


def format_day(day: date) -> PrintedDay:
    """Format a day as `23 November 2026`, `13 Jumada al-Akhirah 1448 AH`, and both in Arabic."""
    # Imported late: its tables cover two centuries and would slow the start.
    from hijridate import Gregorian  # noqa: PLC0415

    day_en, day_ar = _whole(day, _MONTHS_EN), f"{_whole(day, _MONTHS_AR)} م"
    try:
        hijri = Gregorian.fromdate(day).to_hijri()
    except OverflowError:
        return PrintedDay(day_en, day_ar, None, None)
    month = hijri.month_name("en").replace("'", "’")
    return PrintedDay(
        day_en,
        day_ar,
        f"{hijri.day} {month} {hijri.year} AH",
        f"{hijri.day} {hijri.month_name('ar')} {hijri.year} هـ",
    )


def format_date(day: date) -> tuple[str, str]:
    """Format a day as `23 November 2026`, in English and Arabic."""
    return _whole(day, _MONTHS_EN), _whole(day, _MONTHS_AR)


def format_weekday(day: date) -> tuple[str, str]:
    """Format a weekday as `Monday`, in English and Arabic."""
    return _WEEKDAYS_EN[day.weekday()], _WEEKDAYS_AR[day.weekday()]


def format_range(first: date, last: date) -> tuple[str, str]:
    """Format a range of days without repeating common parts, in English and Arabic.

    Example: `from 1 to 12 November 2026`.
    """
    return (
        _span(first, last, _MONTHS_EN, ("on", "from", "to")),
        _span(first, last, _MONTHS_AR, ("في", "من", "إلى")),
    )


def _span(first: date, last: date, months: tuple[str, ...], words: tuple[str, str, str]) -> str:
    on, since, until = words
    if first >= last:
        return f"{on} {_whole(first, months)}"
    begin = str(first.day)
    if (first.year, first.month) != (last.year, last.month):
        begin += f" {months[first.month - 1]}"
    if first.year != last.year:
        begin += f" {first.year}"
    return f"{since} {begin} {until} {_whole(last, months)}"


def _whole(day: date, months: tuple[str, ...]) -> str:
    return f"{day.day} {months[day.month - 1]} {day.year}"
