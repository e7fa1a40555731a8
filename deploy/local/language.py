"""Measurements of plain language: `python -m deploy.local.language` prints them by folder.

CONTRIBUTING.md has the rules, and docs/glossary.md the terms.
"""

import ast
import inspect
import io
import re
import sys
import tokenize
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

from deploy.local.layout import LIBRARIES, ROOT, SERVICES

FOLDERS = (
    *(f"libs/{name}" for name in LIBRARIES),
    *(f"services/{name}" for name in SERVICES),
    *("gateway", "deploy", "bench", "tests"),
)
SKIPPED = {"node_modules", "__pycache__", ".venv"}

FIRST_WORDS = frozenset(
    ("what", "who", "whom", "whose", "how", "whether", "of", "that", "which", "where", "when", "if")
)
PHRASES = re.compile(
    r"\b(somebody|nobody|whoever|whatever|anew|mend(s|ed|ing)?|so many|of which|had better"
    r"|as it were|is asked for|are asked for)\b",
    re.IGNORECASE,
)
MAX_WORDS = 20
"""Words of a sentence."""

BANNED_NAMES = {
    *("fact", "facts", "tell", "tells", "telling", "told", "wish", "wishes", "wanted"),
    *("learn", "learns", "learned", "stir", "stirs", "doubt", "doubts", "doubtful", "swept"),
    *("hurry", "hurried"),
}
BANNED_PAIRS = {
    *(("payment", "held"), ("payments", "held"), ("on", "hold"), ("hold", "reason")),
    *(("take", "in"), ("takes", "in"), ("taken", "in"), ("in", "turns"), ("asked", "of")),
    *(("known", "browser"), ("known", "browsers")),
}

MAX_ADR_WORDS = 300
ADR_PARTS = (
    *("Status:", "Date:", "## Context", "## Decision"),
    *("## Alternatives considered", "## Consequences"),
)

LIMITS = {"first words": 0.01, "phrases": 0.01, "long sentences": 0.04}
"""The highest share of docstrings, or of docstrings and comments for phrases."""

_CODE = re.compile(r"`[^`]*`")
_NAME_PARTS = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+")
_SENTENCE_END = re.compile(r"(?<=[.!?])[)\"']?\s+(?=[A-Z`\"'(])|\n\s*\n|\n(?=\s*[-*] )")
_WORD = re.compile(r"[^\W_]")


class Text(NamedTuple):
    """A docstring, including one below an assignment, or a comment block."""

    place: str
    text: str
    is_docstring: bool

    @property
    def first_word(self) -> str:
        """Return the first word in lower case."""
        return re.split(r"[^\w`]", self.text.strip(), maxsplit=1)[0].lower()


@dataclass
class Measurement:
    """Texts by the rule that they violate."""

    docstrings: int = 0
    comments: int = 0
    found: dict[str, list[Text]] = field(default_factory=lambda: {name: [] for name in LIMITS})

    def add(self, text: Text) -> None:
        """Count a text, and record the rules that it violates."""
        if PHRASES.search(_CODE.sub("", text.text)):
            self.found["phrases"].append(text)
        if not text.is_docstring:
            self.comments += 1
            return
        self.docstrings += 1
        if text.first_word in FIRST_WORDS:
            self.found["first words"].append(text)
        if any(count_words(sentence) > MAX_WORDS for sentence in split_sentences(text.text)):
            self.found["long sentences"].append(text)

    def share(self, rule: str) -> float:
        """Return the share of texts that violate a rule."""
        total = self.docstrings + (self.comments if rule == "phrases" else 0)
        return len(self.found[rule]) / max(total, 1)


def split_sentences(text: str) -> list[str]:
    """Split a text into sentences; each list item is one, and indented code is left out."""
    prose = re.sub(r"(?m)^ {4,}\S.*$", "", text)
    return [sentence for sentence in _SENTENCE_END.split(prose) if sentence and sentence.strip()]


def count_words(sentence: str) -> int:
    """Count words; code in backticks counts as one."""
    words = _CODE.sub("code", sentence).split()
    return sum(1 for word in words if _WORD.search(word))


def is_banned_name(name: str) -> bool:
    """Tell if a name contains a banned word or pair of words, such as `PaymentHeld`."""
    words = [part.lower() for part in _NAME_PARTS.findall(name)]
    return bool(BANNED_NAMES.intersection(words) or BANNED_PAIRS.intersection(pairwise(words)))


def find_names(tree: ast.AST) -> Iterator[str]:
    """Find the names that a module defines; imported names are defined elsewhere."""
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


def find_banned_names(files: list[Path]) -> list[str]:
    """Find banned names; migrations keep the names of their time."""
    return [
        f"{file.relative_to(ROOT)}: {name}"
        for file in files
        if "migrations" not in file.parts
        for name in [file.stem, *find_names(ast.parse(file.read_text("utf-8")))]
        if is_banned_name(name)
    ]


def list_files(folder: str) -> list[Path]:
    """List the Python files of a folder of the repository."""
    files = (ROOT / folder).rglob("*.py")
    return sorted(file for file in files if not SKIPPED.intersection(file.parts))


def find_texts(file: Path) -> Iterator[Text]:
    """Find the docstrings and comments of a file, except directives for linters."""
    source, place = file.read_text("utf-8"), file.relative_to(ROOT)
    for node in ast.walk(ast.parse(source)):
        body = getattr(node, "body", None)
        for child in body if isinstance(body, list) else ():
            match child:
                case ast.Expr(value=ast.Constant(value=str(text))):
                    yield Text(f"{place}:{child.lineno}", inspect.cleandoc(text), is_docstring=True)
    block: list[str] = []
    last = 0
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type != tokenize.COMMENT or re.match(r"#\s*(noqa|type:|pragma|!)", token.string):
            continue
        line = token.start[0]
        if block and line != last + 1:
            yield Text(f"{place}:{last}", " ".join(block), is_docstring=False)
            block = []
        block.append(token.string.lstrip("# "))
        last = line
    if block:
        yield Text(f"{place}:{last}", " ".join(block), is_docstring=False)


def measure(folders: tuple[str, ...] = FOLDERS) -> Mapping[str, Measurement]:
    """Measure the docstrings and comments of each folder."""
    measured = {folder: Measurement() for folder in folders}
    for folder, measurement in measured.items():
        for file in list_files(folder):
            for text in find_texts(file):
                measurement.add(text)
    return measured


def add_up(measured: Mapping[str, Measurement]) -> Measurement:
    """Add the measurements of all folders."""
    total = Measurement()
    for each in measured.values():
        total.docstrings += each.docstrings
        total.comments += each.comments
        for rule, texts in each.found.items():
            total.found[rule] += texts
    return total


def find_adr_problems() -> list[str]:
    """Find ADRs that are too long or lack a standard part."""
    problems = []
    for file in sorted((ROOT / "docs" / "adr").glob("*.md")):
        lines = file.read_text("utf-8").splitlines()
        missing = [part for part in ADR_PARTS if not any(line.startswith(part) for line in lines)]
        prose = (line for line in lines if not line.startswith(("#", "Status:", "Date:")))
        words = sum(len(line.split()) for line in prose)
        if missing or words > MAX_ADR_WORDS:
            problems.append(f"{file.name}: {words} words, lacks {', '.join(missing) or 'nothing'}")
    return problems


def find_excesses() -> list[str]:
    """Find the rules whose violations exceed their limit, with the worst folders."""
    measured = measure()
    total = add_up(measured)
    return [
        f"{rule}: {total.share(rule):.1%} of texts, at most {limit:.0%}; see "
        + ", ".join(name for name, _ in _worst(measured, rule).most_common(3))
        for rule, limit in LIMITS.items()
        if total.share(rule) > limit
    ]


def _worst(measured: Mapping[str, Measurement], rule: str) -> Counter[str]:
    return Counter({name: len(each.found[rule]) for name, each in measured.items()})


def main(rules: list[str]) -> None:
    """Print the measurements, and the violations of the named rules."""
    measured = measure()
    rows = {**measured, "total": add_up(measured)}
    print(f"{'':24} docstrings  comments  " + "  ".join(LIMITS))
    for name, each in rows.items():
        shares = "  ".join(f"{each.share(rule):{len(rule)}.1%}" for rule in LIMITS)
        print(f"{name:24} {each.docstrings:10}  {each.comments:8}  {shares}")
    adrs = find_adr_problems()
    names = [name for folder in FOLDERS for name in find_banned_names(list_files(folder))]
    print(f"ADRs over {MAX_ADR_WORDS} words or without a standard part: {len(adrs)}")
    print(f"banned names: {len(names)}")
    for rule in rules:
        for text in rows["total"].found[rule]:
            print(f"{text.place}: {' '.join(text.text.split())}")


if __name__ == "__main__":
    main(sys.argv[1:])
