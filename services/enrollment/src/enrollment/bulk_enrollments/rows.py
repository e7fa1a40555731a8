"""What a row's cells say by themselves: each cell's rule, and all errors at once."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Literal, NamedTuple
from uuid import UUID

from contracts.identity import NumberKind
from contracts.people import chosen_key, number_key
from kit.people import (
    CivilNumber,
    CountryCode,
    Email,
    NameAr,
    NameEn,
    PassportNumber,
    Phone,
    latin_digits,
    plain_civil_number,
    plain_email,
    plain_name_ar,
    plain_name_en,
    plain_phone,
)
from pydantic import BaseModel, ValidationError

_LANGUAGES = {
    "ar": "ar", "arabic": "ar", "العربية": "ar", "عربي": "ar",
    "en": "en", "english": "en", "الإنجليزية": "en", "إنجليزي": "en",
}  # fmt: skip
_CODES = {
    "string_too_long": "too_long",
    "string_too_short": "too_short",
    "string_pattern_mismatch": "country.invalid",
    "literal_error": "language.invalid",
}
"""Of pydantic's own codes, ours."""
_CUT = re.compile(r"[0-9]{1,9}")
_ROUNDED = re.compile(r"[0-9](?:[.,٫][0-9]+)?E\+?[0-9]+", re.IGNORECASE)


class RowForm(BaseModel):
    """A row's cells by their columns; an empty cell is left out."""

    civil_number: CivilNumber | None = None
    passport_number: PassportNumber | None = None
    passport_country: CountryCode | None = None
    name_en: NameEn | None = None
    name_ar: NameAr | None = None
    email: Email | None = None
    phone: Phone | None = None
    language: Literal["ar", "en"] | None = None
    batch: str | None = None


_AT_SIGHT: Mapping[str, Callable[[str], str | None]] = {
    "civil_number": plain_civil_number,
    "name_en": plain_name_en,
    "name_ar": plain_name_ar,
    "email": plain_email,
    "phone": plain_phone,
    "language": {"ar": "ar", "en": "en"}.get,
    "batch": str,
}
"""Of the fields of `RowForm`, what nearly every cell is checked by: the same value, or None."""


class CheckedRow(NamedTuple):
    """What a row says, and what is wrong with it."""

    values: Mapping[str, str]
    """Of the cells that are right, by their columns."""
    person_key: str | None
    """None while the number is missing or wrong."""
    errors: list[dict[str, str]]


def cells_of(cells: Sequence[str], mapping: Mapping[str, int]) -> dict[str, str]:
    """The cells that are filled in, by their columns. A column may have been added later than the
    row, which is shorter then."""
    return {
        name: cells[place] for name, place in mapping.items() if place < len(cells) and cells[place]
    }


def check_row(cells: Sequence[str], mapping: Mapping[str, int]) -> CheckedRow:
    """Check the cells of one row."""
    given = cells_of(cells, mapping)
    if language := given.get("language"):
        given["language"] = _LANGUAGES.get(language.casefold(), language)
    values = _values_at_sight(given)
    errors: list[dict[str, str]] = []
    if values is None:
        values, errors = _values_and_errors(given)
    return CheckedRow(values, _key_of(values), errors + list(_missing(given)))


def _values_at_sight(given: Mapping[str, str]) -> dict[str, str] | None:
    """The values, where no cell has to be looked at closely."""
    values = {}
    for name, cell in given.items():
        at_sight = _AT_SIGHT.get(name)
        value = at_sight(cell) if at_sight else None
        if value is None:
            return None
        values[name] = value
    return values


def _values_and_errors(given: Mapping[str, str]) -> tuple[dict[str, str], list[dict[str, str]]]:
    errors: list[dict[str, str]] = []
    try:
        form = RowForm.model_validate(given)
    except ValidationError as error:
        errors = [_error(str(each["loc"][0]), each["type"], given) for each in error.errors()]
        wrong = {each["field"] for each in errors}
        form = RowForm.model_validate({k: v for k, v in given.items() if k not in wrong})
    return form.model_dump(exclude_none=True), errors


def chosen_row(profile_id: UUID) -> CheckedRow:
    """The row of somebody who was chosen: identity knows the person, and no cell says more."""
    return CheckedRow({}, chosen_key(profile_id), [])


def _error(field: str, code: str, given: Mapping[str, str]) -> dict[str, str]:
    if field == "civil_number":
        number = latin_digits(given[field])
        if _CUT.fullmatch(number):
            code = "civil_number.cut"
        elif _ROUNDED.fullmatch(number):
            code = "civil_number.rounded"
        else:
            code = "civil_number.invalid"
    return {"field": field, "code": _CODES.get(code, code)}


def _missing(given: Mapping[str, str]) -> Iterator[dict[str, str]]:
    if "civil_number" not in given and "passport_number" not in given:
        yield {"field": "civil_number", "code": "number.required"}
    # With a civil number the passport is of no use, and left alone.
    needs_country = "passport_number" in given and "civil_number" not in given
    if needs_country and "passport_country" not in given:
        yield {"field": "passport_country", "code": "country.required"}
    if "name_en" not in given and "name_ar" not in given:
        yield {"field": "name_en", "code": "name.required"}


def _key_of(values: Mapping[str, str]) -> str | None:
    if civil_number := values.get("civil_number"):
        return number_key(NumberKind.CIVIL, "", civil_number)
    number, country = values.get("passport_number"), values.get("passport_country")
    return number_key(NumberKind.PASSPORT, country, number) if number and country else None
