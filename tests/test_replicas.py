"""Replicas hold what their owners publish and nothing else: emptied, they are rebuilt by it."""

import asyncio
from collections.abc import AsyncIterator, Collection
from contextlib import AsyncExitStack
from importlib import import_module
from pathlib import Path
from typing import Any
from uuid import UUID

import httpx
import pytest
from contracts import Event
from contracts.identity import ProfileUpdated
from kit.core.config import Environment
from kit.database.db import now
from kit.messaging.envelope import Meta, decode
from kit.messaging.inbox import Batched, handle_batch, handle_once
from kit.messaging.replicas import Replica
from kit.testing import Actor, ServiceUnderTest, actor, fresh_database, running
from kit.web import migrations
from kit.web.bootstrap import load
from kit.web.restore import recover, restate
from payments.charges.models import Charge
from payments.charges.service import lock_charge
from payments.config import PaymentMethod
from payments.payments.models import Payment, ReceivedMoney
from payments.settlement.service import settle_money
from sqlalchemy import Row, inspect, select, text

SERVICES = ("identity", "catalog", "enrollment", "payments", "approvals", "notifications")
FED_ELSEWHERE = {"payments": {"registration_fees"}, "identity": {"organization_candidates"}}
"""Tables that are fed by events alone and have no version a row."""
UNPUBLISHED = {
    # Which transaction of this service wrote it, and the words that it is found by.
    "*": {"changed_in", "search"},
    # Their versions are the times of events.
    "contacts": {"source_version"},
    "enrollment_charges": {"source_version"},
}
"""Columns that no event has."""
DERIVED = {
    "identity.registration_charges.paid",
    "enrollment.registration_terms.fees",
    "enrollment.registration_terms.payer",
    "approvals.approvers.eligible",
    "approvals.roles.approves",
    "notifications.profiles.type",
    "notifications.enrollments.event",
}
"""Columns that are computed from events, under names of their own."""
TRANSPORT = {"outbox", "inbox"}
Rows = dict[str, list[str]]


def find_own_columns(name: str) -> set[str]:
    """The columns of a service's replicas that are no field of an event that it consumes."""
    service = import_module(f"{name}.main").app
    fields = {field for event in service.handlers for field in event.model_fields}
    tables = [inspect(model).local_table for model in Replica.__subclasses__()]
    return {
        f"{name}.{table.name}.{column.key}"
        for table in tables
        if table.metadata is service.metadata
        for column in table.columns
        if not column.primary_key
        and column.computed is None
        and column.key not in fields | {"source_version"}
    }


def test_columns_of_replicas_come_from_events() -> None:
    assert set[str]().union(*map(find_own_columns, SERVICES)) == DERIVED


class System:
    """All services, and the events that they publish for one another."""

    def __init__(self, services: dict[str, ServiceUnderTest]) -> None:
        self.services = services
        self._seen: set[UUID] = set()

    async def exchange(self, *targets: str) -> None:
        """Deliver what each has published to the targets, until nothing new is published."""
        while messages := await self._read_new():
            for name in targets:
                await self._deliver(self.services[name], messages)

    async def _deliver(self, service: ServiceUnderTest, messages: list[tuple[Event, Meta]]) -> None:
        handlers = service.declaration.handlers
        kinds: dict[type[Event], list[tuple[Event, Meta]]] = {}
        for event, meta in messages:
            kinds.setdefault(type(event), []).append((event, meta))
        # Identity's come first, and its people together: others' events wait for them.
        for kind, events in sorted(kinds.items(), key=lambda item: item[0] is not ProfileUpdated):
            handler = handlers.get(kind)
            if isinstance(handler, Batched):
                await handle_batch(service.database, handler, events)
            elif handler is not None:
                for event, meta in events:
                    await handle_once(service.database, handlers, event, meta)

    async def _read_new(self) -> list[tuple[Event, Meta]]:
        """The events that no call has read yet, in their order."""
        query = text("SELECT body::text FROM outbox ORDER BY created_at, id")
        await self.services["enrollment"].sweep("publish_seats")
        new = []
        for service in self.services.values():
            async with service.database.engine.connect() as connection:
                messages = [decode(body.encode()) for body in await connection.scalars(query)]
            new += [(event, meta) for event, meta in messages if meta.id not in self._seen]
        self._seen.update(meta.id for _, meta in new)
        return new

    async def recover(self) -> None:
        """Publish each service's state with versions above those of the demo."""
        for service in self.services.values():
            async with service.database.transaction() as session:
                await recover(session, service.declaration)

    async def restate(self, *without: str) -> None:
        """Publish the state of all other services, like `python -m kit <service> republish`."""
        for name in SERVICES:
            if name not in without:
                service = self.services[name]
                async with service.database.transaction() as session:
                    await restate(session, service.declaration)

    def tables(self, name: str) -> set[str]:
        return set(self.services[name].declaration.metadata.tables) - TRANSPORT

    def replicas(self, name: str) -> set[str]:
        metadata = self.services[name].declaration.metadata
        tables = [inspect(model).local_table for model in Replica.__subclasses__()]
        found = {table.name for table in tables if table.metadata is metadata}
        return found | FED_ELSEWHERE.get(name, set())

    async def read(self, name: str, tables: Collection[str]) -> Rows:
        service, found = self.services[name], {}
        async with service.database.engine.connect() as connection:
            for table in tables:
                left_out = UNPUBLISHED["*"] | UNPUBLISHED.get(table, set())
                columns = [
                    f'"{column.name}"'
                    for column in service.declaration.metadata.tables[table].columns
                    if column.name not in left_out
                ]
                rows = await connection.execute(
                    text(f'SELECT ROW({", ".join(columns)})::text FROM "{table}"')
                )
                found[table] = sorted(row[0] for row in rows)
        return found

    async def empty(self, name: str, tables: Collection[str]) -> None:
        async with self.services[name].database.transaction() as session:
            # Rows that refer to them stay.
            await session.execute(text("SET LOCAL session_replication_role = replica"))
            for table in tables:
                await session.execute(text(f'DELETE FROM "{table}"'))


@pytest.fixture
async def system(postgres_url: str, tmp_path: Path) -> AsyncIterator[System]:
    """Every service with its demo, which has been told to the others."""
    async with AsyncExitStack() as stack:
        services = {}
        for name in SERVICES:
            declaration = import_module(f"{name}.main").app
            url = await stack.enter_async_context(fresh_database(postgres_url, name))
            await asyncio.to_thread(migrations.migrate, declaration, url)
            settings = declaration.settings(
                env=Environment.TEST,
                database_url=url,
                files_url=(tmp_path / name).as_uri(),
                log_level="WARNING",
            )
            for what in ("seed", "demo"):
                await load(declaration, settings, what)
            services[name] = await stack.enter_async_context(running(declaration, settings))
        system = System(services)
        # The demo's events do not tell all of its rows.
        await system.exchange(*SERVICES)
        await system.recover()
        await system.exchange(*SERVICES)
        yield system


async def find_batch(service: ServiceUnderTest, *, accepts: bool) -> Row[Any]:
    """A batch of the demo that costs something and can be enrolled in."""
    statement = text(
        "SELECT id, organization_id, price_minor FROM batches JOIN seats ON batch_id = id"
        " WHERE status = 'published' AND price_minor > 0 AND requires_acceptance = :accepts"
        " AND capacity >= taken + waiting + 3 AND waiting = 0"
        " AND now() BETWEEN enrollment_opens_at AND enrollment_closes_at ORDER BY id LIMIT 1"
    )
    async with service.database.engine.connect() as connection:
        return (await connection.execute(statement, {"accepts": accepts})).one()


async def trade(system: System) -> None:
    """Buy seats without names, pay for an enrollment, and have one accepted that waits for it."""
    service = system.services["enrollment"]
    batch, asked = await find_batch(service, accepts=False), await find_batch(service, accepts=True)
    buyer, owner = (
        actor(
            "organization",
            organization_id=each.organization_id,
            permissions={"create-bulk-enrollments", "view-enrollments-requests"},
        )
        for each in (batch, asked)
    )
    transport = httpx.ASGITransport(service.app)
    async with httpx.AsyncClient(transport=transport, base_url="http://test/api/v1/") as client:

        async def post(path: str, person: Actor, **body: Any) -> dict[str, Any]:
            answer = await client.post(path, json=body, headers=person.headers)
            assert answer.is_success, answer.text
            found: dict[str, Any] = answer.json()
            return found

        total = 2 * batch.price_minor
        await post(
            "bulk-enrollments/seats", buyer, batch_id=str(batch.id), seats=2, total_minor=total
        )
        direct = await post("enrollments", actor("candidate"), batch_id=str(batch.id))
        request = await post("enrollments", actor("candidate"), batch_id=str(asked.id))
        await post(f"enrollments/{request['id']}/accept", owner)
    await system.exchange(*SERVICES)
    await pay(system.services["payments"], direct["id"])
    await system.exchange(*SERVICES)


async def pay(service: ServiceUnderTest, subject_id: str) -> None:
    async with service.database.transaction() as session:
        found = await session.scalars(select(Charge).filter_by(subject_id=UUID(subject_id)))
        charge = await lock_charge(session, found.one().id)
        payment = Payment(
            charge_id=charge.id,
            number=1,
            way=PaymentMethod.BANK_TRANSFER,
            amount_minor=charge.amount_minor,
            currency=charge.currency,
            special_reference=charge.reference,
            expires_at=await now(session),
        )
        money = ReceivedMoney(-1, charge.amount_minor, charge.currency)
        assert await settle_money(session, charge, payment, money) == "paid"


async def test_emptied_replicas_are_rebuilt_by_republishing(system: System) -> None:
    await trade(system)
    for name in SERVICES:
        replicas = system.replicas(name)
        kept, own = await system.read(name, replicas), system.tables(name) - replicas
        before = await system.read(name, own)
        assert [table for table in sorted(replicas) if not kept[table]] == []
        await system.empty(name, replicas)
        await system.restate(name)
        await system.exchange(name)
        rebuilt, after = await system.read(name, replicas), await system.read(name, own)
        assert {t: r for t, r in rebuilt.items() if r != kept[t]} == {}, name
        # What the service did of its own accord is neither lost nor done again.
        assert {t: r for t, r in after.items() if r != before[t]} == {}, name
