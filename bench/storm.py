"""Public lists while seats change 0, 5 and 50 times a second, with two replicas of catalog.

One list is requested by everyone, others have many addresses. `python -m bench.storm` runs it
alone.

Events are published by an outbox and the broker; the changing batches are those of the first pages.
The load waits for each response, with 16 connections.
"""

import asyncio
import itertools
import statistics
import subprocess
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from pathlib import Path
from threading import Event, Thread
from typing import NamedTuple
from urllib.parse import urlencode

import asyncpg
import httpx
from contracts.enrollment import SeatsChanged
from kit.database.db import Database
from kit.messaging import outbox
from kit.messaging.broker import Broker
from kit.messaging.relay import Relay

from bench import cpu
from bench.catalogue import fill
from bench.load import CONNECTIONS
from bench.system import System
from bench.system import running as running_system

BATCHES = 1_000
COPIES = 2
RATES = (0, 5, 50)
"""Seat changes a second."""
CHANGING = 100
"""Batches whose seats change, those that begin first."""
COMMITS = 10
"""Transactions a second that publish the changes, at most."""
TARGET = 0.6
"""Minimum share of the throughput without changes."""
ROUNDS, SECONDS = 3, 6
HEADER = (
    f"{'case':<44} {'requests':>11} {'of quiet':>8} {'p50':>7} {'p95':>7} {'p99':>7} {'errors':>7}"
)
LUA = Path(__file__).with_name("storm.lua")
_FILTERS: Mapping[str, Sequence[Mapping[str, str]]] = {
    "batches": (
        {"sort": "price"},
        {"sort": "seats_left"},
        {"seats_left": "true"},
        {"mode": "in_person"},
        {"language": "ar"},
        {"free": "false", "price_max": "100000"},
        {"search": "الرافعات"},
        {"phase": "upcoming"},
    ),
    "trainings": (
        {"sort": "price"},
        {"sort": "title_ar"},
        {"seats_left": "true"},
        {"level": "advanced"},
        {"search": "cranes"},
    ),
}


class Round(NamedTuple):
    """Result of one round: requests per second, errors, p50, p95 and p99 in milliseconds, CPU
    milliseconds per request.
    """

    rate: float
    errors: int
    times: Sequence[float]
    cpu: cpu.Used


def run() -> str:
    """The rows of the table that `make bench` prints."""
    with tempfile.TemporaryDirectory(prefix="itqan-storm-") as name:
        folder = Path(name)
        folder.chmod(0o711)
        with running_system(folder, copies={"catalog": COPIES}) as system:
            asyncio.run(fill(system.database_urls["catalog"], BATCHES))
            return "\n".join((HEADER, *_rows(system)))


def _rows(system: System) -> Iterator[str]:
    looked_at = _looked_at(system)
    for name, paths in {
        "one list": ["/api/v1/batches?page_size=24"],
        f"{len(looked_at)} addresses": looked_at,
    }.items():
        file = system.folder / "paths"
        file.write_text("".join(f"{path}\n" for path in paths))
        _asked(system, file, 2)
        rounds: dict[int, list[Round]] = {rate: [] for rate in RATES}
        for number in range(ROUNDS):
            for rate in RATES if number % 2 == 0 else reversed(RATES):
                with _seats_change(system, rate) if rate else nullcontext():
                    rounds[rate].append(_asked(system, file, SECONDS))
        quiet = statistics.median(each.rate for each in rounds[0])
        for rate, some in rounds.items():
            yield _row(f"{name}, {rate} seat changes a second", some, quiet)


def _row(name: str, rounds: Sequence[Round], quiet: float) -> str:
    rate = statistics.median(each.rate for each in rounds)
    times = [
        statistics.median(column) for column in zip(*(each.times for each in rounds), strict=True)
    ]
    errors = sum(each.errors for each in rounds)
    verdict = "reached" if rate / quiet >= TARGET and not errors else "MISSED"
    return "\n".join(
        (
            f"{name:<44} {rate:>9.0f}/s {rate / quiet:>8.2f} "
            + " ".join(f"{each:>5.0f}ms" for each in times)
            + f" {errors:>7}  {verdict}",
            f"    CPU milliseconds of one request: {cpu.show([each.cpu for each in rounds])}",
        )
    )


def _looked_at(system: System) -> list[str]:
    """Return the paths of browsing users."""

    def ids(noun: str) -> list[str]:
        url = f"{system.gateway_url}/api/v1/{noun}?page_size=40"
        return [row["id"] for row in httpx.get(url, trust_env=False).json()["data"]]

    paths = []
    for noun, filters in _FILTERS.items():
        paths += [f"{noun}?page={page}&page_size=24" for page in range(1, 5)]
        paths += [f"{noun}?{urlencode({'page_size': 24, **each})}" for each in filters]
        paths += [f"{noun}/facets?{urlencode(each)}" for each in filters if "sort" not in each]
        paths += [f"{noun}/{id_}" for id_ in ids(noun)]
    return [f"/api/v1/{path}" for path in paths]


def _asked(system: System, paths: Path, seconds: int) -> Round:
    before = cpu.used()
    done = subprocess.run(
        [
            "wrk", "-t1", f"-c{CONNECTIONS}", f"-d{seconds}s", "--timeout", "10s",
            # As every browser sends it.
            "-H", "Accept-Encoding: gzip",
            "-s", str(LUA), system.gateway_url, "--", str(paths),
        ],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    spent = cpu.between(before, cpu.used())
    (line,) = (each for each in done.stdout.splitlines() if each.startswith("storm "))
    requests, took, errors, *times = map(int, line.split()[1:])
    return Round(
        requests / took * 1_000_000,
        errors,
        [each / 1000 for each in times],
        {name: used / requests for name, used in spent.items()},
    )


@contextmanager
def _seats_change(system: System, rate: int) -> Iterator[None]:
    """Events of seats come as enrollment would publish them, until the block ends."""
    stop = Event()
    thread = Thread(target=lambda: asyncio.run(_publish_seats(system, rate, stop)))
    thread.start()
    try:
        # The first of them are on their way.
        time.sleep(1)
        yield
    finally:
        stop.set()
        thread.join()


async def _publish_seats(system: System, rate: int, stop: Event) -> None:
    connection = await asyncpg.connect(system.database_urls["catalog"])
    batches = await connection.fetch(
        "SELECT id FROM batches WHERE status = 'published' AND ends_at > now() "
        "ORDER BY starts_at, id LIMIT $1",
        CHANGING,
    )
    first: int = await connection.fetchval("SELECT max(seats_sequence) FROM batches")
    await connection.close()
    database = Database(system.database_urls["enrollment"])
    relay = Relay(database, Broker(system.broker_url))
    relay.start()
    commits = min(rate, COMMITS)
    numbers, started = itertools.count(first + 1), time.monotonic()
    for commit in itertools.count(1):
        events = []
        for number in itertools.islice(numbers, rate // commits):
            batch_id = batches[number % len(batches)]["id"]
            seats = SeatsChanged(batch_id=batch_id, capacity=10, taken=1 + number % 9, waiting=0)
            events.append((seats, number))
        async with database.transaction() as session:
            await outbox.publish_many(session, events)
        if stop.is_set():
            break
        await asyncio.sleep(max(0.0, started + commit / commits - time.monotonic()))
    await relay.stop()
    await database.close()


if __name__ == "__main__":
    print(run())
