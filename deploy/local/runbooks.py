"""The commands of runbooks, which the tests check and `make drill` runs."""

import re
from pathlib import Path

from deploy.local.layout import ROOT

FOLDER = ROOT / "docs" / "runbooks"
NATIVE, COMPOSE, KUBERNETES = "native", "compose", "Kubernetes"
_BLOCK = re.compile(r"^ *```sh\n(.*?)^ *```$", re.MULTILINE | re.DOTALL)


def read_blocks(path: Path) -> list[dict[str, list[str]]]:
    """Return the blocks of a runbook, each with its commands by the variants of the system."""
    return [_read_block(text) for text in _BLOCK.findall(path.read_text("utf-8"))]


def _read_block(text: str) -> dict[str, list[str]]:
    variants: dict[str, list[str]] = {}
    names: list[str] = []
    for line in map(str.strip, text.splitlines()):
        if line.startswith("# "):
            names = line.removeprefix("# ").split(", ")
        else:
            for name in names:
                variants.setdefault(name, []).append(line)
    return variants
