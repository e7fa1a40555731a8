"""Databases and files of each service, and the way to run programs there.

Except for the native run only the standard library is used: an operator's machine needs nothing
but Docker.
"""

import os
import re
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import unquote, urlsplit

from deploy.local.layout import ROOT, SERVICES
from deploy.local.problems import Problem
from deploy.local.servers import postgres_bin

DOCKER = ("docker", "compose")
_REVISION = re.compile(r'^revision(?:: str)? = "(\w+)"', re.MULTILINE)


@dataclass(frozen=True)
class Place:
    """Database and files of one service."""

    service: str
    database: str
    """The address of its database, without the password."""
    password: str = field(default="", repr=False)
    role: str = ""
    """Role that owns restored objects, if it differs from the connecting one."""
    beside_database: Sequence[str] = ()
    """Prefix of commands that run next to the database."""
    files: str = ""
    """Folder of its files; empty if they are in a bucket, which has its own backups."""
    beside_files: Sequence[str] = ()
    kit: Sequence[str] = (sys.executable, "-m", "kit")
    """Command line of the service's commands."""
    environment: Mapping[str, str] = field(default_factory=dict, repr=False)
    """Environment of the service's commands."""

    def postgres(self, program: str, *arguments: str) -> list[str]:
        """The command of one of PostgreSQL's programs, connected to the database."""
        found = None if self.beside_database else postgres_bin()
        path = program if found is None else str(found / program)
        return [*self.beside_database, path, "--dbname", self.database, *arguments]

    @property
    def variables(self) -> dict[str, str]:
        """The environment of PostgreSQL's programs."""
        return {**os.environ, **({"PGPASSWORD": self.password} if self.password else {})}

    def ask(self, statement: str) -> list[str]:
        """The rows that a statement answers, as text.

        Raises `Problem`.
        """
        command = self.postgres("psql", "-XAtq", "-v", "ON_ERROR_STOP=1")
        return run([*command, "-c", statement], self.service, self.variables).splitlines()

    def command(self, name: str) -> str:
        """Run a command of the service, as `python -m kit <service> <name>`; what it said.

        Raises `Problem`.
        """
        environment = {**os.environ, **self.environment}
        return run([*self.kit, self.service, name], self.service, environment).strip()

    def list_files(self) -> list[str]:
        """List the folder of files, creating it if missing.

        Raises `Problem`.
        """
        script = 'mkdir -p "$0" && ls -A "$0"'
        return run([*self.beside_files, "sh", "-c", script, self.files], self.service).splitlines()


def run(command: Sequence[str], what: str, environment: Mapping[str, str] | None = None) -> str:
    """Run a program; what it printed.

    Raises `Problem` with what it said when it fails.
    """
    try:
        done = subprocess.run(
            command,
            check=False,
            cwd=ROOT,
            env=environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
        )
    except FileNotFoundError as missing:
        raise Problem(f"{missing.filename} is not installed on this machine.") from None
    if done.returncode:
        raise Problem(f"{what}: {(done.stderr or done.stdout).strip()[-2000:]}")
    return done.stdout


def list_compose_places() -> list[Place]:
    """Those of `docker compose`, which finds its files by its own variables (`COMPOSE_FILE`)."""
    once = (*DOCKER, "run", "--rm", "--no-deps", "-T")
    return [
        Place(
            name,
            f"postgresql://postgres@/{name}",
            role=name,
            beside_database=(*DOCKER, "exec", "-T", "postgres"),
            files="/data/files",
            beside_files=(*once, name),
            kit=(*once, name, "python", "-m", "kit"),
        )
        for name in SERVICES
    ]


def given(environment: Mapping[str, str]) -> list[Place] | None:
    """Read the places from variables such as `IDENTITY_DATABASE_URL` and `IDENTITY_FILES`.

    Return None if no database is named. Raises `Problem` if only some are.
    """
    addresses = {name: environment.get(f"{name.upper()}_DATABASE_URL", "") for name in SERVICES}
    missing = [f"{name.upper()}_DATABASE_URL" for name in SERVICES if not addresses[name]]
    if len(missing) == len(SERVICES):
        return None
    if missing:
        raise Problem(f"Name all six databases or none: {', '.join(missing)} is missing.")
    return [
        reached(
            name,
            address,
            environment.get(f"{name.upper()}_FILES", ""),
            {"ITQAN_DATABASE_URL": address, "ITQAN_FILES_URL": "memory:///"},
        )
        for name, address in addresses.items()
    ]


def reached(service: str, address: str, files: str, environment: Mapping[str, str]) -> Place:
    """One whose database is reached by its address, as who owns it, from this machine."""
    parts = urlsplit(address)
    user, _, host = parts.netloc.rpartition("@")
    name, _, password = user.partition(":")
    bare = parts._replace(netloc=f"{name}@{host}" if name else host).geturl()
    return Place(service, bare, unquote(password), files=files, environment=environment)


def versions_known(service: str) -> set[str]:
    """The versions of its tables that this code knows."""
    folder = ROOT / "services" / service / "migrations"
    return {
        version for file in folder.glob("*.py") for version in _REVISION.findall(file.read_text())
    }


def product_version() -> str:
    """The commit of this clone; empty where it is none."""
    done = subprocess.run(
        ["git", "rev-parse", "HEAD"], check=False, cwd=Path(ROOT), capture_output=True, text=True
    )
    return done.stdout.strip()
