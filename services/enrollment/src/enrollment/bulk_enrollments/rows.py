"""What a row's cells say by themselves: each cell's rule, and all errors at once."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Literal, NamedTuple
from uuid import UUID

from contracts.identity import NumberKind
from kit.people import (
    CivilNumber,
    CountryCode,
    Email,
    NameAr,
    NameEn,
    PassportNumber,
    Phone,
    latin_digits,
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


class CheckedRow(NamedTuple):
    """What a row says: the values of the cells that are right, and what is wrong with the
    others."""

    form: RowForm
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
    errors: list[dict[str, str]] = []
    try:
        form = RowForm.model_validate(given)
    except ValidationError as error:
        errors = [_error(str(each["loc"][0]), each["type"], given) for each in error.errors()]
        wrong = {each["field"] for each in errors}
        form = RowForm.model_validate({k: v for k, v in given.items() if k not in wrong})
    return CheckedRow(form, _key_of(form), errors + list(_missing(given)))


def chosen_row(profile_id: UUID) -> CheckedRow:
    """The row of somebody who was chosen: identity knows the person, and no cell says more."""
    return CheckedRow(RowForm(), f"chosen::{profile_id}", [])


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


def _key_of(form: RowForm) -> str | None:
    if form.civil_number:
        return f"{NumberKind.CIVIL}::{form.civil_number}"
    if form.passport_number and form.passport_country:
        return f"{NumberKind.PASSPORT}:{form.passport_country}:{form.passport_number}"
    return None
