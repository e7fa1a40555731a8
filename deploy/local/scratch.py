"""Servers for the length of one command."""

import asyncio
import shutil
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

import asyncpg

from deploy.local.servers import PrivatePostgres, PrivateRabbit
from deploy.local.state import State


@contextmanager
def scratch_state(prefix: str) -> Iterator[State]:
    """A state in a temporary folder; it and its data are gone when the block ends."""
    folder = Path(tempfile.mkdtemp(prefix=prefix))
    state = State.load(folder)
    try:
        yield state
    finally:
        state.remove_data()
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def scratch_databases(names: Iterable[str]) -> Iterator[dict[str, str]]:
    """Empty databases of these names on a server of their own: the address of each."""
    with scratch_state("itqan-scratch-") as state:
        state.assign_ports(["postgres"])
        postgres = PrivatePostgres(
            state.data / "postgres", state.port("postgres"), state.secret("postgres"), durable=False
        )
        with postgres.running(state.folder / "postgres.log"):
            asyncio.run(_create(postgres.url, names))
            yield {name: f"{postgres.url}/{name}" for name in names}


@contextmanager
def scratch_servers() -> Iterator[tuple[str, str]]:
    """The addresses of a PostgreSQL and of a RabbitMQ that tests may do anything to."""
    with scratch_state("itqan-tests-") as state:
        state.assign_ports(["postgres", "rabbit", "rabbit-distribution", "rabbit-mapper"])
        postgres = PrivatePostgres(
            state.data / "postgres",
            state.port("postgres"),
            state.secret("postgres"),
            max_connections=400,
            durable=False,
        )
        rabbit = PrivateRabbit(
            state.data / "rabbit",
            state.port("rabbit"),
            state.port("rabbit-distribution"),
            state.port("rabbit-mapper"),
            state.secret("rabbit"),
        )
        with (
            postgres.running(state.folder / "postgres.log"),
            rabbit.running(state.folder / "rabbit.log"),
        ):
            yield postgres.url, rabbit.url


async def _create(url: str, names: Iterable[str]) -> None:
    connection = await asyncpg.connect(f"{url}/postgres")
    for name in names:
        await connection.execute(f'CREATE DATABASE "{name}"')
    await connection.close()
