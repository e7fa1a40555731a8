"""Every dependency that a package names is in the locks; `make lock` puts it there."""

import re
import tomllib
from pathlib import Path

import pytest

from deploy.local.layout import PACKAGES, ROOT


def pinned(lock: Path) -> set[str]:
    return set(re.findall(r"^([a-z0-9_.-]+)==", lock.read_text(), re.MULTILINE))


def names(requirements: list[str]) -> set[str]:
    bare = (re.split(r"[^A-Za-z0-9_.-]", each)[0].lower() for each in requirements)
    return {name.replace("_", "-") for name in bare if not name.startswith("itqan-")}


@pytest.mark.parametrize("lock", ["requirements.lock", "deploy/docker/requirements.lock"])
@pytest.mark.parametrize("package", PACKAGES)
def test_the_lock_holds_what_a_package_needs(package: str, lock: str) -> None:
    project = tomllib.loads((ROOT / package / "pyproject.toml").read_text())["project"]
    assert names(project["dependencies"]) <= pinned(ROOT / lock)


def test_the_lock_holds_the_tools() -> None:
    groups = tomllib.loads((ROOT / "pyproject.toml").read_text())["dependency-groups"]
    named = [each for group in groups.values() for each in group if isinstance(each, str)]
    assert names(named) <= pinned(ROOT / "requirements.lock")


@pytest.mark.parametrize("lock", ["requirements.lock", "deploy/docker/requirements.lock"])
def test_the_lock_names_no_registry(lock: str) -> None:
    assert "://" not in (ROOT / lock).read_text()
