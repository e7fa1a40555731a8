"""Statements of the documents about the code are true."""

import re

from deploy.local.layout import ROOT


def test_the_tests_that_a_document_names_exist() -> None:
    document = (ROOT / "docs/payments.md").read_text("utf-8")
    named = re.findall(r"`(\S+\.py)::(\w+)`", document)
    assert named
    missing = [
        f"{path}::{name}"
        for path, name in named
        if f"def {name}(" not in (ROOT / "services" / path).read_text("utf-8")
    ]
    assert missing == []


def test_each_departure_from_the_specification_names_its_test() -> None:
    rows = (ROOT / "docs/departures.md").read_text("utf-8").splitlines()[6:]
    assert rows
    for row in rows:
        (path, name), *_ = re.findall(r"`(\S+)` › ([^|]+) \|$", row) or [("", "")]
        assert path, f"no test: {row}"
        assert name in (ROOT / path).read_text("utf-8"), f"no such test: {path}: {name}"


def test_decisions_are_numbered_without_gaps() -> None:
    records = sorted((ROOT / "docs/adr").glob("*.md"))
    numbers = [int(record.name.partition("-")[0]) for record in records]
    assert numbers == list(range(1, len(records) + 1))
    headed = [
        int(record.read_text("utf-8").removeprefix("# ").partition(".")[0]) for record in records
    ]
    assert headed == numbers


def test_links_between_documents_exist() -> None:
    documents = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *ROOT.glob("*/*/README.md")]
    broken = [
        f"{document.relative_to(ROOT)}: {target}"
        for document in documents
        for target in re.findall(r"\]\((?!\w+:)([^)#\s]+)", document.read_text("utf-8"))
        if not (document.parent / target).exists()
    ]
    assert broken == []
