"""One text is the same text in every field of every form, file and call.

`typed_texts.json` lists texts as they are typed, copied and exported, with what each means; `rule`
names the mildest cleaning that makes them one. The app's tests run the same list.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from enrollment.bulk_enrollments.rows import RowForm, check_rows
from fastapi import Request
from fastapi.params import Form
from fastapi.routing import APIRoute
from identity.passwords.hashing import hash_password, verify_password
from kit import cleaning, fields
from kit.cells import Limits, read
from kit.clean_request import clean_request, find_cleanings
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
    """What the route is handed for a field of its body."""
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
async def test_every_field_of_every_call_reads_one_text(name: str) -> None:
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


def test_every_column_of_people_reads_one_text() -> None:
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


async def test_a_password_is_right_however_it_is_composed() -> None:
    for each in TEXTS:
        if each["rule"] == "password":
            hashed = await hash_password(each["typed"])
            assert await verify_password(hashed, each["meant"])
            assert await verify_password(hashed, each["typed"])
            assert not await verify_password(hashed, each["meant"] + "x")


async def test_hashes_of_before_are_tried_as_the_password_was_typed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    typed = next(each["typed"] for each in TEXTS if each["rule"] == "password")
    with monkeypatch.context() as before:
        before.setattr("identity.passwords.hashing.normalize_password", str)
        hashed = await hash_password(typed)
    assert await verify_password(hashed, typed)


def test_the_app_keeps_the_same_fields() -> None:
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
