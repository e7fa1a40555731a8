"""`make secrets`: the secrets of an installation, as compose and Kubernetes read them.

Only the standard library: an operator's machine needs nothing else for it.
"""

import os
import re
import secrets
from collections.abc import Iterable, Mapping
from pathlib import Path

from deploy.local.layout import ROOT
from deploy.local.problems import Problem

COMPOSE = ROOT / "deploy" / "docker" / "compose.production.yaml"
KUBERNETES = ROOT / "deploy" / "kubernetes" / "secrets.yaml"
BYTES = 32

_VARIABLE = re.compile(r"\$\{(\w+):\?")
_SECRET = re.compile(r"^  (\w+): \{ file:", re.MULTILINE)
_OURS = re.compile(r"(?!paymob_)\w+_(password|secret)|signing_key")
"""Secrets that `make secrets` generates; others come from providers."""
_ADDRESSES = {
    "database": "postgresql://{service}:{password}@postgres:5432/{service}",
    "broker": "amqp://{service}:{password}@rabbit:5672/",
}
_OPTIONAL = {"sms", "whatsapp", "firebase_credentials", "web_push_key"}
_LINE = re.compile(r"^(\w+)=(.*)$", re.MULTILINE)
_SERVICE = re.compile(r"name: (\w+)-secrets")
_EMPTY = re.compile(r'^  itqan_(\w+): ""$', re.MULTILINE)


def make_secrets(to: str) -> str:
    """Create the files of an installation's secrets in a folder, and return a report.

    Existing values in `compose.env` and `secrets/` are kept; new required ones are added. Secrets
    in the `compose.env` of an earlier release become files. An existing `kubernetes.yaml` is not
    changed.

    Raises `Problem` if the folder is in the clone, or if others can read its files.
    """
    folder = _folder(to)
    env, manifest = folder / "compose.env", folder / "kubernetes.yaml"
    for file in (env, manifest):
        if file.exists() and file.stat().st_mode & 0o077:
            raise Problem(
                f"{file} can be read by others: chmod 600 {file}, and change what it holds."
            )
    before = dict(_LINE.findall(env.read_text())) if env.exists() else {}
    asked = dict.fromkeys(_VARIABLE.findall(COMPOSE.read_text()))
    made = {"SECRETS": str(folder / "secrets")}
    added = {name: made.get(name, "") for name in asked if name not in before}
    if added:
        _append(env, "".join(f"{name}={value}\n" for name, value in added.items()))
    kept = {name.lower(): value for name, value in before.items()}
    files, count = _write_secrets(folder / "secrets", kept)
    values = added | before
    said = [f"{env}: {len(added)} added, {len(before)} kept"]
    said += _missing(name for name in asked if not values[name])
    said.append(f"{folder / 'secrets'}: {count} added, {len(files) - count} kept")
    said += _missing(name for name, value in files.items() if not value and name not in _OPTIONAL)
    moved = [name for name in before if name.lower() in files]
    if moved:
        said.append(f"  now files, remove from {env}: {', '.join(moved)}")
    if manifest.exists():
        said.append(f"{manifest}: kept as it is")
        said += [f"  it lacks {each}" for each in _lacking(manifest)]
    else:
        _append(manifest, _manifest(files))
        said.append(f"{manifest}: written; fill in its empty values")
    return "\n".join(said)


def _folder(to: str) -> Path:
    if not to:
        raise Problem("Name a folder outside of the clone: make secrets TO=/etc/itqan")
    folder = Path(to).expanduser().resolve()
    if folder.is_relative_to(ROOT):
        raise Problem(f"{folder} is in the clone, whose files go into images: name another folder.")
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return folder


def _append(file: Path, text: str) -> None:
    """Add to a file that only its owner reads, also while it is being made."""
    with os.fdopen(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600), "w") as opened:
        opened.write(text)
        opened.flush()
        os.fsync(opened.fileno())


def _write_secrets(folder: Path, before: Mapping[str, str]) -> tuple[dict[str, str], int]:
    """Write the files that are missing; the values of all of them, and how many were added.

    The folder keeps other users out. The files themselves are readable, because the services'
    containers run as users of their own and see the files alone.
    """
    folder.mkdir(mode=0o700, exist_ok=True)
    values: dict[str, str] = {}
    count = 0
    for name in _SECRET.findall(COMPOSE.read_text()):
        file = folder / name
        if file.exists():
            values[name] = file.read_text().strip()
            continue
        values[name] = before.get(name) or _make(name, values)
        file.write_text(values[name])
        file.chmod(0o444)
        count += 1
    return values, count


def _make(name: str, values: Mapping[str, str]) -> str:
    """Return a new secret, a URL with the password of the secret before it, or an empty text."""
    if _OURS.fullmatch(name):
        return secrets.token_hex(BYTES)
    service, _, kind = name.removesuffix("_url").partition("_")
    if kind in _ADDRESSES:
        return _ADDRESSES[kind].format(
            service=service, password=values[f"{service}_{kind}_password"]
        )
    return ""


def _missing(names: Iterable[str]) -> list[str]:
    listed = ", ".join(names)
    return [f"  empty, fill in: {listed}"] if listed else []


def _manifest(known: Mapping[str, str]) -> str:
    """The secrets of Kubernetes with the same values."""

    def fill(part: str) -> str:
        named = _SERVICE.search(part)
        service = named[1] if named else ""
        password = known.get(f"{service}_broker_password")
        here = {**known, "broker_url": f"amqp://{service}:{password}@rabbit.itqan.svc:5672/"}
        return _EMPTY.sub(lambda key: f'  itqan_{key[1]}: "{here.get(key[1], "")}"', part)

    return "---\n".join(map(fill, KUBERNETES.read_text().split("---\n")))


def _lacking(manifest: Path) -> list[str]:
    """The keys that a release asks for and the file does not have."""
    return sorted(_keys(KUBERNETES) - _keys(manifest))


def _keys(file: Path) -> set[str]:
    """`identity-secrets.itqan_signing_key` and so on."""
    return {
        f"{name[1]}.{key}"
        for part in file.read_text().split("---\n")
        if (name := re.search(r"name: ([\w-]+)", part))
        for key in re.findall(r"^  (\w+): ", part, re.MULTILINE)
    }
