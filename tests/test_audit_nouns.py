"""Each record kind of the audit trail, and each of its fields, has a label in both languages.

Each kind can be filtered alone.
"""

import ast
import json
import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from kit.messaging.audit import BOOKKEEPING

ROOT = Path(__file__).parents[1]
APP = ROOT / "frontend" / "src"
SERVICES = ("identity", "catalog", "enrollment", "payments", "approvals", "notifications")


def _named(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if not isinstance(node, ast.Call):
            continue
        match ast.unparse(node.func), node.args:
            case "Audited", [ast.Constant(value=str(noun)), *_]:
                yield noun
            case "audit.record", [_, ast.Constant(value=str(noun)), *_]:
                yield noun


NOUNS = {noun for path in ROOT.glob("services/*/src/**/*.py") for noun in _named(path)}


def _words(locale: str) -> dict[str, Any]:
    path = APP / "i18n" / "locales" / locale / "audit.json"
    words: dict[str, Any] = json.loads(path.read_text("utf-8"))
    return words


@pytest.mark.parametrize("locale", ["en", "ar"])
def test_each_has_a_word(locale: str) -> None:
    assert len(NOUNS) > 40
    assert sorted(NOUNS - _words(locale)["nouns"].keys()) == []


@pytest.mark.parametrize("locale", ["en", "ar"])
@pytest.mark.parametrize("service", SERVICES)
def test_each_field_has_a_word(service: str, locale: str) -> None:
    audited = import_module(f"{service}.main").app.audited
    assert audited
    fields = {
        column.key
        for table, how in audited.items()
        for column in table.__table__.columns
        if column.key not in BOOKKEEPING | how.without
    }
    # The app says the language of those that are there in both.
    names = {re.sub("_(en|ar)$", "", field) for field in fields}
    assert sorted(names - _words(locale)["field_names"].keys()) == []


def test_each_noun_is_in_the_menu() -> None:
    source = (APP / "domain" / "audit" / "words.ts").read_text("utf-8")
    menu = re.findall(r"'(\w+)'", source[source.index("nouns = [") : source.index("] as const")])
    assert sorted(NOUNS - set(menu)) == []
