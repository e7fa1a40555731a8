"""`make secrets`: the secrets of an installation, as compose and Kubernetes read them.

Only the standard library: an operator's machine needs nothing else for it.
"""

import os
import re
import secrets
from collections.abc import Mapping
from pathlib import Path

from deploy.local.layout import ROOT
from deploy.local.problems import Problem

COMPOSE = ROOT / "deploy" / "docker" / "compose.production.yaml"
KUBERNETES = ROOT / "deploy" / "kubernetes" / "secrets.yaml"
BYTES = 32

_VARIABLE = re.compile(r"\$\{(\w+):\?")
_OURS = re.compile(r"(?!PAYMOB_)\w+_(PASSWORD|SECRET)|SIGNING_KEY")
"""What we make up ourselves; the rest is a provider's, or no secret."""
_LINE = re.compile(r"^(\w+)=(.*)$", re.MULTILINE)
_SERVICE = re.compile(r"name: (\w+)-secrets")
_EMPTY = re.compile(r'^  itqan_(\w+): ""$', re.MULTILINE)


def make_secrets(to: str) -> str:
    """Write the files into a folder, which is made; what was done, for people.

    What stands in `compose.env` already stays, and what a new release asks for is added. A
    `kubernetes.yaml` that is there stays as it is. A `Problem` where the folder is in the clone, or
    where others may read what is there.
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
    made = {name: secrets.token_hex(BYTES) for name in asked if _OURS.fullmatch(name)}
    added = {name: made.get(name, "") for name in asked if name not in before}
    if added:
        _append(env, "".join(f"{name}={value}\n" for name, value in added.items()))
    values = added | before
    said = [f"{env}: {len(added)} added, {len(before)} kept"]
    missing = [name for name in asked if not values[name]]
    if missing:
        said.append(f"  to be filled in: {', '.join(missing)}")
    if manifest.exists():
        said.append(f"{manifest}: kept as it is")
        said += [f"  it lacks {each}" for each in _lacking(manifest)]
    else:
        _append(manifest, _manifest(values))
        said.append(f"{manifest}: written; what is empty there is to be filled in")
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


def _manifest(values: Mapping[str, str]) -> str:
    """The secrets of Kubernetes with the same values."""
    known = {name.lower(): value for name, value in values.items()}

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
