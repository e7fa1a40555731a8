"""NOTICE.md and the bills of materials: what the images hold that others have written."""

import json
import re
import subprocess
from collections.abc import Iterable, Iterator
from pathlib import Path

from deploy.local.build import node_environment
from deploy.local.layout import FRONTEND, ROOT, tool

NOTICE = ROOT / "NOTICE.md"
LOCKS = ROOT / "deploy" / "docker" / "requirements"
_HEAD = """# Licences of the packages in the images

Written by `make lock`. The images of the databases, the broker and the gateway bring their own.

| package | version | licence |
|---|---|---|
"""


def notice() -> str:
    """The text of NOTICE.md, from the packages that are installed here."""
    lines = {f"| {name} | {version} | {license_} |" for name, version, license_ in _packages()}
    return _HEAD + "".join(f"{line}\n" for line in sorted(lines, key=str.lower))


def write_bills(folder: Path) -> None:
    """Write a CycloneDX file for each image, named like it."""
    folder.mkdir(parents=True, exist_ok=True)
    for lock in _image_locks():
        _output("cyclonedx-py", "requirements", lock, "--output-reproducible",
                "--output-file", folder / f"{lock.stem}.json")  # fmt: skip
    bill = _output("npm", "sbom", "--sbom-format=cyclonedx", "--omit=dev", "--package-lock-only")
    (folder / "web.json").write_text(bill)


def _packages() -> Iterator[tuple[str, str, str]]:
    names = {
        name
        for lock in _image_locks()
        for name in re.findall(r"^([\w.-]+)==", lock.read_text(), re.MULTILINE)
    }
    found = json.loads(_output("pip-licenses", "--format=json", "--from=mixed",
                               "--python", tool("python"), "--packages", *names))  # fmt: skip
    for package in found:
        yield package["Name"], package["Version"], package["License"]
    for package in json.loads(_output("npm", "query", ".prod")):
        if not package.get("private"):
            yield package["name"], package["version"], _license(package)


def _license(package: dict[str, object]) -> str:
    return str(package.get("license") or "see the package")


def _image_locks() -> Iterable[Path]:
    return (file for file in sorted(LOCKS.glob("*.lock")) if file.stem != "shared")


def _output(program: str, *arguments: str | Path) -> str:
    return subprocess.run(
        [str(tool(program)), *(str(argument) for argument in arguments)],
        check=True,
        cwd=FRONTEND,
        env=node_environment(),
        stdout=subprocess.PIPE,
        text=True,
    ).stdout
