"""Checks the cells of single rows and collects all errors."""

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from itertools import zip_longest
from typing import Annotated, Any, Literal, NamedTuple
from uuid import UUID

from contracts.identity import NumberKind
from contracts.people import chosen_key, number_key
from kit.core.errors import field_code
from kit.domain.cleaning import clean_code, clean_number
from kit.domain.fields import CODE
from kit.domain.people import (
    CivilNumber,
    CountryCode,
    Email,
    NameAr,
    NameEn,
    PassportNumber,
    Phone,
    normalize_civil_number,
    normalize_country_code,
    normalize_email,
    normalize_name_ar,
    normalize_name_en,
    normalize_passport_number,
    normalize_phone,
)
from pydantic import BaseModel, ValidationError

from enrollment.bulk_enrollments.columns import (
    BATCH,
    CIVIL,
    COUNTRY,
    EMAIL,
    LANGUAGE,
    NAME_AR,
    NAME_EN,
    PASSPORT,
    PHONE,
)

_LANGUAGES = {
    "ar": "ar", "arabic": "ar", "العربية": "ar", "عربي": "ar",
    "en": "en", "english": "en", "الإنجليزية": "en", "إنجليزي": "en",
}  # fmt: skip
_ERROR_CODES = {
    "string_pattern_mismatch": "country.invalid",
    "literal_error": "language.invalid",
}
"""Maps Pydantic's error codes to ours."""
_CUT = re.compile(r"[0-9]{1,9}")
_ROUNDED = re.compile(r"[0-9](?:[.,٫][0-9]+)?E\+?[0-9]+", re.IGNORECASE)


class RowForm(BaseModel):
    """Cells of a row by column; empty cells are omitted."""

    civil_number: CivilNumber | None = None
    passport_number: PassportNumber | None = None
    passport_country: CountryCode | None = None
    name_en: NameEn | None = None
    name_ar: NameAr | None = None
    email: Email | None = None
    phone: Phone | None = None
    language: Literal["ar", "en"] | None = None
    batch: Annotated[str, CODE] | None = None


_FAST_CHECKS: Mapping[str, Callable[[str], str | None]] = {
    CIVIL.name: normalize_civil_number,
    PASSPORT.name: normalize_passport_number,
    COUNTRY.name: normalize_country_code,
    NAME_EN.name: normalize_name_en,
    NAME_AR.name: normalize_name_ar,
    EMAIL.name: normalize_email,
    PHONE.name: normalize_phone,
    LANGUAGE.name: {"ar": "ar", "en": "en"}.get,
    BATCH.name: clean_code,
}
"""Fast checks for common values: the value as `RowForm` would return it, or None if unsure."""
_NUMBER = (CIVIL, PASSPORT, COUNTRY)
"""Columns that identify the person."""


class CheckedRow(NamedTuple):
    """Valid values of a row by column, and its errors."""

    civil_number: str | None = None
    passport_number: str | None = None
    passport_country: str | None = None
    name_en: str | None = None
    name_ar: str | None = None
    email: str | None = None
    phone: str | None = None
    language: str | None = None
    batch: str | None = None
    person_key: str | None = None
    """None if the number is missing or invalid."""
    errors: Sequence[Mapping[str, str]] = ()


def map_cells(cells: Sequence[str], mapping: Mapping[str, int]) -> dict[str, str]:
    """Return non-empty cells by column. Rows may be shorter than columns added later."""
    return {
        name: cells[place] for name, place in mapping.items() if place < len(cells) and cells[place]
    }


def check_rows(rows: Sequence[Sequence[str]], mapping: Mapping[str, int]) -> dict[str, list[Any]]:
    """Check rows column by column with the fast checks and return `CheckedRow` fields as columns.

    Only rows that fail a fast check are validated with Pydantic, which is much slower.
    """
    columns = [*zip_longest(*rows, fillvalue="")]
    checked: dict[str, list[Any]] = {}
    unsure: set[int] = set()
    for name, at_sight in _FAST_CHECKS.items():
        place = mapping.get(name, len(columns))
        cells = columns[place] if place < len(columns) else ()
        if not any(cells):
            checked[name] = [None] * len(rows)
            continue
        if all(cells):
            known = [*map(at_sight, cells)]
        else:
            known = [at_sight(cell) if cell else None for cell in cells]
        if None in known:
            unsure.update(n for n, cell in enumerate(cells) if cell and known[n] is None)
        checked[name] = known
    keys = checked["person_key"] = _build_keys(*(checked[each.name] for each in _NUMBER))
    checked["errors"] = [()] * len(rows)
    needed = zip(keys, checked[NAME_EN.name], checked[NAME_AR.name], strict=True)
    unsure.update(n for n, (key, en, ar) in enumerate(needed) if not (key and (en or ar)))
    for number in unsure:
        replace_row(checked, number, _check_row(rows[number], mapping))
    return checked


def replace_row(checked: Mapping[str, list[Any]], number: int, row: CheckedRow) -> None:
    """Replace the row at an index, from 0."""
    for name, value in row._asdict().items():
        checked[name][number] = value


def _check_row(cells: Sequence[str], mapping: Mapping[str, int]) -> CheckedRow:
    """Validate each cell of a row with Pydantic."""
    given = map_cells(cells, mapping)
    if language := given.get("language"):
        given["language"] = _LANGUAGES.get(language.casefold(), language)
    values, errors = _values_and_errors(given)
    key = _build_key(*(values.get(column.name) for column in _NUMBER))
    return CheckedRow(**values, person_key=key, errors=(*errors, *_list_missing(given)))


def _values_and_errors(given: Mapping[str, str]) -> tuple[dict[str, str], list[dict[str, str]]]:
    errors: list[dict[str, str]] = []
    try:
        form = RowForm.model_validate(given)
    except ValidationError as error:
        errors = [_error(str(each["loc"][0]), each["type"], given) for each in error.errors()]
        wrong = {each["field"] for each in errors}
        form = RowForm.model_validate({k: v for k, v in given.items() if k not in wrong})
    return form.model_dump(exclude_none=True), errors


def build_selected_row(profile_id: UUID) -> CheckedRow:
    """Build the row of a selected person, already known to identity."""
    return CheckedRow(person_key=chosen_key(profile_id))


def _error(field: str, code: str, given: Mapping[str, str]) -> dict[str, str]:
    if field == "civil_number":
        number = clean_number(given[field])
        if _CUT.fullmatch(number):
            code = "civil_number.truncated"
        elif _ROUNDED.fullmatch(number):
            code = "civil_number.rounded"
        else:
            code = "civil_number.invalid"
    return {"field": field, "code": _ERROR_CODES.get(code) or field_code(code)}


def _list_missing(given: Collection[str]) -> Iterator[dict[str, str]]:
    if "civil_number" not in given and "passport_number" not in given:
        yield {"field": "civil_number", "code": "identification.required"}
    # A passport is ignored if a civil number is given.
    needs_country = "passport_number" in given and "civil_number" not in given
    if needs_country and "passport_country" not in given:
        yield {"field": "passport_country", "code": "country.required"}
    if "name_en" not in given and "name_ar" not in given:
        yield {"field": "name_en", "code": "name.required"}


def _build_keys(
    civil: Sequence[str | None], passports: Sequence[str | None], countries: Sequence[str | None]
) -> list[str | None]:
    """Build person keys of rows, fast if all have a civil number."""
    if all(civil):
        return [f"{_CIVIL_KEY}{number}" for number in civil]
    return [*map(_build_key, civil, passports, countries)]


_CIVIL_KEY = number_key(NumberKind.CIVIL, "", "")


def _build_key(civil: str | None, passport: str | None, country: str | None) -> str | None:
    if civil:
        return f"{_CIVIL_KEY}{civil}"
    return number_key(NumberKind.PASSPORT, country, passport) if passport and country else None
