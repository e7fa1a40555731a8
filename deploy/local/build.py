"""Preparation of a clone: virtual environment, node packages and the built app.

Each is rebuilt only if its inputs changed.
"""

import fcntl
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from deploy.local.layout import FRONTEND, LOCAL, MAIL, PACKAGES, ROOT, VENV, digest, tool
from deploy.local.problems import Problem
from deploy.local.steps import Steps

LOCK = ROOT / "requirements.lock"


class Stamp:
    """Remembers the hash of the inputs that something was made from."""

    def __init__(self, name: str, made: Path) -> None:
        self.file = LOCAL / "stamps" / name
        self.made = made

    def holds(self, value: str) -> bool:
        """Tell if the result exists and was built from inputs with this hash."""
        return self.made.exists() and self.file.exists() and self.file.read_text() == value

    def set(self, value: str) -> None:
        """Remember that it is now made from the inputs of this hash."""
        self.file.parent.mkdir(parents=True, exist_ok=True)
        self.file.write_text(value)


@contextmanager
def building() -> Iterator[None]:
    """Only one `make` of a clone builds at a time; another one waits and then finds it done."""
    LOCAL.mkdir(exist_ok=True)
    with (LOCAL / "build.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def python_packages(steps: Steps) -> None:
    """Make .venv with the locked packages and our own eight in place."""
    lock_stamp = Stamp("python", tool("python"))
    # Wheels are for a minor version; an update of Debian's Python changes nothing here.
    lock_hash = digest([LOCK], str(sys.implementation.cache_tag))
    if not _starts(tool("python")):
        with steps.step("Creating the virtual environment"):
            shutil.rmtree(VENV, ignore_errors=True)
            run([sys.executable, "-m", "venv", str(VENV)])
    if not lock_stamp.holds(lock_hash):
        with steps.step("Installing the locked Python packages"):
            if not _starts(tool("uv")):
                _install_uv()
            run([str(tool("uv")), "pip", "sync", "--quiet", "--require-hashes",
                  "--python", str(tool("python")), str(LOCK)])  # fmt: skip
            lock_stamp.set(lock_hash)
    own_stamp = Stamp("own-packages", tool("python"))
    own_hash = digest([ROOT / package / "pyproject.toml" for package in PACKAGES], lock_hash)
    if not own_stamp.holds(own_hash):
        with steps.step("Linking this repository's packages"):
            editable = [part for package in PACKAGES for part in ("-e", str(ROOT / package))]
            run([str(tool("uv")), "pip", "install", "--quiet", "--offline", "--no-deps",
                  "--no-build-isolation", "--python", str(tool("python")), *editable])  # fmt: skip
            own_stamp.set(own_hash)


def node_packages(steps: Steps) -> None:
    """Install the locked node packages of the app, the mail catcher and the tests of Kubernetes."""
    install_node(steps, FRONTEND, "the app's")
    install_node(steps, MAIL, "the mail catcher's")
    install_node(steps, ROOT / "deploy" / "kubernetes" / "schemas", "the Kubernetes tests'")


def install_node(steps: Steps, folder: Path, whose: str) -> None:
    """Install the locked node packages of a folder."""
    stamp = Stamp(f"node-{folder.name}", folder / "node_modules")
    value = digest([folder / "package.json", folder / "package-lock.json"])
    if not stamp.holds(value):
        with steps.step(f"Installing {whose} node packages"):
            # By the lock file, which it does not change. `npm ci` refuses a lock that was written
            # where a mirror leaves out what other platforms need, which this one never installs.
            npm(folder, "install", "--no-save", "--no-audit", "--no-fund", "--prefer-offline")
            stamp.set(value)


def app(steps: Steps) -> None:
    """Build the app into frontend/dist."""
    stamp = Stamp("app", FRONTEND / "dist" / "index.html")
    value = digest([FRONTEND])
    if not stamp.holds(value):
        with steps.step("Building the app"):
            npm(FRONTEND, "run", "build")
            stamp.set(value)


def npm(folder: Path, *arguments: str) -> None:
    """Run npm with the environment's own Node; a `Problem` when it fails."""
    run([str(tool("npm")), *arguments], folder, node_environment())


def node_environment() -> dict[str, str]:
    """An environment in which `node` is the one of .venv."""
    return {**os.environ, "PATH": f"{VENV / 'bin'}{os.pathsep}{os.environ.get('PATH', '')}"}


def _install_uv() -> None:
    # uv's own entry of the lock, with its hashes.
    entry = re.search(r"^uv==.*?(?=^\S)", LOCK.read_text() + "\nend", re.MULTILINE | re.DOTALL)
    if entry is None:
        raise Problem("requirements.lock does not name uv: run `make lock`.")
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as requirements:
        requirements.write(entry.group())
        requirements.flush()
        run([str(tool("python")), "-m", "pip", "install", "--quiet", "--require-hashes",
              "--disable-pip-version-check", "-r", requirements.name])  # fmt: skip


def _starts(program: Path) -> bool:
    try:
        return (
            subprocess.run([program, "--version"], check=False, capture_output=True).returncode == 0
        )
    except OSError:
        return False


def run(command: list[str], folder: Path = ROOT, environment: dict[str, str] | None = None) -> None:
    """Run a command quietly; a `Problem` with what it said when it fails."""
    done = subprocess.run(
        command,
        check=False,
        cwd=folder,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    if done.returncode:
        name = Path(command[0]).name
        said = done.stdout.strip()
        if len(said) > 4000:
            said = f"{said[:2000]}\n…\n{said[-2000:]}"
        raise Problem(f"`{name} {' '.join(command[1:4])} …` failed:\n{said}")
