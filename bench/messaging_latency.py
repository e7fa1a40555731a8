"""Latency from the commit of an event to its committed effect in another process, at 200 events a
second.

Both sides of `messaging_sides` run in turn, in two processes each, on private servers whose writes
reach the disk. `python -m bench.messaging_latency` runs it alone.
"""

import asyncio
import multiprocessing
import statistics
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any, NamedTuple

from kit.database.db import Database
from kit.messaging import tables

from bench import cpu
from bench.messaging_sides import (
    BARE,
    BARE_TABLES,
    EVENTS,
    OURS,
    RATE,
    NotMeasured,
    Part,
    Servers,
    Side,
    run_part,
)
from deploy.local import ports
from deploy.local.servers import PrivatePostgres, PrivateRabbit

ROUNDS = 3
PATIENCE = 90.0
TARGETS = {"p50": 8.0, "p99": 40.0}
"""Milliseconds."""


class Round(NamedTuple):
    """Result of one round of one side, in milliseconds: sorted delays, and CPU time per event."""

    delays: Sequence[float]
    cpu: cpu.Used

    def percentile(self, name: str) -> float:
        """`p50` or `p99` of the delays."""
        return statistics.quantiles(self.delays, n=100)[int(name[1:]) - 1]


def run() -> str:
    """The rows of the table that `make bench` prints, or why there are none; less is better."""
    rounds: dict[Side, list[Round]] = {OURS: [], BARE: []}
    try:
        with _servers() as servers:
            asyncio.run(_make_tables(servers))
            for number in range(ROUNDS):
                for side in rounds if number % 2 == 0 else reversed(rounds):
                    rounds[side].append(_round(servers, side))
    except NotMeasured as error:
        return f"commit to handled, {RATE} events/s: not measured: {error}"
    return "\n".join(_rows(rounds[OURS], rounds[BARE]))


def _rows(ours: Sequence[Round], bare: Sequence[Round]) -> Iterator[str]:
    for name, target in TARGETS.items():
        mine, theirs = (
            statistics.median(each.percentile(name) for each in side) for side in (ours, bare)
        )
        title = f"commit to handled, {RATE} events/s, {name} (ms)"
        figures = f"{mine:>11.1f} {theirs:>11.1f} {mine / theirs:>7.2f} {target:>7.1f}"
        yield f"{title:<44} {figures}  {'reached' if mine <= target else 'MISSED'}"
    yield f"    ours, CPU ms of one event: {cpu.show([each.cpu for each in ours])}"
    yield f"    bare, CPU ms of one event: {cpu.show([each.cpu for each in bare])}"


@contextmanager
def _servers() -> Iterator[Servers]:
    taken: set[int] = set()
    for _ in range(4):
        taken.add(ports.choose(taken))
    database_port, amqp, distribution, mapper = taken
    with tempfile.TemporaryDirectory(prefix="itqan-bench-") as name:
        folder = Path(name)
        folder.chmod(0o711)
        postgres = PrivatePostgres(folder / "postgres", database_port, "bench")
        rabbit = PrivateRabbit(folder / "rabbit", amqp, distribution, mapper, "bench")
        with postgres.running(folder / "postgres.log"), rabbit.running(folder / "rabbit.log"):
            yield Servers(f"{postgres.url}/postgres", rabbit.url)


async def _make_tables(servers: Servers) -> None:
    database = Database(servers.database_url)
    async with database.engine.begin() as connection:
        await connection.run_sync(tables.metadata.create_all)
    async with database.raw_transaction() as raw:
        await raw.execute(BARE_TABLES)
    await database.close()


def _round(servers: Servers, side: Side) -> Round:
    """Run both processes; the handler says when it listens, and ends when as many have come as were
    sent."""
    with _process(side.handle, servers) as handling:
        _receive(handling)
        before = cpu.used()
        with _process(side.publish, servers) as publishing:
            committed, publisher = _receive(publishing)
            handling.send(len(committed))
            handled, consumer = _receive(handling)
        spent = cpu.between(before, cpu.used())
    delays = sorted((handled[key] - committed[key]) * 1000 for key in committed)
    spent = {**spent, "publisher": publisher, "consumer": consumer}
    return Round(delays, {name: spent[name] / EVENTS for name in spent})


@contextmanager
def _process(part: Part, servers: Servers) -> Iterator[Connection]:
    """The pipe to a process that runs one part of a side."""
    spawn = multiprocessing.get_context("spawn")
    here, there = spawn.Pipe()
    process: BaseProcess = spawn.Process(target=run_part, args=(part, servers, there), daemon=True)
    process.start()
    # Closed here, so that the other end's exit is noticed.
    there.close()
    try:
        yield here
        process.join(30)
    finally:
        process.kill()


def _receive(pipe: Connection) -> Any:
    """Return the other process's message. Raises `NotMeasured` with its failure."""
    if not pipe.poll(PATIENCE):
        raise NotMeasured(f"a process has not answered for {PATIENCE:.0f} s")
    said = pipe.recv()
    if isinstance(said, NotMeasured):
        raise said
    return said


if __name__ == "__main__":
    sys.stdout.write(f"{run()}\n")
