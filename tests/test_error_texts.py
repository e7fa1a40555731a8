"""Every code that a service can answer has a text in both of the app's languages."""

import ast
import json
import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from kit.core.errors import Problem

from deploy.local.layout import PACKAGES

ROOT = Path(__file__).parents[1]
FRONTEND = ROOT / "frontend"
SERVICES = ("identity", "catalog", "enrollment", "payments", "approvals", "notifications")


def _problems(base: type[Problem]) -> Iterator[type[Problem]]:
    for problem in base.__subclasses__():
        yield problem
        yield from _problems(problem)


def _field_codes(path: Path) -> Iterator[str]:
    """The codes of field errors that a module names as they are."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if not isinstance(node, ast.Call):
            continue
        match ast.unparse(node.func), node.args:
            case "PydanticCustomError", [ast.Constant(value=str(code)), *_]:
                yield code
            case "Invalid.field", [_, ast.Constant(value=str(code)), *_]:
                yield code
            case "FieldProblem", _:
                for keyword in node.keywords:
                    if keyword.arg == "code" and isinstance(keyword.value, ast.Constant):
                        yield str(keyword.value.value)


ALWAYS = {"json_invalid", "missing"}
BY_TYPE = {
    "string": {"string_type", "string_unicode"},
    "integer": {"int_type", "int_parsing", "int_parsing_size", "int_from_float"},
    "number": {"float_type", "float_parsing", "finite_number"},
    "boolean": {"bool_type", "bool_parsing"},
    "array": {"list_type"},
    "object": {"model_type", "model_attributes_type", "dict_type"},
    "null": set(),
}
_DATE = {"date_type", "date_parsing", "date_from_datetime_parsing", "date_from_datetime_inexact"}
_TIME = {
    "datetime_type",
    "datetime_parsing",
    "datetime_from_date_parsing",
    "datetime_object_invalid",
    "timezone_aware",
}
# An email address that is none is `email.invalid`.
BY_FORMAT = {
    "base64": {"base64_decode"},
    "binary": {"value_error"},
    "date": _DATE,
    "date-time": _TIME,
    "email": set(),
    "time": {"time_type", "time_parsing"},
    "uuid": {"uuid_type", "uuid_parsing"},
}
BY_KEYWORD = {
    "const": {"literal_error"},
    "discriminator": {"union_tag_invalid", "union_tag_not_found"},
    "enum": {"enum", "literal_error"},
    "exclusiveMaximum": {"less_than"},
    "exclusiveMinimum": {"greater_than"},
    "maxItems": {"too_long"},
    "maxLength": {"string_too_long"},
    "maxProperties": {"too_long"},
    "maximum": {"less_than_equal"},
    "minItems": {"too_short"},
    "minLength": {"string_too_short"},
    "minProperties": {"too_short"},
    "minimum": {"greater_than_equal"},
    "multipleOf": {"multiple_of"},
    "pattern": {"string_pattern_mismatch"},
}
# They make no errors of their own.
SILENT = {
    "$ref", "additionalProperties", "anyOf", "contentMediaType", "default", "description", "format",
    "items", "oneOf", "properties", "propertyNames", "required", "title", "type",
    # A set takes what is given twice as once.
    "uniqueItems",
}  # fmt: skip


def _pydantic_codes(schema: dict[str, Any], schemas: dict[str, Any]) -> Iterator[str]:
    """The codes of pydantic that input of this JSON schema can be refused with."""
    if "$ref" in schema:
        yield from _pydantic_codes(schemas[schema["$ref"].rpartition("/")[2]], schemas)
    for keyword in schema.keys() - SILENT:
        # Where one is not known here yet: see what pydantic refuses it with, and enter that.
        yield from BY_KEYWORD[keyword]
    if "type" in schema:
        yield from BY_TYPE[schema["type"]]
    if "format" in schema:
        yield from BY_FORMAT[schema["format"]]
    if schema.get("additionalProperties") is False:
        yield "extra_forbidden"
    parts = [*schema.get("anyOf", ()), *schema.get("oneOf", ())]
    parts += schema.get("properties", {}).values()
    parts += (schema[name] for name in ("items", "additionalProperties") if name in schema)
    for part in parts:
        if isinstance(part, dict):
            yield from _pydantic_codes(part, schemas)


def _inputs(document: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The schemas of every body and parameter of a service."""
    for path in document["paths"].values():
        for operation in path.values():
            yield from (given["schema"] for given in operation.get("parameters", ()))
            body = operation.get("requestBody", {"content": {}})
            yield from (content.get("schema", {}) for content in body["content"].values())


def _texts(tree: dict[str, Any], prefix: str = "") -> Iterator[str]:
    for name, value in tree.items():
        if isinstance(value, dict):
            yield from _texts(value, f"{prefix}{name}.")
        else:
            yield prefix + name


@pytest.fixture(scope="module")
def codes() -> set[str]:
    for service in SERVICES:
        import_module(f"{service}.main")
    found = {problem.code for problem in _problems(Problem) if "tests" not in problem.__module__}
    for package in PACKAGES:
        for path in (ROOT / package / "src").rglob("*.py"):
            found.update(_field_codes(path))
    for name in ("Caddyfile", "plugins-local/src/itqan/limits/limits.go"):
        found.update(re.findall(r'"code":"([^"]+)"', (ROOT / "gateway" / name).read_text()))
    for path in (FRONTEND / "openapi").glob("*.json"):
        document = json.loads(path.read_text("utf-8"))
        for schema in _inputs(document):
            found.update(_pydantic_codes(schema, document["components"]["schemas"]))
    return found | ALWAYS


@pytest.mark.parametrize("locale", ["en", "ar"])
def test_every_code_has_a_text(codes: set[str], locale: str) -> None:
    messages = FRONTEND / "src" / "i18n" / "locales" / locale / "errors.json"
    texts = set(_texts(json.loads(messages.read_text("utf-8"))))
    assert {"enrollment.seats_full", "username.format", "string_too_long", "no_answer"} <= codes
    assert sorted(codes - texts) == []
