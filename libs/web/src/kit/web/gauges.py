"""Prometheus gauges read from the database and the process.

The database is queried in the background, so that scrapes never wait. While it is down the last
values stay, and `itqan_database_reached` is 0.
"""

import asyncio
import shutil
from collections.abc import AsyncIterator, Iterable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import sqlalchemy as sa
from kit.core.state import StateKey
from kit.database.db import SHARE, Database, Share
from kit.web.invariants import checks
from prometheus_client import CollectorRegistry, Gauge, Histogram, ProcessCollector
from prometheus_client.metrics_core import GaugeMetricFamily, Metric
from prometheus_client.registry import Collector
from structlog import get_logger

log = get_logger(__name__)

LOOK_EVERY = 15.0
"""Seconds between queries, as often as Prometheus scrapes."""
_LOOK_TIMEOUT = 10.0
_NAP = 0.5
"""Seconds between measurements of the event loop's lag."""


@dataclass(frozen=True, slots=True)
class Measure:
    """A number from the service's database, exported as a gauge."""

    name: str
    text: str
    """Help text in `/metrics`."""
    statement: str
    """Query for one number. It must be fast, since every replica runs it often."""


OUTBOX = (
    Measure(
        "itqan_outbox_backlog",
        "Outbox rows that wait (counted up to 100,000)",
        "SELECT count(*) FROM (SELECT FROM outbox WHERE published_at IS NULL LIMIT 100000) AS few",
    ),
    Measure(
        "itqan_outbox_oldest_seconds",
        "Age of the oldest outbox row that waits",
        "SELECT coalesce(extract(epoch FROM clock_timestamp() - min(created_at)), 0) "
        "FROM (SELECT created_at FROM outbox WHERE published_at IS NULL LIMIT 100000) AS few",
    ),
)
"""Gauges of every service; they grow while the broker is down."""

SERVER = (
    Measure(
        "itqan_wal_archive_failing_seconds",
        "Time since the last archived WAL segment while archiving fails, else 0",
        "SELECT CASE WHEN last_failed_time > coalesce(last_archived_time, '-infinity') THEN "
        "extract(epoch FROM clock_timestamp() - coalesce(last_archived_time, stats_reset)) "
        "ELSE 0 END FROM pg_stat_archiver",
    ),
    Measure(
        "itqan_backup_age_seconds",
        "Time since `make backup` of this database, NaN before the first",
        # `make backup` writes this comment.
        "SELECT coalesce(extract(epoch FROM clock_timestamp() - substring("
        "shobj_description(oid, 'pg_database') FROM '^backup of (.+)$')::timestamptz), 'NaN') "
        "FROM pg_database WHERE datname = current_database()",
    ),
)
"""State of the database server, exported by every service."""


_RUNS = sa.select(
    checks.runs.c.name,
    sa.func.coalesce(checks.runs.c.found, -1),
    sa.extract("epoch", sa.func.clock_timestamp() - checks.runs.c.checked_at),
).where(checks.runs.c.checked_at.is_not(None))


class Gauges:
    """Periodic queries for the gauges."""

    def __init__(
        self,
        database: Database,
        measures: Sequence[Measure],
        registry: CollectorRegistry,
        disk: Path = Path("/"),
    ) -> None:
        self.registry = registry
        self._database = database
        self._measures = [
            (Gauge(each.name, each.text, registry=registry), sa.text(each.statement))
            for each in (*OUTBOX, *SERVER, *measures)
        ]
        self._broken = Gauge(
            "itqan_invariant_broken",
            "Rows that break a rule, by its last run; -1 when that failed",
            ["invariant"],
            registry=registry,
        )
        self._checked = Gauge(
            "itqan_invariant_checked_seconds",
            "Time since a rule was checked",
            ["invariant"],
            registry=registry,
        )
        self._reached = Gauge(
            "itqan_database_reached",
            "1 when the database answered the last look",
            registry=registry,
        )
        self._late = Histogram(
            "itqan_event_loop_late_seconds",
            "How late the event loop comes to what is due, looked at twice a second",
            registry=registry,
            buckets=(0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10),
        )
        Gauge(
            "itqan_disk_free_ratio",
            "Free share of the disk that holds the service's files",
            registry=registry,
        ).set_function(lambda: _find_free_ratio(disk))
        registry.register(_Connections(database))
        # Memory, CPU time and open files of the process.
        ProcessCollector(registry=registry)

    @asynccontextmanager
    async def looking(self) -> AsyncIterator[None]:
        """Query periodically while the block runs."""
        tasks = [asyncio.create_task(each()) for each in (self._look_again, self._nap)]
        try:
            yield
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.wait(tasks)

    async def _look_again(self) -> None:
        SHARE.set(Share.BACKGROUND)
        while True:
            await self.look()
            await asyncio.sleep(LOOK_EVERY)

    async def _nap(self) -> None:
        clock = asyncio.get_running_loop().time
        while True:
            due = clock() + _NAP
            await asyncio.sleep(_NAP)
            self._late.observe(max(0.0, clock() - due))

    async def look(self) -> None:
        """Query once. A database that does not answer is no error."""
        try:
            async with (
                asyncio.timeout(_LOOK_TIMEOUT),
                self._database.engine.connect() as connection,
            ):
                for gauge, statement in self._measures:
                    gauge.set(float((await connection.execute(statement)).scalar_one()))
                for name, found, age in await connection.execute(_RUNS):
                    self._broken.labels(name).set(found)
                    self._checked.labels(name).set(age)
        except Exception as error:
            self._reached.set(0)
            log.warning("the database was not measured", reason=str(error) or repr(error))
        else:
            self._reached.set(1)


def _find_free_ratio(path: Path) -> float:
    # The folder is created with the first file.
    existing = next(each for each in (path, *path.parents) if each.exists())
    usage = shutil.disk_usage(existing)
    return usage.free / usage.total


GAUGES: StateKey[Gauges] = StateKey("gauges")


class _Connections(Collector):
    """Connections in use, and the tasks that wait for one."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def collect(self) -> Iterable[Metric]:
        """Yield the numbers by pool: a share, or `raw` for hot paths."""
        in_use = GaugeMetricFamily(
            "itqan_database_connections_in_use", "Connections at work", labels=["pool"]
        )
        limit = GaugeMetricFamily(
            "itqan_database_connections_limit", "Connections that may be opened", labels=["pool"]
        )
        for pool, (now, most) in self._database.usage().items():
            in_use.add_metric([pool], now)
            limit.add_metric([pool], most)
        return in_use, limit
