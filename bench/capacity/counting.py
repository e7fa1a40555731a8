"""Resources that a running system has used, and the increase by one request of a kind.

CPU comes from /proc, rows and events from PostgreSQL's statistics, bytes from its WAL. Idle usage
is subtracted.
"""

import asyncio
import statistics
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import NamedTuple

import asyncpg

from bench import cpu
from deploy.local import memory
from deploy.local.layout import SERVICES
from deploy.local.system import System

DATABASE = "PostgreSQL"
PARTS = {
    "gateway": "gateway",
    "web": "web",
    **{f"{name}-1": name for name in SERVICES},
    "postgres": DATABASE,
    "rabbit": "broker",
}
"""Measured processes by the supervisor's names, without mail catcher and sandboxes."""
LIMIT = 60.0
"""Seconds after which a measurement is ended whether or not everything is at rest."""
_START_SECONDS = 40.0
_STATISTICS = 11.0
"""A session that has gone idle reports its counts within ten seconds."""
_ABOVE_IDLE = 120.0
"""CPU milliseconds a second above those at rest up to which the system counts as at rest."""
_QUIET_SECONDS = 3
_ENTRY = 40.0
"""Bytes of an index's entry: 28 of a uuid's, in pages that are 70 % full."""
_POINTER = 4.0
"""Bytes of what points to a row in its page."""
_ROWS = "SELECT relname, n_tup_ins, n_tup_upd + n_tup_del FROM pg_stat_user_tables"
# A commit has no block, and so no table.
_WAL = """
    SELECT coalesce(datname, ''), sum(record_length - fpi_length)::bigint, sum(fpi_length)::bigint
    FROM pg_get_wal_records_info($1::text::pg_lsn, $2::text::pg_lsn) AS record
    LEFT JOIN pg_database
        ON pg_database.oid::text = substring(block_ref FROM 'rel [0-9]+/([0-9]+)/')
    GROUP BY 1
"""
_WIDTH = """
    SELECT (
        SELECT coalesce(avg(pg_column_size(sample.*)), 0)::float
        FROM (SELECT * FROM "{table}" LIMIT 2000) AS sample
    ), (SELECT count(*) FROM pg_indexes WHERE schemaname = 'public' AND tablename = $1)
"""
_WAITING = "SELECT 1 FROM outbox WHERE published_at IS NULL LIMIT 1"

Counts = Mapping[tuple[str, str], float]
"""Counts by measure and owner: ("wal", service), ("inserted", "service table") and so on."""


class Cost(NamedTuple):
    """Cost of one request of a kind, with the bytes written for it."""

    kind: str
    requests: int
    cpu: Mapping[str, float]
    """Milliseconds by part."""
    rows: float
    """Inserted, updated and deleted."""
    wal: Mapping[str, float]
    """Bytes by service, without the images of whole pages that follow a checkpoint."""
    images: float
    """Bytes of those."""
    events: float
    """Published."""
    deliveries: float
    """Handled: an event once for each service that handles it."""
    kept: Mapping[str, float]
    """Bytes that remain, by service: rows with the width of their table, and an entry in each of
    its indexes. Outbox and inbox rows, deleted within weeks, are excluded.
    """


class Meter:
    """Measures kinds of requests on a running system, one after the other."""

    def __init__(self, system: System) -> None:
        self._system = system
        self._runner = asyncio.Runner()
        self._connections: dict[str, asyncpg.Connection] = {}
        self._pids = {
            PARTS[each.name]: each.pid
            for each in system.supervisor.information()
            if each.name in PARTS
        }
        self._wal: dict[tuple[str, str], float] = defaultdict(float)
        self._position = ""
        self._written: Counts = {}
        """Idle usage per second."""
        self._rests: list[cpu.Used] = []
        """Idle usage per second before and after each kind."""
        self.memory: dict[str, int] = defaultdict(int)
        """The most bytes that each part has had so far, with all that it has started."""

    @contextmanager
    def running(self) -> Iterator[None]:
        """Start with a measurement of idle usage."""
        try:
            for statement in (
                "CREATE EXTENSION pg_walinspect",
                "ALTER SYSTEM SET wal_keep_size = '2GB'",
                # It runs once a minute, independent of the measured work.
                "ALTER SYSTEM SET autovacuum = off",
                "SELECT pg_reload_conf()",
            ):
                self.fetch("postgres", statement)
            ((self._position,),) = self.fetch("postgres", "SELECT pg_current_wal_lsn()::text")
            # What was loaded at the start is published and handled first.
            time.sleep(_START_SECONDS)
            before, began = self._counts(), time.monotonic()
            self._rest()
            spent, took = _between(before, self._counts()), time.monotonic() - began
            self._written = {key: value / took for key, value in spent.items() if key[0] != "cpu"}
            yield
        finally:
            for connection in self._connections.values():
                self._runner.run(connection.close())
            self._runner.close()

    @property
    def idle(self) -> cpu.Used:
        """Return the idle CPU milliseconds per second of each part."""
        return {
            name: statistics.median(each[name] for each in self._rests) for name in self._rests[0]
        }

    def measure(self, kind: str, requests: int, work: Callable[[], object]) -> Cost:
        """Measure the cost of `work`, which makes this many requests, including its effects."""
        before, began = self._counts(), time.monotonic()
        work()
        self.settle()
        used, took = cpu.of_trees(self._pids), time.monotonic() - began
        idle = [self._rests[-1], self._rest()]
        spent, whole = _between(before, self._counts()), time.monotonic() - began
        each: dict[tuple[str, str], float] = {}
        for (what, name), value in spent.items():
            if what == "cpu":
                at_rest = statistics.mean(rest[name] for rest in idle)
                each[what, name] = used[name] - before[what, name] - at_rest * took
            else:
                each[what, name] = value - self._written.get((what, name), 0.0) * whole
        each = {key: max(0.0, value) / requests for key, value in each.items()}
        inserted = _of(each, "inserted")
        return Cost(
            kind,
            requests,
            _of(each, "cpu"),
            sum(_of(each, "rows").values()),
            _of(each, "wal"),
            sum(_of(each, "images").values()),
            sum(inserted.get(f"{name} outbox", 0.0) for name in SERVICES),
            sum(inserted.get(f"{name} inbox", 0.0) for name in SERVICES),
            self._kept(inserted),
        )

    def settle(self) -> None:
        """Wait until nothing waits in an outbox and the processors have had nothing to do for
        some seconds."""
        end, quiet, at_rest = time.monotonic() + LIMIT, 0, sum(self.idle.values())
        while quiet < _QUIET_SECONDS and time.monotonic() < end:
            before = sum(cpu.of_trees(self._pids).values())
            time.sleep(1)
            spent = sum(cpu.of_trees(self._pids).values()) - before
            waits = any(self.fetch(name, _WAITING) for name in SERVICES)
            quiet = 0 if waits or spent > at_rest + _ABOVE_IDLE else quiet + 1
        for part, pid in self._pids.items():
            self.memory[part] = max(self.memory[part], _memory_of(part, pid))

    def _rest(self) -> cpu.Used:
        """Measure idle usage per second, for as long as sessions take to report their counts."""
        before, began = cpu.of_trees(self._pids), time.monotonic()
        time.sleep(_STATISTICS)
        after, took = cpu.of_trees(self._pids), time.monotonic() - began
        self._rests.append({name: (after[name] - before[name]) / took for name in after})
        return self._rests[-1]

    def fetch(self, database: str, statement: str, *values: object) -> list[asyncpg.Record]:
        """The rows of a statement in a service's database."""
        return self._runner.run(self._fetch(database, statement, values))

    async def _fetch(
        self, database: str, statement: str, values: tuple[object, ...]
    ) -> list[asyncpg.Record]:
        if database not in self._connections:
            url = f"{self._system.plan.postgres().url}/{database}"
            self._connections[database] = await asyncpg.connect(url)
        rows: list[asyncpg.Record] = await self._connections[database].fetch(statement, *values)
        return rows

    def _counts(self) -> Counts:
        counts: dict[tuple[str, str], float] = defaultdict(float)
        for service in SERVICES:
            for table, inserted, others in self.fetch(service, _ROWS):
                counts["inserted", f"{service} {table}"] = inserted
                counts["rows", service] += inserted + others
        self._read_wal()
        counts.update(self._wal)
        # Last, since looking at the others costs PostgreSQL something.
        for part, milliseconds in cpu.of_trees(self._pids).items():
            counts["cpu", part] = milliseconds
        return counts

    def _read_wal(self) -> None:
        """Add the writes since the last call."""
        begin = self._position
        statement = "SELECT pg_current_wal_flush_lsn()::text"
        ((self._position,),) = self.fetch("postgres", statement)
        if self._position != begin:
            for name, written, images in self.fetch("postgres", _WAL, begin, self._position):
                self._wal["wal", name] += written
                self._wal["images", name] += images

    def _kept(self, inserted: Mapping[str, float]) -> Mapping[str, float]:
        kept: dict[str, float] = defaultdict(float)
        for name, rows in inserted.items():
            service, _, table = name.partition(" ")
            if rows and table not in ("outbox", "inbox"):
                ((width, indexes),) = self.fetch(service, _WIDTH.format(table=table), table)
                kept[service] += rows * (width + _POINTER + indexes * _ENTRY)
        return kept


def _between(before: Counts, after: Counts) -> Counts:
    return {key: after[key] - before.get(key, 0.0) for key in after}


def _of(counts: Counts, what: str) -> dict[str, float]:
    return {name: value for (each, name), value in counts.items() if each == what}


def _memory_of(part: str, pid: int) -> int:
    """The sessions of PostgreSQL share most of theirs: it counts once, as it is now. Of the others
    the most is known that each process has had."""
    if part == DATABASE:
        return memory.tree_size(pid)
    return sum(map(memory.peak_size, memory.descendants(pid)))
