"""Validation and confirmation of a file of 10,000 people, compared with a minimal import.

It also measures the effect on others: their requests, and another organization's small file while
20,000 people are validated. Validation is compared with storing the texts, and with its own SQL
statements alone. CPU used at rest is subtracted.

Enrollment, identity, database and broker run as in `make up`. `python -m bench.bulk` runs it alone.
"""

import asyncio
import statistics
import sys
import time
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import ExitStack, asynccontextmanager, contextmanager
from dataclasses import replace
from functools import partial
from io import BytesIO
from typing import Any, NamedTuple
from uuid import UUID

import asyncpg
import httpx
import python_calamine
from contracts.catalog import BatchUpdated
from contracts.enrollment import EnrollmentChanged
from contracts.people import read_key
from contracts.testing import event
from enrollment.bulk_enrollments.columns import COLUMNS
from enrollment.bulk_enrollments.models import BulkEnrollment
from enrollment.bulk_enrollments.validation.rules import count_rows, validate_rows
from enrollment.bulk_enrollments.validation.service import build_match_request
from enrollment.handlers import on_batch_updated
from identity.accounts.bulk_people.queries import PersonLookup, find_people
from kit.database.db import Database, new_id, utc_now
from kit.messaging.envelope import Meta
from kit.messaging.outbox import build_row
from kit.security.key_documents import KeyDocument, write_cached
from kit.testing import SIGNING_KEY, Client

from bench import cpu, start
from bench.people_file import workbook
from bench.readers import calls_when_due
from bench.rest import QUIET
from deploy.local import ports
from deploy.local.memory import tree_size
from deploy.local.plan import Plan

ROWS = 10_000
ROUNDS = 2
WARM_UP = 500
"""Rows of the file that is sent before anything is measured."""
PATIENCE = 600.0
"""Seconds: where others load the machine, 10,000 people are admitted in minutes."""
OTHERS_EVERY = 0.02
"""Seconds between two requests of others."""
REST_SECONDS = 6.0
LARGE, SMALL = 20_000, 20
"""Rows of a file that others are not to notice, and of another organization's."""
SMALL_FILES = 5
CHECK_TARGET, CONFIRM_TARGET, P99_TARGET, FAIR_TARGET = 3.0, 4.0, 3.0, 3.0
MEMORY_TARGET = 150.0
"""Million bytes by which enrollment may grow, with the processes that it starts."""


class NotMeasured(Exception):
    """Why there are no figures."""


class Spent(NamedTuple):
    """Cost of some work: seconds, and CPU milliseconds by process."""

    seconds: float
    cpu: cpu.Used

    @property
    def cost(self) -> float:
        """CPU seconds of all processes together."""
        return sum(self.cpu.values()) / 1000


class Round(NamedTuple):
    """One file: checked and confirmed by us, and by the bare reference."""

    check: Spent
    bare_check: Spent
    """Parsing the file and storing its texts, in a table that has nothing else."""
    stored_check: Spent
    """Parsing it and storing its rows as the check does, in a table such as the check's."""
    sql_check: Spent
    """The statements of the check alone, on the same rows."""
    confirm: Spent
    bare_confirm: Spent
    charged: float
    """Seconds from the confirmation until all people are admitted and the charge is requested."""


class Others(NamedTuple):
    """Milliseconds that requests of others took, and seconds that their small files did."""

    at_rest: Sequence[float]
    meanwhile: Sequence[float]
    files_at_rest: Sequence[float]
    files_meanwhile: Sequence[float]


def run() -> str:
    """The rows of the table that `make bench` prints, or why there are none; less is better."""
    try:
        with running() as system:
            rounds, others, grown = asyncio.run(_measure(system))
    except (NotMeasured, httpx.HTTPStatusError) as error:
        return f"a file of {ROWS} people: not measured: {error}"
    return "\n".join(_rows(rounds, others, grown))


class System(NamedTuple):
    """Enrollment, which runs."""

    plan: Plan
    url: str
    pid: int
    """Enrollment's."""


@contextmanager
def running() -> Iterator[System]:
    """Enrollment and identity, with servers of their own."""
    with start.plan() as plan, ExitStack() as stack:
        services = {each.part: each for each in plan.services()}
        enrollment = services["enrollment"]
        # Tokens are signed here: enrollment gets the key, and no JWKS URL.
        keys = plan.state.folder.resolve() / "bench-keys.json"
        write_cached(keys, KeyDocument(keys=[SIGNING_KEY.as_dict(private=False)]))
        nobody = f"http://127.0.0.1:{ports.choose()}/"
        enrollment = replace(
            enrollment,
            environment={
                **enrollment.environment, "ITQAN_JWKS_FILE": str(keys), "ITQAN_JWKS_URL": nobody,
                "ITQAN_LOG_LEVEL": "WARNING",
            },
        )  # fmt: skip
        started = [
            stack.enter_context(start.started(process, plan.state.folder / f"{process.name}.log"))
            for process in (services["identity"], enrollment)
        ]
        assert enrollment.health_url
        yield System(
            plan, enrollment.health_url.replace("health/ready", "api/v1/"), started[-1].pid
        )


async def _measure(system: System) -> tuple[list[Round], Others, float]:
    program = Client(permissions=frozenset({"create-bulk-enrollments"}))
    other = Client(permissions=frozenset({"create-bulk-enrollments"}))
    async with (
        _database(system) as database,
        httpx.AsyncClient(base_url=system.url, headers=program.headers, timeout=60) as client,
        httpx.AsyncClient(base_url=system.url, headers=other.headers, timeout=60) as others,
        growth(system.pid) as grown,
    ):
        await database.execute(
            "CREATE TABLE bare_enrollments (LIKE enrollments INCLUDING ALL);"
            "CREATE TABLE bare_outbox (LIKE outbox INCLUDING ALL);"
            "CREATE TABLE bare_bulk_rows (LIKE bulk_rows INCLUDING ALL);"
            f"CREATE TABLE bare_rows (number int PRIMARY KEY, {_TEXTS});"
            f"{_SAY_CHANGES}"
        )
        batch_id = await _make_batch(system)
        read = partial(calls_when_due, others, "bulk-enrollments", OTHERS_EVERY)
        await _round(system, database, client, batch_id, workbook(0, WARM_UP), {})
        await _rest()
        at_rest_used = await asyncio.to_thread(cpu.over, REST_SECONDS)
        rounds = [
            await _round(
                system, database, client, batch_id, workbook(number * ROWS, ROWS), at_rest_used
            )
            for number in range(1, ROUNDS + 1)
        ]
        at_rest: list[float] = []
        async with read(at_rest):
            await asyncio.sleep(REST_SECONDS)
        meanwhile: list[float] = []
        file = workbook((ROUNDS + 1) * ROWS, ROWS)
        async with read(meanwhile):
            bulk_id = await _check(database, client, batch_id, file)
            await _confirm(client, bulk_id)
            await _until(database, bulk_id, "awaiting_payment")
        await _rest()
        files = await _check_small_files(database, others, batch_id, large=None)
        large = asyncio.create_task(
            _check(database, client, batch_id, workbook((2 * ROUNDS + 2) * ROWS, LARGE))
        )
        meanwhile_files = await _check_small_files(database, others, batch_id, large=large)
        await large
        return rounds, Others(at_rest, meanwhile, files, meanwhile_files), grown() / 1e6


async def _check_small_files(
    database: asyncpg.Pool,
    client: httpx.AsyncClient,
    batch_id: UUID,
    large: asyncio.Task[str] | None,
) -> list[float]:
    """Return the seconds from upload to validation of some small files, optionally during a large
    one.
    """
    took: list[float] = []
    first = 10 if large else 20
    while len(took) < SMALL_FILES and not (large and large.done()):
        file = workbook((ROWS - first - len(took)) * ROWS, SMALL)
        began = time.monotonic()
        await _check(database, client, batch_id, file)
        took.append(time.monotonic() - began)
    if not took:
        raise NotMeasured("the large file was checked before a small one was sent")
    return took


@asynccontextmanager
async def _database(system: System) -> AsyncIterator[asyncpg.Pool]:
    # Two files are waited for at once.
    async with asyncpg.create_pool(
        system.plan.database_url("enrollment"), min_size=2, max_size=4
    ) as pool:
        yield pool


async def _make_batch(system: System) -> UUID:
    """A batch with seats for all rounds."""
    batch = event(BatchUpdated, capacity=100 * ROWS)
    meta = Meta(new_id(), utc_now(), 1, "catalog", batch.subject)
    database = Database(system.plan.database_url("enrollment"))
    async with database.transaction() as session:
        await on_batch_updated(session, batch, meta)
    await database.close()
    return batch.batch_id


async def _round(
    system: System,
    database: asyncpg.Pool,
    client: httpx.AsyncClient,
    batch_id: UUID,
    file: bytes,
    at_rest: cpu.Used,
) -> Round:
    await _rest()
    clock = _Clock(at_rest)
    await _bare_check(database, file)
    bare_check = clock.spent(bare=True)
    await _rest()
    clock = _Clock(at_rest)
    bulk_id = await _check(database, client, batch_id, file)
    check = clock.spent()
    rows = await database.fetch("SELECT * FROM bulk_rows WHERE bulk_enrollment_id = $1", bulk_id)
    await _rest()
    clock = _Clock(at_rest)
    await _stored_check(database, file, rows)
    stored_check = clock.spent(bare=True)
    await database.execute("TRUNCATE bare_bulk_rows")
    await _rest()
    sql_check = await _sql_of_check(system, database, UUID(bulk_id), rows, at_rest)
    await _rest()
    clock = _Clock(at_rest)
    await _confirm(client, bulk_id)
    confirm, confirmed = clock.spent(), time.monotonic()
    await _until(database, bulk_id, "awaiting_payment")
    charged = time.monotonic() - confirmed
    await _rest()
    copy = await _copied(database, bulk_id)
    clock = _Clock(at_rest)
    await copy()
    bare_confirm = clock.spent(bare=True)
    return Round(check, bare_check, stored_check, sql_check, confirm, bare_confirm, charged)


class _Clock:
    """Begins when it is made."""

    def __init__(self, at_rest: cpu.Used) -> None:
        self._at_rest = at_rest
        self._cpu, self._own, self._began = cpu.used(), time.process_time(), time.monotonic()

    def spent(self, *, bare: bool = False) -> Spent:
        """Return the cost since then without idle usage; the bare reference runs here."""
        seconds = time.monotonic() - self._began
        own = {"bare": (time.process_time() - self._own) * 1000} if bare else {}
        used = cpu.between(self._cpu, cpu.used())
        beside = {
            name: max(0.0, spent - self._at_rest.get(name, 0.0) * seconds)
            for name, spent in used.items()
        }
        return Spent(seconds, {**beside, **own})


async def _sql_of_check(
    system: System,
    database: asyncpg.Pool,
    bulk_id: UUID,
    rows: Sequence[asyncpg.Record],
    at_rest: cpu.Used,
) -> Spent:
    """Repeat the SQL of the file's validation: store the rows, match the people, validate all.

    Only PostgreSQL's time counts.
    """
    own, identity = (
        Database(system.plan.database_url(name)) for name in ("enrollment", "identity")
    )
    clock = _Clock(at_rest)
    await _copy_stored(database, rows)
    async with own.transaction() as session, identity.transaction() as other:
        bulk = await session.get_one(BulkEnrollment, bulk_id)
        await validate_rows(session, bulk_id)
        await count_rows(session, bulk)
        for portion in {row["portion"] for row in rows}:
            async with session.begin_nested() as unsent:
                await session.execute(build_match_request(bulk, portion))
                await unsent.rollback()
            await find_people(other, [_asked(row) for row in rows if row["portion"] == portion])
    spent = clock.spent()
    await database.execute("TRUNCATE bare_bulk_rows")
    await own.close()
    await identity.close()
    return Spent(spent.seconds, {"PostgreSQL": spent.cpu["PostgreSQL"]})


def _asked(row: asyncpg.Record) -> PersonLookup:
    key = row["person_key"]
    return PersonLookup(key, *read_key(key), row["name_en"], row["name_ar"])


async def _rest() -> None:
    """Wait until what a round has caused is worked off, as far as CPU tells."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        if sum((await asyncio.to_thread(cpu.over, 1.0)).values()) < QUIET:
            return


_NAMES = [column.name for column in COLUMNS[:-1]]
_TEXTS = ", ".join(f"{name} text" for name in _NAMES)


async def _bare_check(database: asyncpg.Pool, file: bytes) -> None:
    """Parse the file, and store its texts."""
    await database.copy_records_to_table(
        "bare_rows",
        records=((number, *row) for number, row in enumerate(_parsed(file))),
        columns=["number", *_NAMES],
    )
    await database.execute("TRUNCATE bare_rows")


async def _stored_check(
    database: asyncpg.Pool, file: bytes, rows: Sequence[asyncpg.Record]
) -> None:
    """Parse the file, and store its rows as the check has left them."""
    _parsed(file)
    await _copy_stored(database, rows)


def _parsed(file: bytes) -> list[list[Any]]:
    with python_calamine.CalamineWorkbook.from_filelike(BytesIO(file)) as workbook:
        return workbook.get_sheet_by_index(0).to_python()


async def _copy_stored(database: asyncpg.Pool, rows: Sequence[asyncpg.Record]) -> None:
    await database.copy_records_to_table(
        "bare_bulk_rows", records=rows, columns=list(rows[0].keys())
    )


async def _check(
    database: asyncpg.Pool, client: httpx.AsyncClient, batch_id: UUID, file: bytes
) -> str:
    """Upload the file and wait for the end of its check; its id."""
    answer = await client.post(
        "bulk-enrollments/files",
        data={"batch_id": str(batch_id)},
        files={"file": ("people.xlsx", file)},
    )
    bulk_id: str = _body(answer)["id"]
    await _until(database, bulk_id, "checked")
    wrong = await database.fetchval("SELECT invalid FROM bulk_enrollments WHERE id = $1", bulk_id)
    if wrong:
        raise NotMeasured(f"{wrong} rows were found wrong")
    return bulk_id


async def _confirm(client: httpx.AsyncClient, bulk_id: str) -> None:
    _body(await client.post(f"bulk-enrollments/{bulk_id}/confirm", json={}))


def _body(answer: httpx.Response) -> Any:
    if answer.is_error:
        raise NotMeasured(f"{answer.request.url.path} answered {answer.status_code}")
    return answer.json()


_SAY_CHANGES = """
CREATE FUNCTION say_changed() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN PERFORM pg_notify('bulk_enrollments', ''); RETURN NULL; END $$;
CREATE TRIGGER say_changed AFTER UPDATE OF status ON bulk_enrollments
FOR EACH ROW EXECUTE FUNCTION say_changed()
"""


async def _until(database: asyncpg.Pool, bulk_id: str, status: str) -> None:
    asked = "SELECT status FROM bulk_enrollments WHERE id = $1"
    changed = asyncio.Event()

    def note(*_: Any) -> None:
        changed.set()

    # Frequent polling would take CPU time from the measured work.
    async with database.acquire() as connection, asyncio.timeout(PATIENCE):
        await connection.add_listener("bulk_enrollments", note)
        while await connection.fetchval(asked, bulk_id) != status:
            await changed.wait()
            changed.clear()
        await connection.remove_listener("bulk_enrollments", note)


async def _copied(database: asyncpg.Pool, bulk_id: str) -> Callable[[], Any]:
    """Stores what confirming the file has made once more: its enrollments and their events."""
    made = await database.fetch("SELECT * FROM enrollments WHERE bulk_enrollment_id = $1", bulk_id)
    columns = list(made[0].keys())
    enrollments = [tuple(row) for row in made]
    events = [build_row(event(EnrollmentChanged), sequence=1) for _ in made]
    outbox = [tuple(row.values()) for row in events]

    async def copy() -> None:
        async with database.acquire() as connection, connection.transaction():
            await connection.copy_records_to_table(
                "bare_enrollments", records=enrollments, columns=columns
            )
            await connection.copy_records_to_table(
                "bare_outbox", records=outbox, columns=list(events[0])
            )

    return copy


@asynccontextmanager
async def growth(pid: int) -> AsyncIterator[Callable[[], int]]:
    """By how many bytes a process and its children have been larger than at the beginning."""
    first = highest = tree_size(pid)

    async def watch() -> None:
        nonlocal highest
        while True:
            highest = max(highest, await asyncio.to_thread(tree_size, pid))
            await asyncio.sleep(0.2)

    task = asyncio.create_task(watch())
    try:
        yield lambda: highest - first
    finally:
        task.cancel()


def _rows(rounds: Sequence[Round], others: Others, grown: float) -> Iterator[str]:
    checks, confirms = ([getattr(e, each) for e in rounds] for each in ("check", "confirm"))
    steps: Sequence[tuple[str, list[Spent], list[Spent], float]] = (
        ("checked", checks, [e.stored_check for e in rounds], CHECK_TARGET),
        ("confirmed", confirms, [e.bare_confirm for e in rounds], CONFIRM_TARGET),
    )
    for name, ours, bare, target in steps:
        costs = [[each.cost for each in side] for side in (ours, bare)]
        times = [[each.seconds for each in side] for side in (ours, bare)]
        yield _row(f"{ROWS} people {name}, time (s)", times, target)
        yield _beside(f"{ROWS} people {name}, CPU (s)", costs)
        yield f"    ours, CPU ms: {cpu.show([each.cpu for each in ours])}"
        yield f"    bare, CPU ms: {cpu.show([each.cpu for each in bare])}"
    texts = [[each.seconds for each in side] for side in (checks, [e.bare_check for e in rounds])]
    yield _beside(f"{ROWS} people checked, beside texts (s)", texts)
    alone = [each.sql_check.cost for each in rounds]
    whole = [each.check.cost for each in rounds]
    yield _beside(f"{ROWS} people checked, beside its SQL (s)", [whole, alone])
    parsed = [each.bare_check.cost for each in rounds]
    yield _beside(f"{ROWS} people checked, its SQL alone (s)", [alone, parsed])
    charged = statistics.median(each.charged for each in rounds)
    yield f"{f'{ROWS} people admitted and charged (s)':<44} {charged:>11.3g}"
    p99 = [[statistics.quantiles(side, n=100)[98]] for side in (others.meanwhile, others.at_rest)]
    yield _row("requests of others meanwhile, p99 (ms)", p99, P99_TARGET)
    files = [[statistics.median(side)] for side in (others.files_meanwhile, others.files_at_rest)]
    yield _row(f"{SMALL} people of others meanwhile, time (s)", files, FAIR_TARGET)
    verdict = "reached" if grown <= MEMORY_TARGET else "MISSED"
    title = "growth of enrollment's memory (MB)"
    yield f"{title:<44} {grown:>11.3g} {'':>11} {'':>7} {MEMORY_TARGET:>7.0f}  {verdict}"


def _row(title: str, sides: Sequence[Sequence[float]], target: float) -> str:
    verdict = "reached" if _ratio(sides) <= target else "MISSED"
    return f"{_beside(title, sides)} {target:>7.1f}  {verdict}"


def _beside(title: str, sides: Sequence[Sequence[float]]) -> str:
    ours, bare = map(statistics.median, sides)
    return f"{title:<44} {ours:>11.3g} {bare:>11.3g} {_ratio(sides):>7.2f}"


def _ratio(sides: Sequence[Sequence[float]]) -> float:
    ours, bare = sides
    return statistics.median(mine / theirs for mine, theirs in zip(ours, bare, strict=True))


if __name__ == "__main__":
    sys.stdout.write(f"{run()}\n")
