"""Every code that a service can answer has a text in both of the app's languages."""

import ast
import json
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from kit.errors import Problem

ROOT = Path(__file__).parents[1]
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
    for sources in ("libs/kit/src", *(f"services/{service}/src" for service in SERVICES)):
        for path in (ROOT / sources).rglob("*.py"):
            found.update(_field_codes(path))
    return found


@pytest.mark.parametrize("locale", ["en", "ar"])
def test_every_code_has_a_text(codes: set[str], locale: str) -> None:
    messages = ROOT / "frontend" / "src" / "i18n" / "locales" / locale / "errors.json"
    texts = set(_texts(json.loads(messages.read_text("utf-8"))))
    assert {"enrollment.seats_full", "username.format", "image.format"} <= codes
    assert sorted(codes - texts) == []
