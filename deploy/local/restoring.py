"""Restore a backup into an empty system (`make restore`)."""

import json
import subprocess
from collections.abc import Sequence
from pathlib import Path

from deploy.local.backups import Manifest, archive_name, counted, dump_name
from deploy.local.layout import ROOT
from deploy.local.places import Place, versions_known
from deploy.local.problems import Problem
from deploy.local.steps import Steps

_TABLES = "SELECT count(*) FROM pg_tables WHERE schemaname = 'public'"


def read_backup_secrets(folder: Path) -> dict[str, str]:
    """Those of the native run, when it was a native run's backup."""
    file = folder / "secrets.json"
    found: dict[str, str] = json.loads(file.read_text()) if file.exists() else {}
    return found


def require_restorable(folder: Path) -> Manifest:
    """Read and check the manifest of a backup.

    Raises `Problem` for a damaged file, or a backup of a newer release.
    """
    manifest = Manifest.read(folder)
    for service, rows in manifest.services.items():
        if rows.version not in versions_known(service):
            raise Problem(
                f"The backup is of another release, of commit {manifest.product or 'unknown'}: "
                f"this one does not know version {rows.version} of {service}."
            )
    return manifest


def put_back(places: Sequence[Place], folder: Path, steps: Steps) -> None:
    """Restore a backup into empty databases and folders, migrate it, and republish events.

    Nothing may run. Each database is restored completely or not at all. After a failure between two
    databases, empty all of them before the next attempt.

    Raises `Problem`.
    """
    manifest = require_restorable(folder)
    with steps.step("Checking that the system is empty"):
        _require_empty(places)
    for place in places:
        with steps.step(f"Restoring the rows of {place.service}"):
            _restore_rows(place, folder, manifest)
        if archive_name(place.service) in manifest.sums:
            with steps.step(f"Restoring the files of {place.service}"):
                _restore_files(place, folder)
    for place in places:
        with steps.step(f"Migrating {place.service} to this release"):
            place.command("migrate")
            said = place.command("recover")
        print(f"    {said}")


def _require_empty(places: Sequence[Place]) -> None:
    full = []
    for place in places:
        if place.ask(_TABLES) != ["0"]:
            full.append(f"{place.service}'s database")
        if place.files and place.list_files():
            full.append(f"{place.service}'s files")
    if full:
        raise Problem(
            f"A backup is restored into an empty system only, and there are {', '.join(full)}: "
            "nothing was changed."
        )


def _restore_rows(place: Place, folder: Path, manifest: Manifest) -> None:
    role = (f"--role={place.role}",) if place.role else ()
    command = place.postgres(
        "pg_restore", "--single-transaction", "--exit-on-error", "--no-owner", "--no-acl", *role
    )
    _from(folder / dump_name(place.service), command, place)
    counts = dict(counted(place.ask))
    if counts != manifest.services[place.service].counts:
        raise Problem(f"{place.service} lacks rows of the backup.")
    # Without statistics, statements would be planned for empty tables.
    place.ask("ANALYZE")


def _restore_files(place: Place, folder: Path) -> None:
    command = [*place.beside_files, "tar", "--extract", "--directory", place.files]
    _from(folder / archive_name(place.service), command, place)


def _from(file: Path, command: Sequence[str], place: Place) -> None:
    with file.open("rb") as content:
        done = subprocess.run(
            command, check=False, cwd=ROOT, env=place.variables, stdin=content, capture_output=True
        )
    if done.returncode:
        said = done.stderr.decode(errors="replace").strip()
        raise Problem(f"{place.service} could not be restored: {said[-2000:]}")
