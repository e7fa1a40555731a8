"""Every dependency that a package names is in the locks; `make lock` puts it there."""

import re
import tomllib
from pathlib import Path

import pytest

from deploy.local.layout import LIBRARIES, PACKAGES, ROOT, SERVICES


def pinned(lock: Path) -> set[str]:
    return set(re.findall(r"^([a-z0-9_.-]+)==", lock.read_text(), re.MULTILINE))


def names(requirements: list[str]) -> set[str]:
    bare = (re.split(r"[^A-Za-z0-9_.-]", each)[0].lower() for each in requirements)
    return {name.replace("_", "-") for name in bare if not name.startswith("itqan-")}


SHARED = [f"libs/{name}" for name in LIBRARIES if name != "testing"]
IMAGES = ROOT / "deploy" / "docker" / "requirements"
LOCKS = [ROOT / "requirements.lock", *sorted(IMAGES.glob("*.lock"))]


def needed(package: str) -> set[str]:
    project = tomllib.loads((ROOT / package / "pyproject.toml").read_text())["project"]
    return names(project["dependencies"])


@pytest.mark.parametrize("package", PACKAGES)
def test_the_lock_holds_what_a_package_needs(package: str) -> None:
    assert needed(package) <= pinned(ROOT / "requirements.lock")


@pytest.mark.parametrize("service", SERVICES)
def test_an_image_holds_what_its_service_needs(service: str) -> None:
    lock = pinned(IMAGES / f"{service}.lock")
    assert needed(f"services/{service}").union(*(needed(name) for name in SHARED)) <= lock


@pytest.mark.parametrize("lock", LOCKS[1:], ids=lambda lock: lock.stem)
def test_an_image_holds_the_locked_versions(lock: Path) -> None:
    def pins(path: Path) -> set[str]:
        return set(re.findall(r"^([a-z0-9-]+==[^\s;]+)", path.read_text(), re.MULTILINE))

    assert pins(lock) <= pins(ROOT / "requirements.lock")


def test_the_lock_holds_the_tools() -> None:
    groups = tomllib.loads((ROOT / "pyproject.toml").read_text())["dependency-groups"]
    named = [each for group in groups.values() for each in group if isinstance(each, str)]
    assert names(named) <= pinned(ROOT / "requirements.lock")


@pytest.mark.parametrize("lock", LOCKS, ids=lambda lock: lock.stem)
def test_the_lock_names_no_registry(lock: Path) -> None:
    assert "://" not in lock.read_text()
