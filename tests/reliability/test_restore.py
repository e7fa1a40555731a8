"""Restore drill: a backup while people enroll and pay, then everything is deleted and restored.

Each payer then has a seat, a refund, or a difference in the provider's report for review.
"""

import asyncio
import os
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any
from uuid import UUID

import httpx
import pytest
from contracts.catalog import BatchUpdated
from contracts.consumers import CONSUMERS
from enrollment.config import Settings as EnrollmentSettings
from enrollment.main import app as enrollment
from kit.core.config import Environment, KitSettings
from kit.domain.timezone import today
from kit.messaging.broker import Broker
from kit.messaging.inbox import Consumer
from kit.messaging.relay import Relay
from kit.testing import Actor, ServiceUnderTest, actor, eventually, fresh_database, running
from kit.testing.messaging import fresh_broker, get_queue_depth
from kit.web import migrations
from kit.web.app import Service
from payments.config import Settings as PaymentsSettings
from payments.main import app as payments
from payments.settlement.tasks import inquire_due
from sqlalchemy import text

from deploy.local.backups import back_up
from deploy.local.layout import SERVICES
from deploy.local.places import Place, reached
from deploy.local.restoring import put_back
from deploy.local.steps import Steps
from deploy.sandboxes.paymob.app import create_app
from deploy.sandboxes.paymob.config import Behaviour
from deploy.sandboxes.paymob.config import Settings as SandboxSettings
from deploy.sandboxes.paymob.serving import serve
from services.enrollment.tests.factories import batch_updated, enrolled, profile_updated
from services.payments.tests.factories import (
    PaymentsUnderTest,
    Sandbox,
    build_profile,
    candidate,
    fees,
    inquire_all,
    refund,
    send_refunds,
)

DECLARED: tuple[Service[Any, Any], ...] = (enrollment, payments)
EACH = 3
"""People of each kind."""
GIVEN_BACK = 400


@dataclass
class World:
    """The two services, connected by the broker, and the provider."""

    enrollment: ServiceUnderTest
    payments: PaymentsUnderTest
    seats: httpx.AsyncClient
    """Enrollment's API."""
    money: httpx.AsyncClient
    """Payments' API."""
    provider: Sandbox
    broker: Broker
    consumers: dict[str, Consumer]
    charges: dict[UUID, UUID] = field(default_factory=dict)
    """Charges by person ID."""

    async def rest(self, *handling: str) -> None:
        """Wait until all that was published is handled, by both services or those named."""

        async def at_rest() -> bool:
            waiting = "SELECT count(*) FROM outbox WHERE published_at IS NULL"
            services: tuple[ServiceUnderTest[Any, Any], ...] = self.enrollment, self.payments
            for service in services:
                ((count,),) = await rows_of(service, waiting)
                if count:
                    return False
            for name in handling or ("enrollment", "payments"):
                queues = self.broker.queue_name(name), self.broker.urgent_name(name)
                if any([await get_queue_depth(self.broker, queue) for queue in queues]):
                    return False
            return True

        await eventually(at_rest, seconds=60)

    async def enroll(self, people: Sequence[Actor], batch: BatchUpdated) -> None:
        """Have people take seats, which they then owe for."""
        for person in people:
            # What they owed before is forgotten, and with it its id.
            self.charges.pop(person.user_id, None)
            await self.enrollment.deliver(profile_updated(person))
            await self.payments.deliver(build_profile(person, paid=True))
            await enrolled(self.seats, person, batch)

        async def owe() -> bool:
            rows = await rows_of(
                self.payments, "SELECT payer_user_id, id FROM charges WHERE status = 'open'"
            )
            self.charges |= dict(rows)
            return {person.user_id for person in people} <= self.charges.keys()

        await eventually(owe)

    async def start(self, people: Sequence[Actor]) -> dict[UUID, str]:
        """Open the provider's page for each; the pages by the person's id."""
        pages = {}
        for person in people:
            charge_id = self.charges[person.user_id]
            answer = await self.money.post(f"charges/{charge_id}/payments", headers=person.headers)
            assert answer.status_code == 201, answer.text
            pages[person.user_id] = answer.json()["checkout_url"]
        return pages

    async def pay(self, people: Sequence[Actor]) -> None:
        """Let people pay; payments detects it by querying the provider."""
        for page in (await self.start(people)).values():
            await self.provider.pay(page)
        await self.inquire()

    async def inquire(self) -> None:
        """Ask the provider about each attempt that may still be paid."""
        await inquire_all(self.payments)
        while await inquire_due(self.payments.context):
            pass

    async def ask_back(self, people: Sequence[Actor], amount_minor: int | None = None) -> None:
        """Ask for money of each to be given back: so much, or all that is left of it."""
        for person in people:
            ((payment_id,),) = await rows_of(
                self.payments,
                "SELECT payment_id FROM charges WHERE id = :id",
                id=self.charges[person.user_id],
            )
            answer = await refund(self.money, payment_id, amount_minor=amount_minor)
            assert answer.status_code == 202, answer.text

    async def states(self, people: Sequence[Actor]) -> list[str]:
        """Return each person's enrollment status; empty if unknown."""
        rows = await rows_of(
            self.enrollment, "SELECT candidate_profile_id, status FROM enrollments"
        )
        known = dict(rows)
        return [str(known.get(person.profile_id, "")) for person in people]

    async def confirmed(self, people: Sequence[Actor]) -> None:
        """Wait until each payer has a seat; messages being handled are in no queue."""

        async def all_are() -> bool:
            return set(await self.states(people)) == {"confirmed"}

        await eventually(all_are)

    async def transactions(self) -> list[dict[str, Any]]:
        """Return the provider's transactions."""
        found: list[dict[str, Any]] = (await self.provider.http.get("/sandbox/transactions")).json()
        return [each for each in found if each["success"]]


@asynccontextmanager
async def living(
    urls: dict[str, str], files: Path, sandbox_url: str, broker: Broker
) -> AsyncIterator[World]:
    """Both services at work on these databases."""
    async with AsyncExitStack() as stack:
        settings: dict[str, KitSettings] = {
            "enrollment": EnrollmentSettings(
                env=Environment.TEST,
                database_url=urls["enrollment"],
                files_url=(files / "enrollment").as_uri(),
            ),
            "payments": PaymentsSettings(
                env=Environment.TEST,
                database_url=urls["payments"],
                files_url=(files / "payments").as_uri(),
                paymob_api_url=sandbox_url,
            ),
        }
        running_: dict[str, Any] = {}
        clients, consumers = {}, {}
        for service in DECLARED:
            name = service.name
            under_test = await stack.enter_async_context(running(service, settings[name]))
            running_[name] = under_test
            transport = httpx.ASGITransport(app=under_test.app)
            clients[name] = await stack.enter_async_context(
                httpx.AsyncClient(transport=transport, base_url="http://test/api/v1/")
            )
            relay = Relay(under_test.database, broker)
            consumers[name] = Consumer(name, under_test.database, broker, service.handlers)
            for part in (relay, consumers[name]):
                part.start()
                stack.push_async_callback(part.stop)
        provider = await stack.enter_async_context(Sandbox.connected(sandbox_url))
        yield World(
            running_["enrollment"],
            running_["payments"],
            clients["enrollment"],
            clients["payments"],
            provider,
            broker,
            consumers,
        )


def place(service: str, address: str, files: Path) -> Place:
    environment = {"ITQAN_ENV": "test", "ITQAN_DATABASE_URL": address,
                   "ITQAN_FILES_URL": "memory:///"}  # fmt: skip
    return reached(service, address, str(files / service), environment)


def places(urls: dict[str, str], files: Path) -> list[Place]:
    return [place(service.name, urls[service.name], files) for service in DECLARED]


async def rows_of(
    service: ServiceUnderTest[Any, Any], statement: str, **values: Any
) -> list[tuple[Any, ...]]:
    """Return the rows of a statement."""
    async with service.database.engine.connect() as connection:
        found = await connection.execute(text(statement), values)
        return [tuple(row) for row in found]


def people() -> list[Actor]:
    return [candidate() for _ in range(EACH)]


@pytest.fixture
def sandbox_url() -> Iterator[str]:
    # No callbacks: dead processes miss them, and the provider does not repeat them.
    with serve(create_app(SandboxSettings(behaviour=Behaviour(loss=1)))) as url:
        yield url


@asynccontextmanager
async def databases(postgres_url: str) -> AsyncIterator[dict[str, str]]:
    async with (
        fresh_database(postgres_url, "enrollment") as seats,
        fresh_database(postgres_url, "payments") as money,
    ):
        yield {"enrollment": seats, "payments": money}


@asynccontextmanager
async def an_empty_broker(broker_url: str) -> AsyncIterator[Broker]:
    async with fresh_broker(broker_url, services=SERVICES, consumers=CONSUMERS) as broker:
        yield broker


async def report_of(world: World) -> set[str]:
    """Upload the provider's settlement report, and return transactions missing in the books.

    Each of them is an open task.
    """
    lines = ["Transaction ID,Type,Amount,Fee,Currency,Date,Reference"]
    for each in await world.transactions():
        # What is undone on its day never comes to the bank.
        if each["is_void"] or each["is_voided"]:
            continue
        kind, sign = ("refund", -1) if each["is_refund"] else ("payment", 1)
        amount = sign * each["amount_cents"] / 100
        lines.append(f"{each['id']},{kind},{amount:.2f},0,SAR,{today()},")
    reader = actor("admin", permissions=["reconcile-payments"])
    answer = await world.money.post(
        "payments/settlement-reports",
        files={"file": ("report.csv", "\n".join(lines).encode(), "text/csv")},
        headers=reader.headers,
    )
    assert answer.status_code == 201, answer.text
    found = await world.money.get(
        "payments/settlement-lines",
        params={"task_status": "open", "page_size": 100},
        headers=reader.headers,
    )
    assert {each["outcome"] for each in found.json()["data"]} <= {"missing_here"}
    return {each["transaction_id"] for each in found.json()["data"]}


@dataclass(frozen=True)
class People:
    """Progress of each person at the backup, and their actions until the deletion."""

    paid: Sequence[Actor] = field(default_factory=people)
    """The first gets some of it back then."""
    giving_back: Sequence[Actor] = field(default_factory=people)
    """Have paid; some of it is to go back, and is sent then."""
    under_way: Sequence[Actor] = field(default_factory=people)
    """People who have paid, whose message to enrollment is still queued."""
    paying: Sequence[Actor] = field(default_factory=people)
    """Have the provider's page open, and pay then."""
    owing: Sequence[Actor] = field(default_factory=people)
    """Have a seat and owe for it; pay then."""
    newcomers: Sequence[Actor] = field(default_factory=people)
    """Enroll and pay then."""


async def until_the_backup(world: World, who: People, batch: BatchUpdated) -> dict[UUID, str]:
    """Create the state in the backup, and return the provider's open pages."""
    await world.payments.deliver(fees())
    await world.enrollment.deliver(batch)
    await world.enroll([*who.paid, *who.giving_back, *who.under_way], batch)
    await world.enroll([*who.paying, *who.owing], batch)
    await world.pay([*who.paid, *who.giving_back])
    await world.rest()
    await world.confirmed([*who.paid, *who.giving_back])
    pages = await world.start(who.paying)
    await world.ask_back(who.giving_back, GIVEN_BACK)
    # Published, so that its outbox is done with it, and not yet handled.
    await world.consumers["enrollment"].stop()
    await world.pay(who.under_way)
    await world.rest("payments")
    assert set(await world.states(who.under_way)) == {"pending_payment"}
    return pages


async def until_the_end(
    world: World, who: People, batch: BatchUpdated, pages: dict[UUID, str]
) -> None:
    """Create the state that only the provider knows afterwards."""
    for page in pages.values():
        await world.provider.pay(page)
    await world.pay(who.owing)
    assert await send_refunds(world.payments) == EACH
    await world.ask_back(who.paid[:1], GIVEN_BACK)
    assert await send_refunds(world.payments) == 1
    handlers = enrollment.handlers
    again = Consumer("enrollment", world.enrollment.database, world.broker, handlers)
    again.start()
    await world.enroll(who.newcomers, batch)
    await world.pay(who.newcomers)
    await world.rest()
    await world.confirmed(who.newcomers)
    await again.stop()


async def check(world: World, who: People) -> None:
    """Check that each payer has a seat or a task, and that no refund is doubled."""
    await world.confirmed([*who.paid, *who.giving_back, *who.under_way, *who.paying])
    assert await world.states(who.owing) == ["pending_payment"] * EACH
    assert await world.states(who.newcomers) == [""] * EACH
    done = await world.transactions()
    received = {str(each["id"]) for each in done if not each["is_refund"]}
    returned = [each for each in done if each["is_refund"]]
    assert len({each["parent_transaction"] for each in returned}) == len(returned) == EACH + 1
    settled = {
        number
        for (number,) in await rows_of(
            world.payments,
            "SELECT payments.transaction_id::text FROM payments JOIN charges"
            " ON charges.payment_id = payments.id WHERE payments.status = 'succeeded'",
        )
    }
    assert len(settled) == 4 * EACH
    # Asked about them, the provider tells that they are done, and by which numbers.
    refunds = await rows_of(
        world.payments, "SELECT status::text, refund_transaction_id::text FROM refunds"
    )
    assert [status for status, _ in refunds] == ["done"] * EACH
    given = {str(each["id"]) for each in returned}
    lacking = received - settled | given - {number for _, number in refunds}
    assert len(lacking) == 2 * EACH + len(returned) - EACH
    assert await report_of(world) == lacking
    assert await world.enrollment.broken() == {}
    assert await world.payments.broken() == {}


async def check_payments_alone(world: World, who: People) -> None:
    """Check a restore of payments alone: enrollment is complete, so each payer has a seat.

    Payments knows the amounts due, even those restored to an older state. Repeated charge requests
    create charges again; a second payment would be refunded.
    """
    everybody = [*who.paid, *who.giving_back, *who.under_way, *who.paying, *who.owing]
    await world.confirmed([*everybody, *who.newcomers])
    statement = "SELECT id, status::text FROM charges"
    ours = dict(await rows_of(world.payments, statement))
    theirs = dict(await rows_of(world.enrollment, statement))
    assert len(ours) == 6 * EACH
    assert {id_: theirs[id_] for id_ in ours} == ours
    assert {ours[world.charges[person.user_id]] for person in who.owing} == {"open"}
    assert list(ours.values()).count("open") == 2 * EACH
    done = await world.transactions()
    returned = [each for each in done if each["is_refund"]]
    assert len({each["parent_transaction"] for each in returned}) == len(returned) == EACH + 1
    # Of the refunds that it has asked about it knows the numbers.
    assert len(await report_of(world)) == 2 * EACH + len(returned) - EACH
    assert await world.enrollment.broken() == {}
    assert await world.payments.broken() == {}


async def parked(world: World, count: int) -> bool:
    """Tell if enrollment has parked this many messages."""
    return await get_queue_depth(world.broker, world.broker.dead_name("enrollment")) == count


async def check_enrollment_alone(world: World, who: People) -> None:
    """Check a restore of enrollment alone: payments is complete, so each payer has a seat again.

    Messages about later people, which enrollment has lost, are parked and refunded manually.
    """
    known = [*who.paid, *who.giving_back, *who.under_way, *who.paying, *who.owing]
    await world.confirmed(known)
    assert await world.states(who.newcomers) == [""] * EACH
    # That each owed, that it was paid, and what is true now.
    await eventually(partial(parked, world, 3 * EACH))
    await world.ask_back(who.newcomers)
    assert await send_refunds(world.payments) == EACH
    await eventually(partial(parked, world, 4 * EACH))
    done = await world.transactions()
    returned = [each for each in done if each["is_refund"] or each["is_void"]]
    assert len({each["parent_transaction"] for each in returned}) == len(returned) == 2 * EACH + 1
    assert await report_of(world) == set()
    assert await world.enrollment.broken() == {}
    assert await world.payments.broken() == {}


LOST: list[set[str]] = [{"enrollment", "payments"}]
if "ITQAN_FAULTS" in os.environ:
    LOST += [{"payments"}, {"enrollment"}]


@pytest.mark.parametrize("lost", LOST)
async def test_after_a_restore_each_payer_has_a_seat_or_an_open_task(
    postgres_url: str, broker_url: str, sandbox_url: str, tmp_path: Path, lost: set[str]
) -> None:
    who, batch = People(), batch_updated(capacity=50)
    before, after = tmp_path / "before", tmp_path / "after"
    async with AsyncExitStack() as first_life, databases(postgres_url) as urls:
        for service in DECLARED:
            await asyncio.to_thread(migrations.migrate, service, urls[service.name])
        broker = await first_life.enter_async_context(an_empty_broker(broker_url))
        world = await first_life.enter_async_context(living(urls, before, sandbox_url, broker))
        pages = await until_the_backup(world, who, batch)
        to = str(tmp_path / "backups")
        backup = await asyncio.to_thread(back_up, places(urls, before), to, Steps())
        await until_the_end(world, who, batch, pages)

        charges = world.charges
        await first_life.aclose()

        # The broker is gone, and a database or both.
        async with AsyncExitStack() as second_life:
            fresh = await second_life.enter_async_context(databases(postgres_url))
            urls |= {name: fresh[name] for name in lost}
            here = {each.service: each for each in places(urls, after)}
            await asyncio.to_thread(
                put_back, [here[name] for name in sorted(lost)], backup, Steps()
            )
            for name in here.keys() - lost:
                await asyncio.to_thread(here[name].command, "recover")
            broker = await second_life.enter_async_context(an_empty_broker(broker_url))
            world = await second_life.enter_async_context(living(urls, after, sandbox_url, broker))
            world.charges = charges
            await world.rest()
            await world.inquire()
            await send_refunds(world.payments)
            await world.rest()
            if lost == {"payments"}:
                await check_payments_alone(world, who)
                return
            everybody = [*people(), *who.newcomers]
            if lost == {"enrollment"}:
                await check_enrollment_alone(world, who)
                await world.enroll(everybody, batch)
            else:
                await check(world, who)
                await world.enroll(everybody, batch)
                everybody += who.owing

            # Life goes on.
            await world.pay(everybody)
            await world.rest()
            await world.confirmed(everybody)
