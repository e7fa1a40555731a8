"""The commands of runbooks, which the tests check and `make drill` runs."""

import re
from pathlib import Path

from deploy.local.layout import ROOT

FOLDER = ROOT / "docs" / "runbooks"
NATIVE, COMPOSE, KUBERNETES = "native", "compose", "Kubernetes"
OPERATIONS = ROOT / "docs" / "operations.md"
_RUNNABLE = re.compile(
    # No change waits for an operator there.
    r"(?!.*confirmations (confirm|decline))"
    r"(make (kit S=\w+ C=|psql S=\w+ Q=|broker C=|restart S=|scale S=|backup TO=|secrets TO=)"
    r"|make logs .*FIND=)"
)
_BLOCK = re.compile(r"^ *```sh\n(.*?)^ *```$", re.MULTILINE | re.DOTALL)


def read_blocks(path: Path, section: str = "") -> list[dict[str, list[str]]]:
    """Return the blocks of a runbook, each with its commands by the variants of the system.

    `section` is the heading of the only part that is read, such as `Act`.
    """
    text = path.read_text("utf-8")
    if section:
        text = text.partition(f"\n## {section}\n")[2].partition("\n## ")[0]
    return [_read_block(block) for block in _BLOCK.findall(text)]


def read_operations() -> list[str]:
    """Return the commands of docs/operations.md for a running native system, each once.

    It omits `make up` and `make reset`, which end the system, and abbreviated commands.
    """
    found = re.findall(r"`(make \w+ [^`…]+)`", OPERATIONS.read_text("utf-8"))
    return [each for each in dict.fromkeys(found) if _RUNNABLE.match(each)]


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
