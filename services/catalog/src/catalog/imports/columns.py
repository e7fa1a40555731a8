"""Parse the cells of a row, and collect their problems."""

import re
from collections.abc import Callable, Mapping, Sequence
from datetime import date, datetime, time
from decimal import Decimal, InvalidOperation
from typing import Any, NamedTuple, TypeVar

from kit.core.errors import FieldProblem, field_code
from kit.domain.cleaning import clean_code
from kit.domain.hijri import HijriDays
from kit.domain.timezone import RIYADH
from kit.spreadsheets.exports import Words
from kit.spreadsheets.sheets import fold
from pydantic import BaseModel, ValidationError

Value = TypeVar("Value")
Body = TypeVar("Body", bound=BaseModel)
YES, NO = Words("Yes", "نعم"), Words("No", "لا")
_CURRENCY = re.compile(r"SAR|SR|ريال(?: سعودي)?|ر\.?\s?س\.?", re.IGNORECASE)
_CLOCK = re.compile(
    r"(\d{1,2})(?::(\d{2})(?::00)?)?\s*(?:(am|a\.m\.|ص|صباحا|صباحًا)|(pm|p\.m\.|م|مساء|مساءً))?",
    re.IGNORECASE,
)
"""24-hour time, or 12-hour time with am or pm."""
_DAY_FIRST = re.compile(r"^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$")
"""Day first, as is usual here; the other order is ISO's."""


class Choice(NamedTuple):
    """Permitted value of a cell."""

    value: Any
    names: Words
    """Names in the template, in its language."""
    others: Sequence[str] = ()
    """Alternative names."""


class Cells:
    """Cells of one row."""

    def __init__(self, texts: Mapping[str, str], required: Sequence[str]) -> None:
        self._texts = texts
        self.problems: list[FieldProblem] = []
        self.hijri_days = HijriDays()
        for column in required:
            if not texts.get(column):
                self.problems.append(
                    FieldProblem(field=column, code="field.missing", message="Fill in this field.")
                )

    def text(self, column: str) -> str:
        """Return the text of a cell; empty if it is blank or the column is missing."""
        return self._texts.get(column, "")

    def lines(self, column: str) -> list[str]:
        """Return the lines of a cell."""
        return [line.strip() for line in self.text(column).splitlines() if line.strip()]

    def whole(self, column: str) -> int | None:
        """Parse a whole number."""
        return self._parsed(column, _whole, "field.int_parsing", "Enter a whole number.")

    def money(self, column: str) -> int | None:
        """Parse an amount of major units into minor units."""
        return self._parsed(column, _minor, "field.float_parsing", "Enter an amount.")

    def day(self, column: str) -> date | None:
        """Parse a date."""

        def parse(text: str) -> date:
            return _day(self.hijri_days.convert(column, text))

        return self._parsed(column, parse, "field.date_parsing", "Enter a date.")

    def time(self, column: str) -> time | None:
        """Parse a time of day; 24:00 is midnight, like 0:00."""
        return self._parsed(column, _time, "field.time_parsing", "Enter a time.")

    def moment(self, column: str) -> datetime | None:
        """Parse a date with a time in Riyadh; a date alone means midnight."""

        def parse(text: str) -> datetime:
            return _parse_time(self.hijri_days.convert(column, text))

        return self._parsed(column, parse, "field.datetime_parsing", "Enter a date and time.")

    def flag(self, column: str) -> bool | None:
        """Parse yes or no."""
        found: bool | None = self.match_choice(column, [Choice(True, YES), Choice(False, NO)])
        return found

    def match_choice(self, column: str, choices: Sequence[Choice]) -> Any:
        """Match a cell with the choices after normalization."""
        typed = fold(self.text(column))
        found = [
            value
            for value, names, others in choices
            if typed and typed in map(fold, (*names, *others))
        ]
        if typed and not found:
            self._refuse(
                column,
                "import.unknown_value",
                "We don't recognize this value. Choose one from the template.",
            )
        if len(found) > 1:
            self._refuse(
                column,
                "import.ambiguous_value",
                "Several entries have this name. Enter a unique one.",
            )
        return found[0] if len(found) == 1 else None

    def body(
        self, kind: type[Body], values: Mapping[str, Any], columns: Mapping[str, str]
    ) -> Body | None:
        """Validate the values as a form's request body; None if they are invalid.

        `columns` maps fields to columns with other names.
        """
        given = {field: value for field, value in values.items() if value not in (None, "")}
        try:
            return kind.model_validate(given)
        except ValidationError as error:
            problems = [
                FieldProblem(
                    field=".".join(map(str, item["loc"])),
                    code=field_code(item["type"]),
                    message=str(item["msg"]).removeprefix("Value error, "),
                )
                for item in error.errors()
                # Blank and rejected cells have a problem already.
                if item["type"] != "missing"
            ]
            self.refuse(problems, columns)
            return None

    def refuse(self, problems: Sequence[FieldProblem], columns: Mapping[str, str]) -> None:
        """Add the body's problems to the cells they come from, at most one per cell."""
        for problem in problems:
            field = problem.field.partition(".")[0]
            column = columns.get(field, field)
            if all(column != known.field for known in self.problems):
                self.problems.append(problem.model_copy(update={"field": column}))

    def _parsed(
        self, column: str, parse: Callable[[str], Value], code: str, message: str
    ) -> Value | None:
        typed = clean_code(self.text(column))
        if not typed:
            return None
        try:
            return parse(typed)
        except (ValueError, InvalidOperation):
            self._refuse(column, code, message)
            return None

    def _refuse(self, column: str, code: str, message: str) -> None:
        self.problems.append(FieldProblem(field=column, code=code, message=message))


def _whole(text: str) -> int:
    number = Decimal(text)
    if number != number.to_integral_value():
        raise ValueError(text)
    return int(number)


def _minor(text: str) -> int:
    amount = _CURRENCY.sub("", text).strip()
    minor = Decimal(amount.replace(",", "").replace("٬", "").replace("٫", ".")) * 100
    if minor != minor.to_integral_value():
        raise ValueError(text)
    return int(minor)


def _day(text: str) -> date:
    if found := _DAY_FIRST.match(text):
        day, month, year = map(int, found.groups())
        return date(year, month, day)
    return date.fromisoformat(text)


def _time(text: str) -> time:
    found = _CLOCK.fullmatch(text)
    if found is None:
        raise ValueError(text)
    hour, minute = int(found[1]), int(found[2] or 0)
    if found[3] or found[4]:
        if not 1 <= hour <= 12:
            raise ValueError(text)
        hour = hour % 12 + (12 if found[4] else 0)
    return time() if (hour, minute) == (24, 0) else time(hour, minute)


def _parse_time(text: str) -> datetime:
    day, _, clock = text.replace("T", " ").partition(" ")
    return datetime.combine(_day(day), _time(clock.strip()) if clock else time(), RIYADH)
