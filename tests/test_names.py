"""Names in the code are the field's: words that were replaced do not come back.

Each word stood for something that has a usual name: a fact for an event, what was told for what is
published or reported, what is wanted for a request or filters, what is learned for what is stored.
Sentences may use them in their plain sense; names of modules, classes, functions, tests, parameters
and variables may not.
"""

import ast
import re
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest

from deploy.local.layout import ROOT

WORDS = {
    *("fact", "facts", "tell", "tells", "telling", "told", "wish", "wishes", "wanted"),
    *("learn", "learns", "learned", "stir", "stirs", "doubt", "doubts", "doubtful", "swept"),
}
PAIRS = {
    *(("payment", "held"), ("payments", "held"), ("on", "hold"), ("hold", "reason")),
    *(("take", "in"), ("takes", "in"), ("taken", "in")),
    *(("known", "browser"), ("known", "browsers")),
}
PARTS = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+")
FOLDERS = ("libs", "services", "gateway", "deploy", "bench", "tests")


def words_of(name: str) -> list[str]:
    """`PaymentHeld` and `payment_held` are both of the words payment and held."""
    return [part.lower() for part in PARTS.findall(name)]


def is_replaced(name: str) -> bool:
    words = words_of(name)
    return bool(WORDS.intersection(words) or PAIRS.intersection(pairwise(words)))


def names_in(tree: ast.AST) -> Iterator[str]:
    """What a module names itself: what it imports has its name elsewhere."""
    for node in ast.walk(tree):
        match node:
            case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
                yield node.name
            case ast.arg():
                yield node.arg
            case ast.Name(ctx=ast.Store()):
                yield node.id
            case ast.Attribute(ctx=ast.Store()):
                yield node.attr


def files_of(folder: str) -> list[Path]:
    """Without migrations, which have the names that there once were."""
    return [file for file in (ROOT / folder).rglob("*.py") if "migrations" not in file.parts]


@pytest.mark.parametrize("folder", FOLDERS)
def test_no_name_has_a_replaced_word(folder: str) -> None:
    wrong = [
        f"{file.relative_to(ROOT)}: {name}"
        for file in files_of(folder)
        for name in [file.stem, *names_in(ast.parse(file.read_text("utf-8")))]
        if is_replaced(name)
    ]
    assert wrong == []


@pytest.mark.parametrize(
    "name", ["PaymentHeld", "on_payment_held", "batch_fact", "FACTS", "test_is_told", "wantedKeys"]
)
def test_finds_the_word_in_every_spelling(name: str) -> None:
    assert is_replaced(name)


@pytest.mark.parametrize("name", ["artifact", "factory", "HOLDS_SEAT", "held", "Retold", "stirrup"])
def test_leaves_other_words_alone(name: str) -> None:
    assert not is_replaced(name)
