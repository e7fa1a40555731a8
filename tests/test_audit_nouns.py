"""Every kind of record that an audit trail names has a word in both of the app's languages, and can
be asked for alone."""

import ast
import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
APP = ROOT / "frontend" / "src"


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


@pytest.mark.parametrize("locale", ["en", "ar"])
def test_each_has_a_word(locale: str) -> None:
    path = APP / "i18n" / "locales" / locale / "desk" / "audit.json"
    words = json.loads(path.read_text("utf-8"))["nouns"]
    assert len(NOUNS) > 40
    assert sorted(NOUNS - words.keys()) == []


def test_each_is_in_the_menu() -> None:
    source = (APP / "domain" / "audit" / "words.ts").read_text("utf-8")
    menu = re.findall(r"'(\w+)'", source[source.index("nouns = [") : source.index("] as const")])
    assert sorted(NOUNS - set(menu)) == []
