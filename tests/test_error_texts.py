"""Every code that a service can answer is `<noun>.<problem>`, and has a text in both languages."""

import ast
import json
import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from kit.core.errors import Problem, field_code

from deploy.local.layout import PACKAGES

ROOT = Path(__file__).parents[1]
FRONTEND = ROOT / "frontend"
LOCALES = FRONTEND / "src" / "i18n" / "locales"
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


def _codes_with_text(locale: str) -> set[str]:
    messages = LOCALES / locale / "errors.json"
    # `unknown` is shown of an answer without a code.
    return set(_texts(json.loads(messages.read_text("utf-8")))) - {"unknown"}


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
            kinds = _pydantic_codes(schema, document["components"]["schemas"])
            found.update(map(field_code, kinds))
    return found | set(map(field_code, ALWAYS))


# Those that have no table of their own.
NOUNS = {
    "api_client", "approval", "approval_level", "approval_link", "approval_note",
    "approval_request", "bank_account", "bank_transfer", "birth_date", "candidate",
    "certificate_archive", "check_in_code", "civil_number", "color", "comment",
    "commercial_number", "connected_account", "consent", "data_file", "date", "email",
    "escalation", "export", "field", "idempotency_key", "identification", "identity_number",
    "identity_provider", "import", "language", "learner_pass", "name", "network",
    "notification_stream", "number", "one_time_code", "page_draft", "passport_number", "password",
    "password_reset", "payment_method", "payment_provider", "payment_return", "period",
    "permission", "person", "phone", "picture", "place", "proof", "push_subscription",
    "quiet_hours", "receipt", "request", "resource", "service", "sheet", "sign_in", "signatory",
    "signature", "staff_member", "survey", "tax_number", "terms", "text", "time", "token",
    "transfer_receipt", "unsubscribe_link", "username", "volume_price", "website",
}  # fmt: skip


def _singular(table: str) -> str:
    for plural, singular in (("ies", "y"), ("ches", "ch"), ("s", "")):
        if table.endswith(plural):
            return table.removesuffix(plural) + singular
    return table


def _nouns() -> set[str]:
    tables = {
        table
        for service in SERVICES
        for table in import_module(f"{service}.main").app.metadata.tables
    }
    audit = json.loads((LOCALES / "en" / "audit.json").read_text("utf-8"))
    return NOUNS | set(map(_singular, tables)) | set(audit["nouns"])


def _row_codes() -> Iterator[str]:
    """Yield the codes of rows of files, whose texts the service writes into the file."""
    for path in ROOT.glob("services/*/src/**/*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            match node:
                case ast.Assign(targets=[ast.Name(id="ERRORS")], value=ast.Dict(keys=keys)):
                    yield from (str(key.value) for key in keys if isinstance(key, ast.Constant))


@pytest.mark.parametrize("locale", ["en", "ar"])
def test_every_code_has_a_text(codes: set[str], locale: str) -> None:
    assert {"batch.full", "username.invalid", "field.string_too_long", "service.no_answer"} <= codes
    assert sorted(codes - _codes_with_text(locale)) == []


def test_every_code_has_a_noun_and_a_problem(codes: set[str]) -> None:
    rows = set(_row_codes())
    assert {"person.other_name", "batch.full"} <= rows
    given = codes | rows | _codes_with_text("en")
    # Only pydantic has a digit in a problem: `field.base64_decode`.
    form = re.compile(r"[a-z]+(_[a-z]+)*\.[a-z]+(64)?(_[a-z]+)*")
    assert sorted(code for code in given if not form.fullmatch(code)) == []
    used = {code.partition(".")[0] for code in given}
    assert sorted(used - _nouns()) == []
    assert sorted(NOUNS - used) == []
