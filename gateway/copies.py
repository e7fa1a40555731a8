"""Find the copies of each service and write their addresses to files that Traefik watches.

<NAME>_URLS contains a service's URLs, separated by commas. A host name represents all copies in
DNS, so each copy has its own health check and share of the load. The file COPIES_FILE, such as
{"payments": ["http://…"]}, overrides some of them at run time.
"""

import http.client
import json
import os
import shutil
import socket
import time
import urllib.request
from collections.abc import Mapping
from pathlib import Path
from urllib.parse import urlsplit

SOURCE = Path(__file__).resolve().parent / "dynamic"
SERVICES_FILE = "services.yaml"
NAMES = ("identity", "catalog", "enrollment", "payments", "approvals", "notifications", "web")
INTERVAL_SECONDS = 2.0

Copies = dict[str, list[str]]


def write_all(target: Path, environment: Mapping[str, str]) -> Copies:
    """Write all dynamic files to `target` and return the copies that they name."""
    target.mkdir(parents=True, exist_ok=True)
    for file in SOURCE.iterdir():
        if file.name != SERVICES_FILE:
            shutil.copyfile(file, target / file.name)
    copies = find_copies(environment, {})
    _write(target, copies)
    return copies


def follow_copies(
    target: Path, environment: Mapping[str, str], copies: Copies, process: int
) -> None:
    """Rewrite the services file whenever copies change, until the process exits."""
    while Path(f"/proc/{process}").exists():
        time.sleep(INTERVAL_SECONDS)
        found = exclude_unready(find_copies(environment, copies), copies)
        if found != copies:
            _write(target, found)
            copies = found


def find_copies(environment: Mapping[str, str], before: Copies) -> Copies:
    """Find the copies of each service. A service without listed copies keeps its previous ones.

    They fail the health check, so requests are answered with 503.
    """
    named = {name: environment[f"{name.upper()}_URLS"].split(",") for name in NAMES}
    if file := environment.get("COPIES_FILE"):
        named |= json.loads(Path(file).read_text())
    found = {}
    for name, urls in named.items():
        copies = sorted({copy for url in urls for copy in resolve(url.strip())})
        found[name] = copies or before.get(name) or urls
    return found


def exclude_unready(found: Copies, before: Copies) -> Copies:
    """Exclude new copies that do not serve yet: Traefik initially treats them as healthy."""
    return {
        name: [url for url in urls if url in before[name] or _serves(name, url)] or before[name]
        for name, urls in found.items()
    }


def _serves(name: str, url: str) -> bool:
    path = "/" if name == "web" else "/health/serving"
    try:
        with urllib.request.urlopen(url + path, timeout=1) as answer:  # noqa: S310
            return bool(answer.status == 200)
    except (OSError, http.client.HTTPException):
        return False


def resolve(url: str) -> list[str]:
    """Return the address of each copy behind a URL; empty while its name does not resolve."""
    parts = urlsplit(url)
    try:
        answers = socket.getaddrinfo(parts.hostname, parts.port, type=socket.SOCK_STREAM)
    except OSError:
        return []
    hosts = {str(address[0]) for *_, address in answers}
    return [
        f"{parts.scheme}://{f'[{host}]' if ':' in host else host}:{parts.port}" for host in hosts
    ]


def _write(target: Path, copies: Copies) -> None:
    lists = (
        f"{json.dumps(name)} (list {' '.join(json.dumps(url) for url in urls)})"
        for name, urls in copies.items()
    )
    text = f"{{{{- $copies := dict {' '.join(lists)} }}}}\n{(SOURCE / SERVICES_FILE).read_text()}"
    # Write and rename: Traefik must never read a partial file, and ignores the draft's extension.
    draft = target / f"{SERVICES_FILE}.{os.getpid()}"
    draft.write_text(text)
    draft.replace(target / SERVICES_FILE)
