"""`make backup`: the rows and files of all services in one folder, with a manifest.

Each database is dumped from one snapshot, and the six snapshots lie within a second. A restore
republishes events to repair differences between them (ADR 42). Files are copied after the rows,
since files stay for a day after their rows discard them.
"""

import contextlib
import fcntl
import hashlib
import json
import os
import shutil
import subprocess
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import IO, Self

from deploy.local.layout import ROOT
from deploy.local.places import Place, product_version
from deploy.local.problems import Problem
from deploy.local.steps import Steps

FORMAT = 1
MANIFEST = "manifest.json"
BROKER = ROOT / "deploy" / "broker" / "definitions.json"
_PART = ".part"
_END = "--- answered ---"


@dataclass(frozen=True)
class Rows:
    """Contents of a database."""

    moment: str
    """Snapshot time by the database's clock (UTC)."""
    version: str
    """Newest migration of its tables."""
    counts: Mapping[str, int]
    """The rows of each table."""


@dataclass(frozen=True)
class Manifest:
    """Manifest of a backup."""

    product: str
    """The commit whose `make backup` wrote it."""
    services: Mapping[str, Rows]
    sums: Mapping[str, str]
    """The SHA-256 of each file beside the manifest."""
    format: int = FORMAT

    @classmethod
    def read(cls, folder: Path) -> Self:
        """Read the manifest of a backup and verify its files.

        Raises `Problem`.
        """
        file = folder / MANIFEST
        if not file.exists():
            raise Problem(f"{folder} is no backup: it has no {MANIFEST}.")
        found = json.loads(file.read_text())
        if found["format"] != FORMAT:
            raise Problem(
                f"{folder} has format {found['format']}, and this release reads {FORMAT}."
            )
        manifest = cls(**found | {"services": {n: Rows(**r) for n, r in found["services"].items()}})
        for name, known in manifest.sums.items():
            if not (folder / name).exists():
                raise Problem(f"{folder} is incomplete: {name} is missing.")
            if hash_file(folder / name) != known:
                raise Problem(f"{folder / name} was changed: its SHA-256 differs.")
        return manifest


def dump_name(service: str) -> str:
    """The name of the file with its rows."""
    return f"{service}.dump"


def archive_name(service: str) -> str:
    """The name of the file with its files."""
    return f"{service}.files.tar"


def back_up(
    places: Sequence[Place], to: str, steps: Steps, secrets: Mapping[str, str] | None = None
) -> Path:
    """Write a backup to a subfolder of `to` named by its time, and return the subfolder.

    `secrets` are those of the native run, which are stored nowhere else. The backup is written
    under another name and renamed at the end, so it is complete.

    Raises `Problem`.
    """
    with _alone(to) as folder:
        whole = folder / time.strftime("%Y%m%dT%H%M%SZ", time.gmtime())
        draft = whole.with_suffix(_PART)
        draft.mkdir(mode=0o700)
        try:
            _fill(draft, places, steps, secrets)
            draft.rename(whole)
        except BaseException:
            shutil.rmtree(draft)
            raise
        _sync(folder)
        _record_time(places)
    return whole


def _fill(
    draft: Path, places: Sequence[Place], steps: Steps, secrets: Mapping[str, str] | None
) -> None:
    rows: dict[str, Rows] = {}
    with ExitStack() as stack:
        with steps.step("Taking a snapshot of each database"):
            moments = [stack.enter_context(Moment.of(place)) for place in places]
        for moment in moments:
            service = moment.place.service
            with steps.step(f"Writing the rows of {service}"):
                rows[service] = moment.write(draft / dump_name(service))
    for place in places:
        if place.files:
            with steps.step(f"Writing the files of {place.service}"):
                _archive(place, draft / archive_name(place.service))
    _write(draft / "broker.json", BROKER.read_text())
    if secrets:
        _write(draft / "secrets.json", json.dumps(secrets, indent=1))
    sums = {file.name: hash_file(file) for file in sorted(draft.iterdir())}
    manifest = Manifest(product_version(), rows, sums)
    _write(draft / MANIFEST, json.dumps(asdict(manifest), indent=1))
    _sync(draft)


def _record_time(places: Sequence[Place]) -> None:
    """Write the time into each database, whose service shows the age of its backup."""
    for place in places:
        place.ask(
            "DO $$ BEGIN EXECUTE format('COMMENT ON DATABASE %I IS %L',"
            " current_database(), 'backup of ' || now()); END $$"
        )


class Moment:
    """A database as it was when this was made, until it is closed."""

    def __init__(self, place: Place, asked: "subprocess.Popen[str]") -> None:
        self.place = place
        self._asked = asked

    @classmethod
    @contextmanager
    def of(cls, place: Place) -> Iterator[Self]:
        """Hold the moment within the block.

        Raises `Problem`.
        """
        with subprocess.Popen(
            place.postgres("psql", "-XAtq", "-v", "ON_ERROR_STOP=1"),
            env=place.variables,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        ) as asked:
            moment = cls(place, asked)
            moment._begin()
            # It ends by itself at the end of what it is asked.
            yield moment

    def _begin(self) -> None:
        self._ask("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
        (self._snapshot,) = self._ask("SELECT pg_export_snapshot()")
        (self._time,) = self._ask(
            "SELECT to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS')"
        )

    def write(self, file: Path) -> Rows:
        """Write all of it into a file of pg_dump's own format; what it holds.

        Raises `Problem`.
        """
        command = self.place.postgres(
            "pg_dump", "--format=custom", "--no-owner", "--no-acl", "--no-comments",
            f"--snapshot={self._snapshot}",
        )  # fmt: skip
        _into(file, command, self.place, self.place.variables)
        (version,) = self._ask("SELECT version_num FROM alembic_version")
        return Rows(self._time, version, dict(counted(self._ask)))

    def _ask(self, statement: str) -> list[str]:
        assert self._asked.stdin
        assert self._asked.stdout
        with contextlib.suppress(BrokenPipeError):
            self._asked.stdin.write(f"{statement};\n\\echo {_END}\n")
            self._asked.stdin.flush()
        answer: list[str] = []
        for line in self._asked.stdout:
            if line.strip() == _END:
                return answer
            answer.append(line.rstrip("\n"))
        raise Problem(f"{self.place.service}'s database: {' '.join(answer) or 'no connection'}")


def counted(ask: Callable[[str], list[str]]) -> Iterator[tuple[str, int]]:
    """The tables of a database and how many rows each has."""
    tables = ask(
        "SELECT quote_ident(tablename) FROM pg_tables WHERE schemaname = 'public' ORDER BY 1"
    )
    if tables:
        each = (f"SELECT '{table}', count(*) FROM {table}" for table in tables)
        for line in ask(" UNION ALL ".join(each)):
            name, _, count = line.rpartition("|")
            yield name, int(count)


def hash_file(file: Path) -> str:
    """Its SHA-256."""
    with file.open("rb") as opened:
        return hashlib.file_digest(opened, "sha256").hexdigest()


def _archive(place: Place, file: Path) -> None:
    place.list_files()
    command = [*place.beside_files, "tar", "--create", "--directory", place.files, "."]
    # 1: a file went away meanwhile, which no row of the dump refers to any more.
    _into(file, command, place, None, allowed=(0, 1))


def _into(
    file: Path,
    command: Sequence[str],
    place: Place,
    environment: Mapping[str, str] | None,
    allowed: Sequence[int] = (0,),
) -> None:
    """Have a program write into a file that only its owner reads.

    Raises `Problem`.
    """
    with _secret(file) as output:
        try:
            done = subprocess.run(
                command, check=False, cwd=ROOT, env=environment, stdin=subprocess.DEVNULL,
                stdout=output, stderr=subprocess.PIPE,
            )  # fmt: skip
        except FileNotFoundError as missing:
            raise Problem(f"{missing.filename} is not installed on this machine.") from None
        os.fsync(output.fileno())
    if done.returncode not in allowed:
        said = done.stderr.decode(errors="replace").strip()
        raise Problem(f"{place.service} could not be written: {said[-2000:]}")


def _write(file: Path, text: str) -> None:
    with _secret(file) as output:
        output.write(text.encode())
        output.flush()
        os.fsync(output.fileno())


def _secret(file: Path) -> IO[bytes]:
    return os.fdopen(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb")


def _sync(folder: Path) -> None:
    opened = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)


@contextmanager
def _alone(to: str) -> Iterator[Path]:
    """Lock the folder of all backups, and delete unfinished ones."""
    if not to:
        raise Problem("Name a folder outside of the clone: make backup TO=/var/backups/itqan")
    folder = Path(to).expanduser().resolve()
    if folder.is_relative_to(ROOT):
        raise Problem(f"{folder} is in the clone, whose files go into images: name another folder.")
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    if folder.stat().st_mode & 0o077:
        raise Problem(f"{folder} can be read by others: chmod 700 {folder}")
    with (folder / ".lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise Problem(f"Another backup is being written in {folder}.") from None
        for begun in folder.glob(f"*{_PART}"):
            shutil.rmtree(begun)
        yield folder
