"""Payments per second with one, two and three replicas of payments.

A last round makes 5,000 payments with three replicas while one is killed every four seconds.
`python -m bench.copies` runs it alone.

Charges come over RabbitMQ; people pay through the gateway and on the sandbox's pages, which call
back twice. After each round the books are checked on both sides. Everything shares one machine,
including load generator and sandbox.
"""

import argparse
import asyncio
import tempfile
import time
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import NamedTuple

from kit.messaging import outbox
from kit.messaging.broker import Broker
from kit.messaging.relay import Relay
from kit.testing import eventually
from kit.testing.messaging import fresh_messaging_database

from bench import cpu
from deploy.local.scratch import scratch_servers
from tests.reliability.paying import Payers, call_back_twice, killing, owing, requested
from tests.reliability.served import Served, copies_served

COPIES = (1, 2, 3)
PAYMENTS = 600
"""For each throughput."""
KILLED_PAYMENTS = 5_000
CLIENTS = 16
_TOGETHER = 500


def main() -> None:
    """Print a line for each round."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--payments", type=int, default=PAYMENTS)
    parser.add_argument("--killed-payments", type=int, default=KILLED_PAYMENTS)
    options = parser.parse_args()
    with scratch_servers() as (postgres_url, broker_url):
        servers = _Servers(postgres_url, broker_url)
        for copies in COPIES:
            print(asyncio.run(_throughput(servers, copies, options.payments)), flush=True)
        print(asyncio.run(_killed(servers, options.killed_payments)))


class _Servers(NamedTuple):
    postgres_url: str
    broker_url: str


async def _throughput(servers: _Servers, copies: int, payments: int) -> str:
    async with _people(servers, copies, payments) as people:
        before, times = _used(people.served), cpu.times()
        await people.pay(CLIENTS)
        spent, busy = cpu.between(before, _used(people.served)), cpu.busy(times, cpu.times())
        await _check(people)
    each = {name: spent[name] / payments for name in spent}
    return (
        f"{copies} copies: {payments / people.seconds:.1f} payments a second, "
        f"the machine {busy:.0%} busy\n  CPU milliseconds of one payment: {cpu.show([each])}"
    )


async def _killed(servers: _Servers, payments: int) -> str:
    async with _people(servers, COPIES[-1], payments) as people:
        async with killing(people.served) as deaths:
            await people.pay(CLIENTS)
        await _check(people)
        lost = await people.lost_callbacks()
    noticed = max(death.noticed_after for death in deaths)
    return (
        f"{COPIES[-1]} copies, {len(deaths)} times one killed: {payments} payments in "
        f"{people.seconds:.0f} s, a killed one left out after {noticed:.1f} s at most\n"
        f"  not answered: {len(people.failed_at)} of {people.answers.total()} requests, and "
        f"{lost} of the provider's callbacks\n  nothing is there twice, nothing is missing"
    )


async def _check(people: Payers) -> None:
    await people.settled()
    await people.check_books()
    await eventually(lambda: _all_published(people), seconds=60)


@asynccontextmanager
async def _people(servers: _Servers, copies: int, payments: int) -> AsyncIterator[Payers]:
    with tempfile.TemporaryDirectory(prefix="itqan-copies-") as name:
        async with copies_served(
            servers.postgres_url, Path(name), count=copies, broker_url=servers.broker_url
        ) as served:
            await call_back_twice(served)
            yield await _owing(served, servers, payments)


async def _owing(served: Served, servers: _Servers, count: int) -> Payers:
    """Publish the events of enrollment, which the replicas take from their common queue."""
    requests = requested(count)
    async with fresh_messaging_database(servers.postgres_url) as database:
        relay = Relay(database, Broker(servers.broker_url))
        relay.start()
        for first in range(0, count, _TOGETHER):
            async with database.transaction() as session:
                some = requests[first : first + _TOGETHER]
                await outbox.publish_many(session, [(event, 1) for _, event in some])
        people = Payers(served, {})

        async def all_are_open() -> bool:
            (row,) = await people.fetch("SELECT count(*) FROM charges")
            return bool(row["count"] == count)

        await eventually(all_are_open, seconds=120)
        await relay.stop()
    return await owing(served, requests)


async def _all_published(people: Payers) -> bool:
    return not await people.fetch("SELECT 1 FROM outbox WHERE published_at IS NULL LIMIT 1")


def _used(served: Served) -> Mapping[str, float]:
    """CPU milliseconds so far: of the servers, of what runs, and of the payers themselves."""
    servers = {
        name: spent for name, spent in cpu.used().items() if name in ("PostgreSQL", "broker")
    }
    return {
        **servers,
        "payments": sum(cpu.of(served.pid(copy)) for copy in served.copies),
        "gateway": cpu.of(served.pid(served.gateway)),
        "sandbox": cpu.of(served.pid(served.sandbox)),
        "payers": time.process_time() * 1000,
    }


if __name__ == "__main__":
    main()
