"""Notifications: cost of an event to 5,000 people, delay to open streams, mails, and open streams.

Writing is compared with one COPY of the same rows. Mails are sent by one and three replicas to a
local server; one replica holds 2,000 open streams. `python -m bench.notices` runs it alone, or the
named parts only.

Everything shares one machine, including mail server and stream clients.
"""

import argparse
import asyncio
import statistics
import tempfile
import time
from collections.abc import (
    AsyncIterator,
    Callable,
    Coroutine,
    Iterable,
    Iterator,
    Mapping,
    Sequence,
)
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlsplit

import asyncpg
import httpx
from aiosmtpd.smtp import SMTP, Envelope, Session
from contracts.notifications import NotificationsCreated
from kit.database.db import Database, new_id, utc_now
from kit.messaging.broker import Broker
from kit.messaging.outbox import build_row
from kit.messaging.relay import Relay
from kit.testing import Actor, actor, eventually, fresh_database
from kit.web import migrations
from notifications.main import app
from notifications.notifications.service import Notice, notify
from notifications.texts.models import Bilingual, Kind

from bench import cpu
from bench.readers import people_reading
from deploy.local import ports
from deploy.local.scratch import scratch_servers
from tests.reliability.served import Served, copies_served

RECEIVERS, ROUNDS = 5_000, 6
WRITING_TARGET = 2.0
"""Times the cost of the COPY, at most."""
SAMPLES, OPEN_MEANWHILE, CLIENTS = 300, 200, 2
VISIBLE_TARGET = 0.5
"""Seconds, for 99 of 100."""
MAILS = 10_000
COPIES = (1, 3)
MAILS_TARGET = 2.2
"""Times the rate of one copy, at least."""
STREAMS, MEMORY_TARGET = 2_000, 300.0
"""Million bytes of resident memory, at most."""
_OPENED_AT_ONCE = 20
_CONTACTS = """
    INSERT INTO contacts (user_id, email, phone, name_en, name_ar, locale, verified, source_version)
    SELECT user_id, user_id || '@example.org', '', 'Huda Salem', 'هدى سالم', 'ar', true, 1
    FROM unnest($1::uuid[]) AS user_id
"""


_PUBLISH = """
    INSERT INTO outbox (id, type, subject, mandatory, body) VALUES ($1, $2, $3, $4, $5)
"""
_REQUEST = (
    "GET /api/v1/notifications/stream HTTP/1.1\r\nHost: bench\r\n"
    "Authorization: {Authorization}\r\n\r\n"
)


class _Servers(NamedTuple):
    postgres_url: str
    broker_url: str


def run() -> str:
    """The lines that `make bench` prints."""
    return "\n".join(_lines(list(CASES), MAILS))


def main() -> None:
    """Print each line as soon as it is known."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("cases", nargs="*", choices=[[], *CASES], default=list(CASES))
    parser.add_argument("--mails", type=int, default=MAILS)
    options = parser.parse_args()
    for line in _lines(options.cases, options.mails):
        print(line, flush=True)


def _lines(cases: Sequence[str], mails: int) -> Iterator[str]:
    with scratch_servers() as addresses:
        for name in cases:
            yield asyncio.run(CASES[name](_Servers(*addresses), mails))


def a_notice(number: int = 1) -> Notice:
    """A notice whose title has the number."""
    title = Bilingual(f"Forklift operation {number}", f"تشغيل الرافعات الشوكية {number}")
    values = dict.fromkeys(("starts", "opens", "closes"), "Sunday 6 December 2026, 9:30")
    return Notice(
        topic=f"batch:{new_id()}",
        version=1,
        kind=Kind.BATCH_ALERTED,
        values={**values, "title": title, "place": Bilingual(" in Riyadh", " في الرياض")},
        link="/trainings",
        at=utc_now(),
    )


def verdict(*, reached: bool) -> str:
    """Return the verdict on a target for a result line."""
    return "reached" if reached else "MISSED"


# Writing


class _Spent(NamedTuple):
    seconds: float
    cpu: float
    """Milliseconds, of PostgreSQL and of the benchmark's own process."""


async def _writing(servers: _Servers, _: int) -> str:
    async with fresh_database(servers.postgres_url, app.name) as url:
        await asyncio.to_thread(migrations.migrate, app, url)
        database = Database(url)
        connection = await asyncpg.connect(url)
        rounds = [await _write(database, connection) for _ in range(ROUNDS)]
        await connection.close()
        await database.close()
    # The first makes the statements ready.
    ours, bare = zip(*rounds[1:], strict=True)
    wall = _ratio([each.seconds for each in ours], [each.seconds for each in bare])
    cost = _ratio([each.cpu for each in ours], [each.cpu for each in bare])
    return (
        f"an event to {RECEIVERS} people: {_middle(each.seconds for each in ours) * 1000:.0f} ms "
        f"beside {_middle(each.seconds for each in bare) * 1000:.0f} ms of a bare COPY "
        f"({wall:.2f} times), {_middle(each.cpu for each in ours):.0f} ms of CPU beside "
        f"{_middle(each.cpu for each in bare):.0f} ms ({cost:.2f} times)"
        f"  at most {WRITING_TARGET}: {verdict(reached=max(wall, cost) <= WRITING_TARGET)}"
    )


def _middle(values: Iterable[float]) -> float:
    return statistics.median(values)


def _ratio(ours: Sequence[float], bare: Sequence[float]) -> float:
    return statistics.median(mine / theirs for mine, theirs in zip(ours, bare, strict=True))


async def _write(database: Database, connection: asyncpg.Connection) -> tuple[_Spent, _Spent]:
    notice = a_notice()
    people = [new_id() for _ in range(RECEIVERS)]

    async def ours() -> None:
        async with database.transaction() as session:
            await notify(session, people, notice)

    spent = await _spent(ours)
    tables = await _copied(connection, notice.topic)
    event = build_row(NotificationsCreated(notification_id=new_id(), user_ids={}), sequence=1)

    async def bare() -> None:
        async with connection.transaction():
            for table, rows in tables.items():
                await connection.copy_records_to_table(
                    table, columns=list(rows[0]), records=[tuple(row.values()) for row in rows]
                )
            await connection.execute(_PUBLISH, *event.values())

    return spent, await _spent(bare)


async def _spent(work: Callable[[], Coroutine[Any, Any, None]]) -> _Spent:
    used, own, began = cpu.used(), time.process_time(), time.monotonic()
    await work()
    seconds = time.monotonic() - began
    servers = cpu.between(used, cpu.used()).get("PostgreSQL", 0.0)
    return _Spent(seconds, servers + (time.process_time() - own) * 1000)


async def _copied(
    connection: asyncpg.Connection, topic: str
) -> Mapping[str, Sequence[Mapping[str, Any]]]:
    """Return the rows of a topic by table, copied to another topic of the same length."""
    rows = await connection.fetch("SELECT * FROM notifications WHERE topic = $1", topic)
    sent = await connection.fetch(
        "SELECT * FROM deliveries"
        " WHERE notification_id IN (SELECT id FROM notifications WHERE topic = $1)",
        topic,
    )
    ids = {row["id"]: new_id() for row in rows}
    other = f"bench:{new_id()}"
    return {
        "notifications": [{**row, "id": ids[row["id"]], "topic": other} for row in rows],
        "deliveries": [
            {**row, "id": new_id(), "notification_id": ids[row["notification_id"]]} for row in sent
        ],
    }


# What is visible on an open stream


async def _visible(servers: _Servers, _: int) -> str:
    async with _copies(servers, 2) as served:
        database = Database(served.database_url)
        relay = Relay(database, Broker(servers.broker_url))
        relay.start()
        async with AsyncExitStack() as stack:
            reader = await stack.enter_async_context(_reading(served.url, actor("candidate")))
            others = [
                await stack.enter_async_context(_reading(served.url, actor("candidate")))
                for _ in range(OPEN_MEANWHILE)
            ]
            people = [actor("candidate").headers for _ in range(CLIENTS)]
            await stack.enter_async_context(
                people_reading(served.url, ["/api/v1/notifications"], people)
            )
            times, began = cpu.times(), time.monotonic()
            seconds = [
                await _seen(database, reader, others[number % len(others)])
                for number in range(SAMPLES)
            ]
            busy, took = cpu.busy(times, cpu.times()), time.monotonic() - began
        await relay.stop()
        await database.close()
    seconds.sort()
    late = seconds[int(len(seconds) * 0.99)]
    return (
        f"{SAMPLES} notices in {took:.0f} s, each committed and then read on a stream through the "
        f"gateway, of two copies with {OPEN_MEANWHILE + 1} streams, the machine {busy:.0%} busy: "
        f"median {statistics.median(seconds) * 1000:.0f} ms, p99 {late * 1000:.0f} ms, longest "
        f"{seconds[-1] * 1000:.0f} ms  at most {VISIBLE_TARGET * 1000:.0f}: "
        f"{verdict(reached=late <= VISIBLE_TARGET)}"
    )


class _Reader(NamedTuple):
    user: Actor
    came: asyncio.Queue[float]
    """Arrival times of notifications."""


@asynccontextmanager
async def _reading(url: str, user: Actor) -> AsyncIterator[_Reader]:
    """An open stream, as a browser has it."""
    reader = _Reader(user, asyncio.Queue())
    begun = asyncio.Event()

    async def read() -> None:
        async with (
            httpx.AsyncClient(timeout=None, trust_env=False) as client,
            client.stream(
                "GET", f"{url}/api/v1/notifications/stream", headers=user.headers
            ) as answer,
        ):
            answer.raise_for_status()
            async for line in answer.aiter_lines():
                begun.set()
                if line.startswith("data:"):
                    reader.came.put_nowait(time.monotonic())

    task = asyncio.create_task(read())
    waiting = asyncio.create_task(begun.wait())
    await asyncio.wait([task, waiting], return_when=asyncio.FIRST_COMPLETED)
    if task.done():
        task.result()
    try:
        yield reader
    finally:
        task.cancel()
        await asyncio.wait([task])


async def _seen(database: Database, *readers: _Reader) -> float:
    """Seconds from the commit until the first of them has a notification."""
    async with database.transaction() as session:
        await notify(session, [reader.user.user_id for reader in readers], a_notice())
    committed = time.monotonic()
    return max(0.0, await readers[0].came.get() - committed)


# Mails


class _Sink:
    """A mail server that takes everything and counts it."""

    def __init__(self) -> None:
        self.mails: set[str] = set()
        self.repeated = 0

    async def handle_DATA(self, _: SMTP, __: Session, envelope: Envelope) -> str:  # noqa: N802
        (recipient,) = envelope.rcpt_tos
        self.repeated += recipient in self.mails
        self.mails.add(recipient)
        return "250 OK"


async def _mails(servers: _Servers, mails: int) -> str:
    rates, lines = [], []
    for copies in COPIES:
        rate, line = await _sent_by(servers, copies, mails)
        rates.append(rate)
        lines.append(line)
    faster = rates[-1] / rates[0]
    lines.append(
        f"  {COPIES[-1]} copies send {faster:.2f} times as fast as one"
        f"  at least {MAILS_TARGET}: {verdict(reached=faster >= MAILS_TARGET)}"
    )
    return "\n".join(lines)


async def _sent_by(servers: _Servers, copies: int, mails: int) -> tuple[float, str]:
    sink, port = _Sink(), ports.choose()
    loop = asyncio.get_running_loop()
    server = await loop.create_server(lambda: SMTP(sink, hostname="sink"), "127.0.0.1", port)
    settings = {"ITQAN_SMTP_URL": f"smtp://127.0.0.1:{port}"}
    async with server, _copies(servers, copies, settings) as served:
        people = [new_id() for _ in range(mails)]
        connection = await asyncpg.connect(served.database_url)
        await connection.execute(_CONTACTS, people)
        await connection.execute("ANALYZE contacts")
        database = Database(served.database_url)
        used, times, began = _used(served), cpu.times(), time.monotonic()
        async with database.transaction() as session:
            await notify(session, people, a_notice())
        await database.close()
        await eventually(lambda: len(sink.mails) == mails, seconds=1800, every=0.2)
        took = time.monotonic() - began
        spent, busy = cpu.between(used, _used(served)), cpu.busy(times, cpu.times())
        await connection.close()
    rate = mails / took
    each = {name: spent[name] / mails for name in spent}
    return rate, (
        f"{copies} copies: {mails} mails in {took:.0f} s, {rate:.0f} a second, {sink.repeated} of "
        f"them twice, the machine {busy:.0%} busy\n  CPU milliseconds of one mail: "
        f"{cpu.show([each])}, {sum(each.values()):.1f} in all"
    )


def _used(served: Served) -> Mapping[str, float]:
    return {
        "PostgreSQL": cpu.used().get("PostgreSQL", 0.0),
        "notifications": sum(cpu.of(served.pid(copy)) for copy in served.notifications),
        "mail server": time.process_time() * 1000,
    }


# Open streams


async def _streams(servers: _Servers, _: int) -> str:
    async with _copies(servers, 1) as served:
        (copy,) = served.notifications
        assert copy.health_url
        pid, url = served.pid(copy), urlsplit(copy.health_url)
        at_rest = _resident(pid)
        people = [actor("candidate") for _ in range(STREAMS)]
        async with AsyncExitStack() as stack:
            turn = asyncio.Semaphore(_OPENED_AT_ONCE)

            async def open_one(user: Actor) -> asyncio.StreamReader:
                async with turn:
                    reader, writer = await asyncio.open_connection(url.hostname, url.port)
                    stack.callback(writer.close)
                    writer.write(_REQUEST.format(**user.headers).encode())
                    await reader.readuntil(b": open")
                    return reader

            readers = await asyncio.gather(*map(open_one, people))
            opened = _resident(pid)
            database = Database(served.database_url)
            relay = Relay(database, Broker(servers.broker_url))
            relay.start()
            began = time.monotonic()
            async with database.transaction() as session:
                await notify(session, [user.user_id for user in people], a_notice())
            await asyncio.gather(*(reader.readuntil(b"event: notification") for reader in readers))
            took = time.monotonic() - began
            await relay.stop()
            await database.close()
            used = cpu.of(pid)
            await asyncio.sleep(30)
            quiet = (cpu.of(pid) - used) / 30
            most = _resident(pid, "VmHWM")
    return (
        f"{STREAMS} open streams of one copy: {most:.0f} MB resident at most, {opened:.0f} when "
        f"all were open, {at_rest:.0f} before  at most {MEMORY_TARGET:.0f}: "
        f"{verdict(reached=most <= MEMORY_TARGET)}\n  a notice to all of them is on all after "
        f"{took:.1f} s; while nothing comes they take {quiet:.0f} ms of CPU a second"
    )


def _resident(pid: int, name: str = "VmRSS") -> float:
    """Million bytes of a process, now or (`VmHWM`) at most so far."""
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith(name):
            return int(line.split()[1]) * 1024 / 1e6
    raise LookupError(name)


@asynccontextmanager
async def _copies(
    servers: _Servers, count: int, settings: Mapping[str, str] | None = None
) -> AsyncIterator[Served]:
    with tempfile.TemporaryDirectory(prefix="itqan-notices-") as name:
        async with copies_served(
            servers.postgres_url,
            Path(name),
            count=0,
            count_notifications=count,
            broker_url=servers.broker_url,
            settings=settings or {},
        ) as served:
            yield served


CASES = {"writing": _writing, "visible": _visible, "mails": _mails, "streams": _streams}

if __name__ == "__main__":
    main()
