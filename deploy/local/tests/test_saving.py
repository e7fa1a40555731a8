"""`make backup` and `make restore`."""

import json
import stat
import subprocess
import sys
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import asyncpg
import pytest
from kit.testing import fresh_database

from deploy.local import saving
from deploy.local.backups import MANIFEST, Manifest, Moment, back_up
from deploy.local.layout import ROOT, SERVICES
from deploy.local.places import Place, given, list_compose_places, product_version, reached
from deploy.local.problems import Problem
from deploy.local.restoring import put_back, require_restorable
from deploy.local.state import State
from deploy.local.steps import Steps

SAVED = ("approvals", "notifications")


def place(service: str, address: str, files: Path) -> Place:
    environment = {"ITQAN_DATABASE_URL": address, "ITQAN_FILES_URL": "memory:///"}
    return reached(service, address, str(files), environment)


@pytest.fixture(scope="module")
async def places(
    postgres_url: str, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[list[Place]]:
    """Two services with their tables, a published event and a file each."""
    folder = tmp_path_factory.mktemp("files")
    async with (
        fresh_database(postgres_url, "saved_approvals") as approvals,
        fresh_database(postgres_url, "saved_notifications") as notifications,
    ):
        made = []
        for service, address in zip(SAVED, (approvals, notifications), strict=True):
            made.append(place(service, address, folder / service))
            made[-1].command("migrate")
            await execute(
                address,
                "INSERT INTO outbox (id, type, subject, mandatory, body, published_at)"
                " VALUES (gen_random_uuid(), 'a', 'b', false, '{}', now())",
            )
            (folder / service / "papers").mkdir(parents=True)
            (folder / service / "papers" / "one").write_text(service)
        yield made


@pytest.fixture
async def empty(postgres_url: str, tmp_path: Path) -> AsyncIterator[list[Place]]:
    """Create empty places for a restore of the two."""
    async with (
        fresh_database(postgres_url, "empty_approvals") as approvals,
        fresh_database(postgres_url, "empty_notifications") as notifications,
    ):
        yield [
            place(service, address, tmp_path / "restored" / service)
            for service, address in zip(SAVED, (approvals, notifications), strict=True)
        ]


@pytest.fixture(scope="module")
def saved(places: list[Place], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A backup of the two."""
    folder = tmp_path_factory.mktemp("backups")
    folder.chmod(0o700)
    return back_up(places, str(folder), Steps(), {"signing-key": "sealed"})


async def execute(address: str, statement: str) -> None:
    connection = await asyncpg.connect(address)
    await connection.execute(statement)
    await connection.close()


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def copy_message(backup: Path, to: Path) -> Path:
    """A copy whose files may be damaged."""
    to.mkdir()
    for file in backup.iterdir():
        (to / file.name).write_bytes(file.read_bytes())
    return to


class TestBackup:
    def test_is_whole_readable_for_its_owner_alone_and_says_what_it_holds(
        self, saved: Path
    ) -> None:
        files = {file.name for file in saved.iterdir()}
        rows = {f"{service}.{kind}" for service in SAVED for kind in ("dump", "files.tar")}
        assert files == {*rows, "broker.json", "secrets.json", MANIFEST}
        assert {file.name for file in saved.parent.iterdir()} == {".lock", saved.name}
        assert mode(saved) == 0o700
        assert {mode(file) for file in saved.iterdir()} == {0o600}

        manifest = Manifest.read(saved)
        assert manifest.product == product_version()
        assert set(manifest.sums) == files - {MANIFEST}
        assert set(manifest.services) == set(SAVED)
        for service in manifest.services.values():
            assert service.counts["outbox"] == 1
            assert service.counts["alembic_version"] == 1
            assert service.moment
        assert json.loads((saved / "secrets.json").read_text()) == {"signing-key": "sealed"}

    def test_leaves_its_time_in_each_database(self, saved: Path, places: list[Place]) -> None:
        for place in places:
            (comment,) = place.ask(
                "SELECT shobj_description(oid, 'pg_database') FROM pg_database"
                " WHERE datname = current_database()"
            )
            assert comment.startswith("backup of ")

    async def test_is_of_one_moment_whatever_is_written_meanwhile(
        self, places: list[Place], tmp_path: Path
    ) -> None:
        approvals = places[0]
        address = approvals.environment["ITQAN_DATABASE_URL"]
        with Moment.of(approvals) as moment:
            await execute(
                address, "INSERT INTO inbox (id, type) VALUES (gen_random_uuid(), 'late')"
            )
            assert moment.write(tmp_path / "rows").counts["inbox"] == 0
        with Moment.of(approvals) as moment:
            assert moment.write(tmp_path / "later").counts["inbox"] == 1
        await execute(address, "DELETE FROM inbox")

    def test_that_fails_leaves_nothing(self, places: list[Place], tmp_path: Path) -> None:
        folder = tmp_path / "backups"
        away = replace(places[1], database=f"{places[1].database}_away")
        with pytest.raises(Problem, match=r"notifications's database: .*does not exist"):
            back_up([places[0], away], str(folder), Steps())
        assert [file.name for file in folder.iterdir()] == [".lock"]

    def test_needs_a_private_folder_and_runs_one_at_a_time(
        self, places: list[Place], tmp_path: Path
    ) -> None:
        for folder, reason in {
            "": "Name a folder",
            str(ROOT / "backups"): "in the clone",
            str(tmp_path): "chmod 700",
        }.items():
            tmp_path.chmod(0o755)
            with pytest.raises(Problem, match=reason):
                back_up(places, folder, Steps())
        held = tmp_path / "held"
        held.mkdir(mode=0o700)
        # Unfinished backups of killed processes are deleted.
        (held / "20260101T000000Z.part").mkdir()
        holding = subprocess.Popen(
            [sys.executable, "-c",
             "import fcntl, sys; file = open(sys.argv[1], 'w'); fcntl.flock(file, fcntl.LOCK_EX);"
             " print('held', flush=True); sys.stdin.read()", str(held / ".lock")],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        )  # fmt: skip
        assert holding.stdin
        assert holding.stdout
        holding.stdout.readline()
        with pytest.raises(Problem, match="Another backup"):
            back_up(places, str(held), Steps())
        holding.stdin.close()
        holding.wait()
        holding.stdout.close()
        written = back_up([], str(held), Steps())
        assert {file.name for file in held.iterdir()} == {".lock", written.name}


class TestRestore:
    async def test_brings_back_rows_and_files_and_sends_the_last_day_again(
        self, saved: Path, empty: list[Place], capsys: pytest.CaptureFixture[str]
    ) -> None:
        put_back(empty, saved, Steps())
        assert capsys.readouterr().out.count("1 events of the last day and") == len(SAVED)
        for restored in empty:
            assert restored.ask("SELECT count(*) FROM outbox WHERE published_at IS NULL") == ["1"]
            assert Path(restored.files, "papers", "one").read_text() == restored.service

        with pytest.raises(Problem, match="approvals's database, approvals's files, notif"):
            put_back(empty, saved, Steps())

    def test_refuses_what_is_damaged_and_changes_nothing(
        self, saved: Path, empty: list[Place], tmp_path: Path
    ) -> None:
        damaged = copy_message(saved, tmp_path / "damaged")
        dump = damaged / "notifications.dump"
        content = bytearray(dump.read_bytes())
        content[len(content) // 2] ^= 1
        dump.write_bytes(content)
        with pytest.raises(Problem, match=r"notifications\.dump was changed"):
            put_back(empty, damaged, Steps())
        dump.unlink()
        with pytest.raises(Problem, match=r"notifications\.dump is missing"):
            put_back(empty, damaged, Steps())
        (damaged / MANIFEST).unlink()
        with pytest.raises(Problem, match="is no backup"):
            put_back(empty, damaged, Steps())
        assert [each.ask("SELECT count(*) FROM pg_tables WHERE schemaname = 'public'")
                for each in empty] == [["0"], ["0"]]  # fmt: skip

    def test_refuses_a_release_that_it_does_not_know(self, saved: Path, tmp_path: Path) -> None:
        newer = copy_message(saved, tmp_path / "newer")
        manifest = json.loads((newer / MANIFEST).read_text())
        manifest["services"]["approvals"]["version"] = "ffffffffffff"
        (newer / MANIFEST).write_text(json.dumps(manifest))
        with pytest.raises(Problem, match="another release"):
            require_restorable(newer)
        (newer / MANIFEST).write_text(json.dumps(manifest | {"format": 2}))
        with pytest.raises(Problem, match="format 2"):
            require_restorable(newer)

    async def test_notices_rows_that_are_missing(
        self, saved: Path, empty: list[Place], tmp_path: Path
    ) -> None:
        short = copy_message(saved, tmp_path / "short")
        manifest = json.loads((short / MANIFEST).read_text())
        manifest["services"]["approvals"]["counts"]["outbox"] = 2
        (short / MANIFEST).write_text(json.dumps(manifest))
        with pytest.raises(Problem, match="approvals lacks rows"):
            put_back(empty, short, Steps())


def test_the_systems_that_are_meant(monkeypatch: pytest.MonkeyPatch) -> None:
    addresses = {
        f"{name.upper()}_DATABASE_URL": f"postgresql://{name}:a%20b@db:5432/{name}"
        for name in SERVICES
    }
    found = given(addresses | {"IDENTITY_FILES": "/srv/identity"})
    assert found
    assert [each.service for each in found] == list(SERVICES)
    # Everybody on the machine can read a command.
    assert found[0].database == "postgresql://identity@db:5432/identity"
    assert found[0].variables["PGPASSWORD"] == "a b"
    assert "a%20b" not in repr(found[0])
    assert (found[0].files, found[1].files) == ("/srv/identity", "")
    assert given({}) is None
    with pytest.raises(Problem, match="CATALOG_DATABASE_URL is missing"):
        given({name: value for name, value in addresses.items() if not name.startswith("CAT")})

    (identity, *_) = list_compose_places()
    assert identity.postgres("pg_dump") == [
        *("docker", "compose", "exec", "-T", "postgres"),
        *("pg_dump", "--dbname", "postgresql://postgres@/identity"),
    ]
    assert identity.kit[-4:] == ("identity", "python", "-m", "kit")

    monkeypatch.delenv("FROM", raising=False)
    with pytest.raises(Problem, match="Name the backup"):
        saving.restore(Steps())


def test_of_this_clone_with_the_passwords_of_its_state(state: State) -> None:
    state.notes["options"] = '{"port": 8080, "demo": false, "copies": {}}'
    state.assign_ports(["postgres", "rabbit", "rabbit-distribution", "rabbit-mapper", "smtp",
                        "fcm-sandbox", "sms-sandbox", "webpush-sandbox", "identity-1"])  # fmt: skip
    places = saving.of_clone(state)
    assert [each.service for each in places] == list(SERVICES)
    assert places[2].password == state.secret("database-enrollment")
    assert places[2].files == str(state.folder.resolve() / "files" / "enrollment")
