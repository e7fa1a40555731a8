"""The services' texts use the words of the app's glossary, and no phrase that was given up.

The app's own messages are held to both lists by `npm run check`.
"""

import ast
import json
import re
import tomllib
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from deploy.local.layout import ROOT

LISTS = ROOT / "frontend" / "src" / "i18n"
MAILS = ROOT / "services" / "notifications" / "src" / "notifications" / "texts"
PAGES = ROOT / "services" / "catalog" / "src" / "catalog" / "reference" / "texts"
ARABIC = re.compile(r"[\u0621-\u064a]")
LATIN = re.compile(r"[A-Za-z]")


class Pair(NamedTuple):
    """A text in both languages, and its place."""

    place: str
    en: str
    ar: str


def read(name: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads((LISTS / name).read_text("utf-8"))
    return found


GLOSSARY, RETIRED = read("glossary.json"), read("retired.json")


def flat(tree: Any, place: str = "") -> Iterator[tuple[str, str]]:
    """The texts of a document with their dotted places."""
    if isinstance(tree, str):
        yield place, tree
    elif isinstance(tree, dict | list):
        items = tree.items() if isinstance(tree, dict) else enumerate(tree)
        for name, below in items:
            yield from flat(below, f"{place}.{name}")


def texts_of(file: Path) -> dict[str, str]:
    return dict(flat(tomllib.loads(file.read_text("utf-8"))))


def mails() -> Iterator[Pair]:
    arabic = texts_of(MAILS / "ar.toml")
    for place, text in texts_of(MAILS / "en.toml").items():
        yield Pair(f"mails{place}", text, arabic.get(place, ""))


def pages() -> Iterator[Pair]:
    for file in sorted(PAGES.glob("*.toml")):
        texts = texts_of(file)
        for place, text in texts.items():
            if place.endswith("_en"):
                yield Pair(f"{file.stem}{place}", text, texts[f"{place.removesuffix('_en')}_ar"])


def code() -> Iterator[Pair]:
    """Heads, columns of exports, defaults, demos: an Arabic literal beside its English one."""
    for file in sorted([*ROOT.glob("services/*/src/**/*.py"), *ROOT.glob("libs/*/src/**/*.py")]):
        source = file.read_text("utf-8")
        if not ARABIC.search(source):
            continue
        for node in ast.walk(ast.parse(source)):
            place = f"{file.relative_to(ROOT)}:{getattr(node, 'lineno', 0)}"
            for en, ar in pairwise(_literals(node)):
                if LATIN.search(en) and not ARABIC.search(en) and ARABIC.search(ar):
                    yield Pair(place, en, ar)


def _literals(node: ast.AST) -> list[str]:
    """Return string literals among a call's arguments or in a tuple; "" for other values."""
    match node:
        case ast.Call():
            parts = [*node.args, *(keyword.value for keyword in node.keywords)]
        case ast.Tuple():
            parts = node.elts
        case _:
            return []
    values = [part.value if isinstance(part, ast.Constant) else "" for part in parts]
    return [value if isinstance(value, str) else "" for value in values]


def word(forms: str) -> re.Pattern[str]:
    return re.compile(rf"(?<!\w)({forms})(?!\w)", re.IGNORECASE)


def problems_of(pair: Pair) -> Iterator[str]:
    # What stands in the place of a name says nothing of the text.
    english = re.sub(r"\{.*?\}", "", pair.en)
    for term in GLOSSARY:
        if word(term["english"]).search(english) and not re.search(term["arabic"], pair.ar):
            yield f"{pair.place}: no {term['ar']} for {term['en']}"
        for others, text in (("not_english", pair.en), ("not_arabic", pair.ar)):
            found = term.get(others) and word("|".join(term[others])).search(text)
            if found:
                yield f"{pair.place}: {found[1]} for {term['en']}"
    for phrase in RETIRED:
        retired = re.compile(phrase["not"], re.IGNORECASE)
        if "in" not in phrase and (retired.search(pair.en) or retired.search(pair.ar)):
            yield f"{pair.place}: says what is now {phrase['instead']}"


@pytest.mark.parametrize("source", [mails, pages, code])
def test_texts_use_the_words_of_the_glossary(source: Any) -> None:
    pairs = list(source())
    assert len(pairs) > 100
    assert [problem for pair in pairs for problem in problems_of(pair)] == []


@pytest.mark.parametrize(
    ("en", "ar"),
    [
        ("Two batches", "مجموعتان"),
        ("The cohorts of May", "دورات مايو"),
        ("It is paid", "كل دفعة"),
        ("Your number is being looked at", "رقمك قيد المراجعة"),
    ],
)
def test_the_check_finds_a_violation(en: str, ar: str) -> None:
    assert list(problems_of(Pair("here", en, ar)))
