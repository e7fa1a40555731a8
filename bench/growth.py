"""Lists with large tables, compared with a hundredth of the rows.

There are 1,000,000 payments, certificates and notifications, 200,000 enrollments, 100,000 inquiries
and approval requests, and 50,000 people. Each service runs in this process, on a scratch database
of each size, filled by SQL and analyzed. The cases are those of the screens: first and deep pages,
filters, Arabic and numeric searches, own lists, and files. Both sizes take turns.

`python -m bench.growth payments enrollment` runs these services' cases; without names, all.
"""

import asyncio
import importlib
import statistics
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import asyncpg
import httpx
from joserfc.jwk import KeySet
from kit.core.config import Environment
from kit.security.auth import VERIFIER
from kit.security.tokens import Verifier
from kit.spreadsheets.exports import MAX_ROWS
from kit.testing import SIGNING_KEY, ServiceUnderTest, fresh_database, running
from kit.web import migrations
from kit.web.app import Service

from bench import cpu, exports
from bench.growth_cases import CASES, Case
from deploy.local import ports
from deploy.local.servers import PrivatePostgres

SMALL, LARGE = 1_000, 100_000
"""Batches; all else follows from their number."""
TARGET = 0.5
FLAT = 16.0
"""By how many million bytes a process may grow more for a file of many rows than of few."""
ROUNDS = 5
TIMES, FILES = 40, 8
"""Answers, and files, in a row: PostgreSQL's time is known in hundredths of a second."""
HEADER = f"{'case':<52} {f'{LARGE:,}':>9} {f'{SMALL:,}':>9} {'ratio':>6} {'target':>7}"
FOLDER = Path(__file__).parent


def numbers_of(batches: int) -> Mapping[str, int]:
    """Return the number of rows of each kind for this many batches."""
    return {
        "batches": batches,
        "trainings": batches // 20,
        "announcements": batches // 10,
        "organizations": 10 if batches == SMALL else 100,
        "people": batches // 2,
        "enrollments": 2 * batches,
        "payments": 10 * batches,
        "certificates": 10 * batches,
        "notices": 10 * batches,
        "entries": 10 * batches,
    }


class Cost(NamedTuple):
    """Milliseconds of one answer: on the clock, and of CPU in the service and in PostgreSQL."""

    clock: float
    service: float
    database: float

    def __str__(self) -> str:
        return (
            f"{self.clock:7.1f} ms, of CPU {self.service:6.1f} in the service "
            f"and {self.database:6.1f} in PostgreSQL"
        )


@dataclass(frozen=True, slots=True, eq=False)
class Side:
    """A service on a database of one size."""

    numbers: Mapping[str, int]
    """Number of rows of each kind."""
    url: str
    """The database's."""
    service: ServiceUnderTest[Any, Any]
    client: httpx.AsyncClient

    async def ask(self, case: Case) -> float:
        """Run the case once, and return the number of responses or thousands of rows."""
        answer = await self.client.get(case.address(self.numbers), headers=case.who.headers)
        if answer.is_error:
            raise RuntimeError(f"{case.address(self.numbers)}: {answer.text}")
        is_file = answer.headers["content-type"].startswith("text/csv")
        return answer.content.count(b"\n") / 1000 if is_file else 1


def run(services: Sequence[str] = tuple(CASES)) -> str:
    """The rows of the table, on a server of its own."""
    with TemporaryDirectory(prefix="itqan-growth-") as name:
        folder = Path(name)
        folder.chmod(0o711)
        postgres = PrivatePostgres(folder / "postgres", ports.choose(), "bench", durable=False)
        with postgres.running(folder / "postgres.log"):
            lines = [HEADER]
            for service in services:
                lines += asyncio.run(_measure(service, postgres.url, folder))
            return "\n".join(lines)


async def _measure(name: str, server: str, folder: Path) -> list[str]:
    rows = []
    async with (
        side(name, numbers_of(SMALL), server, folder) as small,
        side(name, numbers_of(LARGE), server, folder) as large,
    ):
        for case in CASES[name]:
            rounds: dict[Side, list[Cost]] = {small: [], large: []}
            for number in range(ROUNDS):
                for one in rounds if number % 2 == 0 else reversed(rounds):
                    rounds[one].append(await measure(one, case))
            said = [_row(f"{name}: {case.name}", rounds[large], rounds[small])]
            if case.is_file:
                said.append(await _memory(large, case))
            print(*said, sep="\n", file=sys.stderr, flush=True)
            rows += said
    return rows


@asynccontextmanager
async def side(
    name: str,
    numbers: Mapping[str, int],
    server: str,
    folder: Path,
    prepare: Callable[[asyncpg.Connection], Awaitable[object]] | None = None,
) -> AsyncIterator[Side]:
    """Run the service on a database with this many rows; `prepare` may change its empty tables."""
    async with fresh_database(server, name) as url:
        declaration = importlib.import_module(f"{name}.main").app
        await asyncio.to_thread(migrations.migrate, declaration, url)
        await _fill(url, name, numbers, prepare)
        async with _running(declaration, url, folder) as (service, client):
            yield Side(numbers, url, service, client)


@asynccontextmanager
async def _running(
    declaration: Service[Any, Any], url: str, folder: Path
) -> AsyncIterator[tuple[ServiceUnderTest[Any, Any], httpx.AsyncClient]]:
    settings = declaration.settings(
        env=Environment.TEST,
        database_url=url,
        broker_url="amqp://127.0.0.1:1/",
        files_url=(folder / "files").as_uri(),
        log_level="WARNING",
    )
    async with running(declaration, settings) as service:
        # Identity's own keys would not know the callers.
        VERIFIER.put(service.app, Verifier(keys=KeySet([SIGNING_KEY])))
        transport = httpx.ASGITransport(app=service.app)
        base_url = f"http://{declaration.name}/api/v1/"
        async with httpx.AsyncClient(transport=transport, base_url=base_url, timeout=60) as client:
            yield service, client


async def _fill(
    url: str,
    service: str,
    numbers: Mapping[str, int],
    prepare: Callable[[asyncpg.Connection], Awaitable[object]] | None,
) -> None:
    connection = await asyncpg.connect(url, server_settings={"maintenance_work_mem": "256MB"})
    if prepare is not None:
        await prepare(connection)
    # The enrollments of a certificate's predecessors, for instance, are not what is looked at.
    await connection.execute("SET session_replication_role = replica")
    # The catalogue is filled as for its own benchmark, and beyond.
    shared = ["growth.sql", "catalogue.sql"] if service == "catalog" else ["growth.sql"]
    for part in (*shared, f"growth_{service}.sql"):
        script = (FOLDER / part).read_text()
        for name, number in numbers.items():
            script = script.replace(f":{name}", str(number))
        await connection.execute(script, timeout=900)
    for rebuild in await connection.fetch(
        "SELECT proname FROM pg_proc WHERE proname LIKE 'rebuild\\_%\\_documents'"
    ):
        await connection.execute(f"SELECT {rebuild['proname']}()", timeout=900)
    await connection.execute("VACUUM ANALYZE", timeout=900)
    await connection.close()


async def measure(side: Side, case: Case) -> Cost:
    """Measure the cost of one response after an uncounted first one."""
    answers = await side.ask(case)
    before, mine = cpu.used(), time.process_time()
    clock = []
    count = FILES if case.is_file else TIMES
    for _ in range(count):
        started = time.perf_counter()
        await side.ask(case)
        clock.append((time.perf_counter() - started) * 1000)
    spent = (time.process_time() - mine) * 1000
    database = cpu.between(before, cpu.used())["PostgreSQL"]
    times = count * answers
    return Cost(statistics.median(clock) / answers, spent / times, database / times)


def median(rounds: Sequence[Cost]) -> Cost:
    """Return the median of each part."""
    return Cost(*(statistics.median(parts) for parts in zip(*rounds, strict=True)))


async def _memory(side: Side, case: Case) -> str:
    """A file's memory, of as many rows as one may have and of a thousand."""
    found = []
    for rows in (1000, 9 * MAX_ROWS // 10):
        path, _, query = case.address(side.numbers, rows).partition("?")
        path = f"/api/v1/{path}"
        lines, grown = await exports.memory_of(side.service.app, path, query, case.who.headers)
        found.append((lines, grown))
    (few, little), (many, much) = found
    verdict = "reached" if much - little <= FLAT else "MISSED"
    name = f"memory of {many:,} rows and of {few:,} (MB)"
    return f"  {name:<50} {much:>9.1f} {little:>9.1f} {verdict:>24}"


def _row(name: str, large: Sequence[Cost], small: Sequence[Cost]) -> str:
    clock, service, database = zip(median(large), median(small), strict=True)
    spent = [sum(parts) for parts in zip(service, database, strict=True)]
    ratio = spent[1] / spent[0]
    verdict = "reached" if ratio >= TARGET else "MISSED"
    return "\n".join(
        (
            f"{name + ' (ms)':<52} {clock[0]:>9.1f} {clock[1]:>9.1f} {clock[1] / clock[0]:>6.2f}",
            f"  {f'CPU; PostgreSQL {database[0]:.1f} and {database[1]:.1f}':<50} {spent[0]:>9.1f} "
            f"{spent[1]:>9.1f} {ratio:>6.2f} {TARGET:>7.2f}  {verdict}",
        )
    )


if __name__ == "__main__":
    print(run(sys.argv[1:] or tuple(CASES)))
