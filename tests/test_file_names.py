"""One file grammar for all services: the same file holds the same thing in every noun's folder.

A noun that outgrows a file has nested nouns with the same names; a folder of folders groups nouns.
`PARTS` lists the exceptions.
"""

from pathlib import Path

import pytest

from deploy.local.layout import ROOT, SERVICES

TOP = {
    "__init__",
    "main",
    "config",
    "handlers",
    "invariants",
    "personal",
    "republish",
    "tables",
    "seed",
    "commands",
}
NOUN = {
    "__init__",
    "models",
    "schemas",
    "errors",
    "queries",
    "service",
    "events",
    "routes",
    "tasks",
    "rules",
    "states",
    "export",
    "columns",
}
TESTS = {
    "conftest",
    "factories",
    "test_config",
    "test_demo",
    "test_handlers",
    "test_invariants",
    "test_search_documents",
    "test_seed",
}
HELPERS = {"conftest", "factories"}
"""Beside the `test_*.py` of a noun."""
FREE = {"demo", "adapters"}
"""Folders of data, and of protocols and formats of other systems: files are named after those."""
PARTS: dict[str, set[str]] = {
    "enrollment": {"guards"},
    "enrollment/bulk_enrollments": {"pipeline"},
}
"""By `<service>/<noun>`, nested ones as well, `<service>` alone for its top, and
`<service>/tests/<noun>`."""

MAX_LINES = 400
"""Approximate limit; longer files are split by noun or verb."""


def files_in(root: Path) -> dict[str, set[str]]:
    """The Python files by their folder's path; those of free folders may have any name."""
    found: dict[str, set[str]] = {}
    for file in root.rglob("*.py"):
        folder = file.parent.relative_to(root)
        if FREE.isdisjoint(folder.parts):
            found.setdefault(folder.as_posix(), set()).add(file.stem)
    return found


def source_of(service: str) -> Path:
    return ROOT / "services" / service / "src" / service


def root_of_tests(service: str) -> Path:
    return ROOT / "services" / service / "tests"


def misnamed(service: str) -> dict[str, set[str]]:
    """Files that the grammar has no place for, by the folders of `PARTS`."""
    others = {
        f"{service}/{folder}": names - (TOP if folder == "." else NOUN)
        for folder, names in files_in(source_of(service)).items()
    } | {
        f"{service}/tests/{folder}": {
            name
            for name in names - (TESTS if folder == "." else HELPERS)
            if folder == "." or not name.startswith("test_")
        }
        for folder, names in files_in(root_of_tests(service)).items()
    }
    return {folder.removesuffix("/."): names for folder, names in others.items() if names}


@pytest.mark.parametrize("service", SERVICES)
class TestFiles:
    def test_have_allowed_names(self, service: str) -> None:
        parts = {place: names for place, names in PARTS.items() if place.split("/")[0] == service}
        assert misnamed(service) == parts

    def test_tests_are_in_folders_of_nouns(self, service: str) -> None:
        source = source_of(service)
        folders = files_in(root_of_tests(service))
        assert [folder for folder in folders if not (source / folder).is_dir()] == []

    def test_are_not_too_long(self, service: str) -> None:
        files = source_of(service).rglob("*.py")
        lengths = {str(file): len(file.read_text("utf-8").splitlines()) for file in files}
        assert {file: length for file, length in lengths.items() if length > MAX_LINES} == {}


def test_allowed_parts_belong_to_checked_services() -> None:
    assert {place.split("/")[0] for place in PARTS} <= {*SERVICES}
