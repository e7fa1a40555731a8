"""Equal texts are equal in every field of forms, files and requests.

`typed_texts.json` lists texts as typed, copied and exported, with their meaning; `rule` names the
weakest cleaning that makes them equal. The app's tests use the same list.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from catalog.imports.batches.columns import BATCHES
from catalog.imports.columns import Cells, Choice
from catalog.imports.queries import NamedTraining, Names
from catalog.imports.service import Kind
from catalog.imports.trainings.columns import TRAININGS
from enrollment.bulk_enrollments.validation.rows.service import RowForm, check_rows
from enrollment.results.importing import service as scores
from enrollment.results.models import Assessment, AssessmentKind
from fastapi import Request
from fastapi.params import Form
from fastapi.routing import APIRoute
from identity.sign_in.passwords.hashes.service import hash_password, verify_password
from kit.core.errors import Invalid
from kit.database.db import new_id, utc_now
from kit.domain import cleaning, fields
from kit.domain.hijri import HijriDays
from kit.spreadsheets.cells import Limits, read
from kit.spreadsheets.exports import Words
from kit.spreadsheets.sheets import Line, Sheet
from kit.web.clean_request import clean_request, find_cleanings
from payments.reconciliation import columns as reconciliation
from payments.transfers import columns as statements
from pydantic import TypeAdapter, ValidationError
from pydantic.fields import FieldInfo

from tests.test_input import READ_AS, SERVICES, models, routes, service_of

ROOT = Path(__file__).parents[1]
TEXTS: list[dict[str, str]] = json.loads((ROOT / "tests/typed_texts.json").read_text("utf-8"))
RULES: dict[fields.Cleaning | None, set[str]] = {
    fields.RICH_TEXT: {"rich_text"},
    None: {"rich_text", "text"},
    fields.FREE_TEXT: {"rich_text", "text"},
    fields.NAME: {"rich_text", "text", "name"},
    fields.CODE: {"rich_text", "text", "code"},
    fields.NUMBER: {"rich_text", "text", "code", "number"},
    fields.PASSWORD: {"password"},
    fields.AS_TYPED: set(),
}
"""The rules that each kind of field keeps."""
BY_PROGRAMS = {"/webhooks/paymob", "/auth/token"}
"""Calls of programs: what a provider has signed, and credentials."""
FUNCTIONS = {
    "rich_text": cleaning.clean_rich_text,
    "text": cleaning.clean_text,
    "name": cleaning.clean_name,
    "code": cleaning.clean_code,
    "number": cleaning.clean_number,
    "password": cleaning.normalize_password,
}


def _fields(route: APIRoute) -> Iterator[tuple[str, FieldInfo]]:
    """The fields of a route's path, query and body, those of nested models included."""
    waiting = [route.dependant]
    while waiting:
        dependant = waiting.pop()
        waiting += dependant.dependencies
        for field in (*dependant.path_params, *dependant.query_params, *dependant.body_params):
            found = list(models(field.field_info.annotation))
            for model in found:
                yield from READ_AS.get(model, model).model_fields.items()
            if not found:
                yield field.alias, field.field_info


async def _clean(route: APIRoute, name: str, text: str) -> Any:
    """Return the value that the route gets for a field of its body."""
    sent = False

    async def receive() -> dict[str, Any]:
        nonlocal sent
        assert not sent
        sent = True
        return {"type": "http.request", "body": json.dumps({name: text}).encode()}

    scope = {
        "type": "http",
        "method": "POST",
        "headers": [(b"content-type", b"application/json")],
        "route": route,
        "path_params": {name: text},
        "query_string": b"",
    }
    request = Request(scope, receive)
    await clean_request(request)
    if route.body_field and isinstance(route.body_field.field_info, Form):
        return text
    if not route.body_field:
        return scope["path_params"][name]  # type: ignore[index]
    return (await request.json())[name]


def _read(adapter: TypeAdapter[Any], text: Any) -> Any:
    """The value that a field takes, or the codes of its refusal."""
    try:
        return adapter.validate_python(text)
    except ValidationError as error:
        return {each["type"] for each in error.errors()}


def test_the_list_is_long_and_each_text_has_its_rule() -> None:
    assert len({each["typed"] for each in TEXTS}) >= 80
    for each in TEXTS:
        assert each["typed"] != each["meant"]
        clean = FUNCTIONS[each["rule"]]
        assert clean(each["typed"]) == clean(each["meant"]), each


@pytest.mark.parametrize("name", SERVICES)
async def test_every_field_of_a_request_accepts_spellings_of_one_text(name: str) -> None:
    checked = 0
    different = []
    for route in routes(service_of(name)):
        if route.path in BY_PROGRAMS:
            continue
        cleanings = find_cleanings(route)
        for field, info in _fields(route):
            rules = RULES[cleanings.get(field)]
            adapter = TypeAdapter(info.rebuild_annotation())
            if not _takes_text(adapter):
                continue
            for each in TEXTS:
                if each["rule"] not in rules:
                    continue
                typed = await _clean(route, field, each["typed"])
                meant = await _clean(route, field, each["meant"])
                checked += 1
                if _read(adapter, typed) != _read(adapter, meant):
                    different.append((route.path, field, each["typed"], each["meant"]))
    assert {(path, field) for path, field, *_ in different} == set(), different[:5]
    assert checked > 1000


def _takes_text(adapter: TypeAdapter[Any]) -> bool:
    try:
        schema = adapter.json_schema()
    except Exception:
        return False
    return '"type": "string"' in json.dumps(schema)


def test_every_column_of_a_file_of_people_accepts_spellings_of_one_text() -> None:
    names = list(RowForm.model_fields)
    cleanings = {
        name: each
        for name, field in RowForm.model_fields.items()
        for each in [*field.metadata, *_inner(field.annotation)]
        if isinstance(each, fields.Cleaning)
    }
    for place, name in enumerate(names):
        for each in TEXTS:
            if each["rule"] not in RULES[cleanings.get(name)]:
                continue
            answers = [
                {
                    key: column[0]
                    for key, column in check_rows([_cells(place, text)], _mapping(names)).items()
                }
                for text in (each["typed"], each["meant"])
            ]
            assert answers[0] == answers[1], (name, each)


CATALOG_NAMES = Names(
    categories=[Choice(new_id(), Words("Safety", "السلامة"))],
    cities=[Choice(new_id(), Words("Jeddah", "جدة"))],
    trainings=[
        Choice(NamedTraining(new_id(), "Forklifts", "الرافعات"), Words("WHS-101", "WHS-101"))
    ],
    trainers=[Choice(new_id(), Words("Huda Ali", "هدى القحطاني"))],
)


@pytest.mark.parametrize("kind", [TRAININGS, BATCHES], ids=["trainings", "batches"])
def test_every_column_of_a_catalogue_file_accepts_spellings_of_one_text(kind: Kind) -> None:
    columns = kind.columns(CATALOG_NAMES, False)
    example = {column.name: column.example for column in columns}

    def import_row(name: str, text: str) -> Any:
        cells = Cells(example | {name: _cell(text)}, [])
        body = kind.read(cells, CATALOG_NAMES)
        return body and body.model_dump(exclude={"sessions": {"__all__": {"id"}}}), cells.problems

    for column in columns:
        rules = {"rich_text", "text"} | CODES_OF_FILES.get(column.name, set())
        for each in TEXTS:
            if each["rule"] in rules:
                typed, meant = (import_row(column.name, each[key]) for key in ("typed", "meant"))
                assert typed == meant, (column.name, each)


CODES_OF_FILES: dict[str, set[str]] = {
    name: {"code"}
    for name in (
        *("training", "code", "first_day", "last_day", "count", "from", "to", "opens", "closes"),
        *("price", "price_10", "price_50", "capacity", "minimum", "duration_hours"),
        *("min_attendance_percent", "min_score_percent", "payment_window_hours"),
    )
}
"""The columns of the catalogue's files that hold a code, a number or a time."""


async def test_every_column_of_a_settlement_report_accepts_spellings_of_one_text() -> None:
    row = {"transaction_id": "71", "amount": "1150", "day": "2026-11-22", "fee": "20"}
    names = [column.name for column in reconciliation.COLUMNS]

    async def import_row(name: str, text: str) -> Any:
        cells = [(row | {name: _cell(text)}).get(each, "") for each in names]
        sheet = Sheet(names, [Line(2, cells)])
        try:
            return await reconciliation.read_lines(sheet, _mapping(names), HijriDays())
        except Invalid as error:
            return [(each.field, each.code) for each in error.fields or []]

    for name in names:
        for each in TEXTS:
            if each["rule"] in RULES[fields.CODE]:
                typed = await import_row(name, each["typed"])
                assert typed == await import_row(name, each["meant"]), (name, each)


def test_every_column_of_a_bank_statement_accepts_spellings_of_one_text() -> None:
    row = {"date": "2026-11-22", "amount": "1150", "text": "Course"}
    names = [column.name for column in statements.COLUMNS]

    def import_row(name: str, text: str) -> Any:
        cells = [(row | {name: _cell(text)}).get(each, "") for each in names]
        try:
            return statements.read_sheet(Sheet(names, [Line(2, cells)]), "SAR", HijriDays())
        except Invalid as error:
            return [(each.field, each.code) for each in error.fields or []]

    for name in names:
        is_code = name in {"date", "amount", "currency", "bank_reference"}
        for each in TEXTS:
            if each["rule"] in RULES[fields.CODE if is_code else None]:
                typed = import_row(name, each["typed"])
                assert typed == import_row(name, each["meant"]), (name, each)


def test_every_column_of_a_file_of_scores_accepts_spellings_of_one_text() -> None:
    exam = Assessment(
        id=new_id(), batch_id=new_id(), kind=AssessmentKind.EXAM, title_en="Exam",
        title_ar="اختبار", weight=1, maximum=10**15, created_at=utc_now(),
    )  # fmt: skip
    known = {cleaning.clean_code(each["meant"]).casefold() for each in TEXTS} | {"huda"}
    people: Any = [
        SimpleNamespace(enrollment_id=new_id(), username=name, name_en="", name_ar="")
        for name in known
    ]
    row = {"person": "huda", "name": "", str(exam.id): "40"}

    def import_row(name: str, text: str) -> Any:
        cells = [*(row | {name: _cell(text)}).values()]
        headings = ["Username", "Name (only to read)", f"1. Exam ({exam.maximum:g})"]
        (read_row,) = scores.parse_rows(Sheet(headings, [Line(2, cells)]), [exam], people, {})
        # The file's own spelling is shown.
        return read_row.model_dump(exclude={"person"})

    for name in row:
        for each in TEXTS:
            if each["rule"] in RULES[fields.CODE]:
                typed = import_row(name, each["typed"])
                assert typed == import_row(name, each["meant"]), (name, each)
                assert typed["enrollment_id"], (name, each)


def _cell(text: str) -> str:
    """A text as it is read from a cell of a CSV file."""
    quoted = text.replace('"', '""')
    ((_, lines),) = read(f'heading\n"{quoted}"\n'.encode(), Limits(rows=5))
    return lines[1][0]


def _inner(annotation: Any) -> Iterator[Any]:
    for each in getattr(annotation, "__args__", ()):
        yield from getattr(each, "__metadata__", ())


def _mapping(names: list[str]) -> dict[str, int]:
    return {name: place for place, name in enumerate(names)}


def _cells(place: int, text: str) -> list[str]:
    """A row of a CSV file that has the text in one cell."""
    cells = [""] * len(RowForm.model_fields)
    quoted = text.replace('"', '""')
    content = "heading\n" + f'"{quoted}"\n'
    ((_, lines),) = read(content.encode(), Limits(rows=5))
    cells[place] = lines[1][0]
    return cells


async def test_a_password_matches_in_any_unicode_composition() -> None:
    for each in TEXTS:
        if each["rule"] == "password":
            hashed = await hash_password(each["typed"])
            assert await verify_password(hashed, each["meant"])
            assert await verify_password(hashed, each["typed"])
            assert not await verify_password(hashed, each["meant"] + "x")


async def test_older_hashes_are_compared_with_the_unnormalized_password(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    typed = next(each["typed"] for each in TEXTS if each["rule"] == "password")
    with monkeypatch.context() as before:
        before.setattr("identity.sign_in.passwords.hashes.service.normalize_password", str)
        hashed = await hash_password(typed)
    assert await verify_password(hashed, typed)


def test_the_app_leaves_the_same_fields_unchanged() -> None:
    kept: dict[str, set[str]] = {"rich_text": set(), "password": set()}
    for name in SERVICES:
        for route in routes(service_of(name)):
            for field, cleaning_of in find_cleanings(route).items():
                if cleaning_of is fields.RICH_TEXT:
                    kept["rich_text"].add(field)
                elif cleaning_of in (fields.PASSWORD, fields.AS_TYPED):
                    kept["password"].add(field)
    in_app = json.loads((ROOT / "frontend/src/lib/keptFields.json").read_text("utf-8"))
    assert {kind: set(names) for kind, names in in_app.items()} == kept
