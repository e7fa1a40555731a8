"""Lists when the data has grown: 1,000,000 payments, certificates and notices, 200,000 enrollments,
100,000 inquiries and requests for approval and 50,000 people beside a hundredth of them.

Each service runs in this process, on a scratch database of each size, filled by SQL and analysed,
and is asked for what screens ask for: first and deep pages, filters, searches in Arabic and by
numbers, an organization's and a candidate's own, and files. Both sizes take turns.

`python -m bench.growth payments enrollment` runs the cases of these services; without names, all.
"""

import asyncio
import importlib
import statistics
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from datetime import timedelta
from hashlib import md5
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple
from uuid import UUID

import asyncpg
import httpx
from contracts import SUPER_ADMIN
from joserfc.jwk import KeySet
from kit import migrations
from kit.app import Service
from kit.auth import VERIFIER
from kit.config import Environment
from kit.days import today
from kit.exports import MAX_ROWS
from kit.testing import SIGNING_KEY, Actor, ServiceUnderTest, actor, fresh_database, running
from kit.tokens import Verifier

from bench import cpu, exports
from deploy.local import ports
from deploy.local.servers import PrivatePostgres

SMALL, LARGE = 1_000, 100_000
"""Batches; all else follows from their number."""
TARGET = 0.5
FLAT = 16.0
"""By how many million bytes a process may grow more for a file of many rows than of few."""
COUNTED = 10_000
"""What lists are counted as far as, so that their pages end there."""
ROUNDS, TIMES = 3, 8
DAYS = 730
"""Over which `growth.sql` spreads its rows."""
HEADER = f"{'case':<52} {f'{LARGE:,}':>9} {f'{SMALL:,}':>9} {'ratio':>6} {'target':>7}"
FOLDER = Path(__file__).parent


def id_of(kind: str, number: int) -> UUID:
    """As `growth.sql` makes them."""
    # No secret is made of it.
    prefix = md5(kind.encode(), usedforsecurity=False).hexdigest()[:8]
    return UUID(f"{prefix}-0000-7000-8000-{number:012x}")


def numbers_of(batches: int) -> Mapping[str, int]:
    """How many rows there are of what, where there are so many batches."""
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


def _as(who: Actor, **claims: Any) -> Actor:
    assert who.profile
    profile = {name: value for name, value in claims.items() if name != "user_id"}
    user = {"user_id": claims["user_id"]} if "user_id" in claims else {}
    return replace(who, profile=who.profile.model_copy(update=profile), **user)


ADMIN = actor("admin", roles=[SUPER_ADMIN])
LARGEST, OTHER = (
    _as(actor("organization"), organization_id=id_of("organization", number)) for number in (0, 7)
)
APPROVER = _as(ADMIN, user_id=id_of("user", 1))
CANDIDATE = _as(actor("candidate"), id=id_of("person", 0), user_id=id_of("user", 0))


@dataclass(frozen=True, slots=True)
class Case:
    """What is asked for, by whom. `{last}` is the last page of `of` rows, as far as they are
    counted, and `{since}` the day since which there are at least a thousand of them; files cost
    what a thousand of their rows cost."""

    name: str
    path: str
    of: str = ""
    who: Actor = ADMIN

    def address(self, numbers: Mapping[str, int], most: int = 1000) -> str:
        """The path where there are so many rows of each kind; of a file, since when there are
        `most` of them."""
        rows = numbers.get(self.of, 0)
        days = 1 + DAYS * most // rows if rows else 0
        return self.path.format(
            last=min(rows, COUNTED) // 20,
            code=f"{rows // 2:07}",
            half=rows // 2,
            transaction=900_000_000 + (rows // 2) * 17,
            email=f"person{rows // 4}@",
            organization=id_of("organization", 7),
            since=today() - timedelta(days),
            today=today(),
        )


CASES: dict[str, Sequence[Case]] = {
    "payments": (
        Case("first page", "payments"),
        Case("page 100", "payments?page=100"),
        Case("last page", "payments?page={last}", "payments"),
        Case("failed ones", "payments?status=failed"),
        Case("transfers by amount", "payments?way=bank_transfer&sort=-amount_minor"),
        Case("oldest first", "payments?sort=created_at"),
        Case("Arabic family name", "payments?search=العتيبي"),
        Case("Arabic first and family name", "payments?search=هدى العتيبي"),
        Case("failed ones of a family name", "payments?search=العتيبي&status=failed"),
        Case("one reference", "payments?search=ITQ-2026-{code}", "payments"),
        Case("the end of a reference", "payments?search={code}", "payments"),
        Case("one transaction", "payments?search={transaction}", "payments"),
        Case("one address", "payments?search={email}", "people"),
        Case("nothing found", "payments?search=zzyzx"),
        Case("the largest organization's", "payments", who=LARGEST),
        Case("another organization's", "payments", who=OTHER),
        Case("a candidate's charges", "charges", who=CANDIDATE),
        Case(
            "1,000 rows of a file",
            "payments/export?format=csv&created_from={since}",
            "payments",
            actor("admin", roles=[SUPER_ADMIN]),
        ),
    ),
    "enrollment": (
        Case("first page of enrollments", "enrollments"),
        Case("page 100", "enrollments?page=100"),
        Case("last page", "enrollments?page={last}", "enrollments"),
        Case("waiting ones by start", "enrollments?status=waitlisted&sort=starts_at"),
        Case("rejected ones", "enrollments?status=rejected&sort=-updated_at"),
        Case("unpaid ones by day", "enrollments?status=pending_payment&sort=payment_due_at"),
        Case("by candidate", "enrollments?sort=candidate"),
        Case("by candidate, page 100", "enrollments?sort=-candidate&page=100"),
        Case("by start", "enrollments?sort=-starts_at"),
        Case("Arabic family name", "enrollments?search=العتيبي"),
        Case("Arabic first and family name", "enrollments?search=هدى العتيبي"),
        Case("one reference", "enrollments?search=ITQ-2026-{code}", "enrollments"),
        Case("one address", "enrollments?search={email}", "people"),
        Case("nothing found", "enrollments?search=zzyzx"),
        Case("how many in each state", "enrollments/counts"),
        Case("the largest organization's", "enrollments", who=LARGEST),
        Case("another organization's", "enrollments", who=OTHER),
        Case("another's with a family name", "enrollments?search=العتيبي", who=OTHER),
        Case("another's by candidate", "enrollments?sort=candidate", who=OTHER),
        Case(
            "the largest's rejected ones",
            "enrollments?status=rejected&sort=-updated_at",
            who=LARGEST,
        ),
        Case("the largest's counts", "enrollments/counts", who=LARGEST),
        Case("home: how many wait", "enrollments?status=waitlisted&page_size=1"),
        Case("home: how many are confirmed", "enrollments?status=confirmed&page_size=1"),
        Case(
            "home: unpaid ones",
            "enrollments?status=pending_payment&sort=payment_due_at&page_size=5",
        ),
        Case(
            "home: the largest's requests",
            "enrollments/requests?page_size=5&sort=created_at",
            who=LARGEST,
        ),
        Case("a candidate's own", "enrollments/mine", who=CANDIDATE),
        Case(
            "1,000 rows of a file",
            "enrollments/export?format=csv&created_from={since}T00:00:00Z",
            "enrollments",
            actor("admin", roles=[SUPER_ADMIN]),
        ),
        Case("first page of certificates", "certificates"),
        Case("last page of certificates", "certificates?page={last}", "certificates"),
        Case("certificates that expire", "certificates?state=expiring"),
        Case("certificates by holder", "certificates?sort=holder_name"),
        Case("certificates by training", "certificates?sort=-training_title"),
        Case("certificates by expiry", "certificates?sort=-expires_on"),
        Case("certificates: Arabic family name", "certificates?search=العتيبي"),
        Case("certificates: one holder", "certificates?search=هدى العتيبي"),
        Case("certificates: nothing found", "certificates?search=zzyzx"),
        Case("certificates of another organization", "certificates", who=OTHER),
        Case("a candidate's certificates", "certificates/mine", who=CANDIDATE),
    ),
    "catalog": (
        Case("first page of batches", "batches/managed"),
        Case("page 100 of batches", "batches/managed?page=100", "batches"),
        Case("last page of batches", "batches/managed?page={last}", "batches"),
        Case("upcoming batches of a level", "batches/managed?phase=upcoming&level=advanced"),
        Case("batches by title", "batches/managed?sort=title_en"),
        Case("batches by Arabic title", "batches/managed?sort=title_ar"),
        Case("batches by free seats", "batches/managed?sort=seats_left"),
        Case("batches: Arabic search", "batches/managed?search=الرافعات"),
        Case("batches: one code", "batches/managed?search=BENCH-{half}", "batches"),
        Case("batches: nothing found", "batches/managed?search=zzyzx"),
        Case("batches of another organization", "batches/managed", who=OTHER),
        Case("another's batches: Arabic search", "batches/managed?search=الرافعات", who=OTHER),
        Case(
            "1,000 rows of a file of batches",
            "batches/managed/export?format=csv&starts_from={since}&starts_to={today}",
            "batches",
            actor("admin", roles=[SUPER_ADMIN]),
        ),
        Case(
            "home: next batches",
            "batches/managed?phase=upcoming&status=published&page_size=5&sort=starts_at",
        ),
        Case("first page of trainings", "trainings/managed"),
        Case("last page of trainings", "trainings/managed?page={last}", "trainings"),
        Case("trainings by next batch", "trainings/managed?sort=starts_at"),
        Case("trainings changed last", "trainings/managed?sort=-updated_at"),
        Case("trainings: Arabic search", "trainings/managed?search=الرافعات"),
        Case("trainings of another organization", "trainings/managed", who=OTHER),
        Case("first page of announcements", "announcements/managed"),
        Case("last page of announcements", "announcements/managed?page={last}", "announcements"),
        Case("announcements: Arabic search", "announcements/managed?search=الرافعات"),
        Case("public announcements", "announcements"),
    ),
    "notifications": (
        Case("a person's, of many", "notifications", who=CANDIDATE),
        Case("their unread ones", "notifications?unread=true", who=CANDIDATE),
        Case("their last page", "notifications?page=50", who=CANDIDATE),
        Case("how many are unread", "notifications/unread-count", who=CANDIDATE),
        Case("failed deliveries", "notifications/deliveries"),
        Case("page 100 of failed ones", "notifications/deliveries?page=100"),
        Case("sent deliveries", "notifications/deliveries?status=sent"),
        Case("deliveries: Arabic family name", "notifications/deliveries?search=العتيبي"),
        Case(
            "deliveries: Arabic first and family name",
            "notifications/deliveries?search=هدى العتيبي",
        ),
        Case(
            "sent ones: Arabic family name", "notifications/deliveries?search=العتيبي&status=sent"
        ),
        Case("deliveries: one address", "notifications/deliveries?search={email}", "people"),
        Case("deliveries: nothing found", "notifications/deliveries?search=zzyzx"),
        Case("inquiries", "queries"),
        Case("last page of inquiries", "queries?page={last}", "batches"),
        Case("inquiries by their last change", "queries?sort=-updated_at"),
        Case("open inquiries", "queries?status=open"),
        Case("inquiries: Arabic family name", "queries?search=العتيبي"),
        Case("inquiries: one address", "queries?search={email}", "batches"),
        Case("inquiries: nothing found", "queries?search=zzyzx"),
        Case(
            "1,000 rows of a file of inquiries",
            "queries/export?format=csv&created_from={since}",
            "batches",
            actor("admin", roles=[SUPER_ADMIN]),
        ),
    ),
    "identity": (
        Case("first page of users", "users"),
        Case("last page of users", "users?page={last}", "people"),
        Case("users by name", "users?sort=name_ar"),
        Case("staff among users", "users?type=staff"),
        Case("unverified users", "users?verified=false"),
        Case("users: Arabic family name", "users?search=العتيبي"),
        Case("users: Arabic first and family name", "users?search=هدى العتيبي"),
        Case("users: one address", "users?search={email}", "people"),
        Case("users: nothing found", "users?search=zzyzx"),
        Case("candidates", "candidates"),
        Case("candidates: Arabic family name", "candidates?search=العتيبي"),
        Case("last page of candidates", "candidates?page={last}", "people"),
        Case("candidates by name", "candidates?sort=name_en"),
        Case("candidates of an organization", "candidates", who=OTHER),
        Case("those with a family name", "candidates?search=العتيبي", who=OTHER),
        Case(
            "1,000 rows of a file of candidates",
            "candidates/export?format=csv&registered_from={since}",
            "people",
            actor("admin", roles=[SUPER_ADMIN]),
        ),
        Case("an organization's people", "staff", who=LARGEST),
        Case("its people with a family name", "staff?search=العتيبي", who=LARGEST),
        Case("organizations", "organizations"),
        Case("organizations by name", "organizations?sort=name_ar"),
        Case("organizations: one", "organizations?search=academy7@"),
        Case("audit trail", "audit-trail"),
        Case("audit trail: last page", "audit-trail?page={last}", "entries"),
        Case("audit trail of a noun", "audit-trail?noun=batch"),
        Case("audit trail of an organization", "audit-trail?organization_id={organization}"),
        Case("audit trail: Arabic family name", "audit-trail?search=العتيبي"),
        Case("audit trail: nobody", "audit-trail?search=zzyzx"),
        Case(
            "1,000 rows of a file of the audit trail",
            "audit-trail/export?format=csv&recorded_from={since}",
            "entries",
            actor("admin", roles=[SUPER_ADMIN]),
        ),
    ),
    "approvals": (
        Case("first page of requests", "approvals"),
        Case("last page of requests", "approvals?page={last}", "batches"),
        Case("pending requests by due day", "approvals?status=pending&sort=due_on"),
        Case("those that wait for an approver", "approvals?mine=true", who=APPROVER),
        Case("overdue requests", "approvals?overdue=true"),
        Case("requests of one kind", "approvals?content_type=announcement"),
        Case("requests: Arabic family name", "approvals?search=العتيبي"),
        Case("requests: Arabic first and family name", "approvals?search=هدى العتيبي"),
        Case("requests: nothing found", "approvals?search=zzyzx"),
    ),
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
    """Of the rows of each kind."""
    url: str
    """The database's."""
    service: ServiceUnderTest[Any, Any]
    client: httpx.AsyncClient

    async def ask(self, case: Case) -> float:
        """What the case asks for, once; how many such answers, or thousands of rows, it was."""
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
            if "/export" in case.path:
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
    """The service on a database of its own with so many rows; `prepare` may change its tables while
    they are empty."""
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
    await connection.execute("VACUUM ANALYZE", timeout=900)
    await connection.close()


async def measure(side: Side, case: Case) -> Cost:
    """What one answer costs, after a first one that is not counted."""
    answers = await side.ask(case)
    before, mine = cpu.used(), time.process_time()
    clock = []
    for _ in range(TIMES):
        started = time.perf_counter()
        await side.ask(case)
        clock.append((time.perf_counter() - started) * 1000)
    spent = (time.process_time() - mine) * 1000
    database = cpu.between(before, cpu.used())["PostgreSQL"]
    times = TIMES * answers
    return Cost(statistics.median(clock) / answers, spent / times, database / times)


def median(rounds: Sequence[Cost]) -> Cost:
    """Of each part."""
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
