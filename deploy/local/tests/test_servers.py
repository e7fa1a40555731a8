"""Private servers leave nothing behind, for any user and location of the clone."""

import asyncio
import os
import socket
import stat
from collections.abc import Iterator
from pathlib import Path

import aio_pika
import asyncpg
import pytest

from deploy.local import ports, state
from deploy.local.scratch import scratch_state
from deploy.local.servers import RABBIT_BIN, PrivatePostgres, PrivateRabbit
from deploy.local.state import OUTSIDE, State, data_folder


@pytest.fixture
def private_state(tmp_path: Path) -> Iterator[State]:
    """A state in a folder that only its owner may enter, as in a clone of mode 700."""
    folder = tmp_path / "a clone" / ".local"
    folder.mkdir(parents=True)
    folder.parent.chmod(0o700)
    begun = State.load(folder)
    yield begun
    begun.wipe()


class TestPostgres:
    async def test_runs_in_a_folder_that_only_its_owner_may_enter(
        self, private_state: State, tmp_path: Path
    ) -> None:
        postgres = PrivatePostgres(
            private_state.data / "postgres", ports.choose(), "pass word", durable=False
        )
        with postgres.running(tmp_path / "log"):
            connection = await asyncpg.connect(f"{postgres.url}/postgres")
            await connection.execute("CREATE TABLE kept (n int); INSERT INTO kept VALUES (7)")
            await connection.close()
            assert not listens_on_all_interfaces(postgres.port)
        assert ports.is_free(postgres.port)
        with postgres.running(tmp_path / "log"):
            connection = await asyncpg.connect(f"{postgres.url}/postgres")
            assert await connection.fetchval("SELECT n FROM kept") == 7
            await connection.close()

    async def test_refuses_a_wrong_password(self, private_state: State, tmp_path: Path) -> None:
        postgres = PrivatePostgres(
            private_state.data / "postgres", ports.choose(), "right", durable=False
        )
        refused = pytest.raises(asyncpg.InvalidPasswordError)
        with postgres.running(tmp_path / "log"), refused:
            await asyncpg.connect(f"{postgres.url}/postgres", password="wrong")


class TestRabbit:
    async def test_runs_with_a_mapper_of_its_own_and_leaves_no_port_open(
        self, private_state: State, tmp_path: Path
    ) -> None:
        rabbit = PrivateRabbit(
            private_state.data / "rabbit", ports.choose(), ports.choose(), ports.choose(), "secret"
        )
        used = (rabbit.port, rabbit.distribution_port, rabbit.mapper_port)
        with rabbit.running(tmp_path / "log"):
            connection = await aio_pika.connect(rabbit.url)
            await connection.close()
            for port in used:
                assert not listens_on_all_interfaces(port)
        for port in used:
            assert ports.is_free(port)
        # A command that finds no node must not leave a mapper that holds the port.
        command = await asyncio.create_subprocess_exec(
            RABBIT_BIN / "rabbitmqctl", "status", env={**os.environ, **rabbit.environment()}
        )
        assert await command.wait() != 0
        assert ports.is_free(rabbit.mapper_port)


class TestDataFolder:
    def test_is_in_the_clone_where_the_database_user_may_enter(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(state, "_may_enter", lambda folder: True)
        assert data_folder(tmp_path) == tmp_path / "data"

    def test_is_in_the_clone_for_a_plain_user(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(os, "geteuid", lambda: 1000)
        assert data_folder(tmp_path) == tmp_path / "data"

    def test_is_outside_for_root_in_a_closed_clone_and_differs_by_clone(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(os, "geteuid", lambda: 0)
        monkeypatch.setattr(state, "_may_enter", lambda folder: False)
        one, other = data_folder(tmp_path / "one"), data_folder(tmp_path / "other")
        assert one.parent == other.parent == OUTSIDE
        assert one != other

    def test_a_scratch_state_leaves_no_folder_outside(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(os, "geteuid", lambda: 0)
        monkeypatch.setattr(state, "_may_enter", lambda folder: False)
        monkeypatch.setattr(state, "OUTSIDE", tmp_path / "outside")
        with scratch_state("itqan-test-") as one, scratch_state("itqan-test-") as other:
            assert one.data.parent == other.data.parent == tmp_path / "outside"
        assert not one.folder.exists()
        assert not (tmp_path / "outside").exists()

    def test_passwords_are_readable_to_the_owner_only(self, private_state: State) -> None:
        private_state.secret("postgres")
        mode = (private_state.folder / "state.json").stat().st_mode
        assert stat.S_IMODE(mode) == 0o600

    def test_is_remembered_and_wiped(self, private_state: State) -> None:
        private_state.secret("postgres")
        again = State.load(private_state.folder)
        assert (again.data, again.secrets) == (private_state.data, private_state.secrets)
        for name in ("stamps", "mail"):
            (private_state.folder / name).mkdir()
        (private_state.folder / "paymob-sandbox.json").touch()
        again.wipe()
        assert [path.name for path in private_state.folder.iterdir()] == ["stamps"]
        assert not again.data.exists()
        assert State.load(private_state.folder).secrets == {}


def listens_on_all_interfaces(port: int) -> bool:
    """Tell if the port is reachable by the machine's other address."""
    with socket.socket() as connection:
        connection.settimeout(30)
        # Every address of 127.0.0.0/8 is this machine, and only one of them is what we bind.
        return connection.connect_ex(("127.0.0.2", port)) == 0
