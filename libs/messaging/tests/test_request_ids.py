"""A request's id goes from its events to their handlers, and to the events that these publish."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from datetime import timedelta
from types import SimpleNamespace
from typing import Any

import pytest
import sqlalchemy as sa
from contracts.identity import OrganizationUpdated
from kit.database.db import AsyncSession, Database
from kit.messaging import outbox, tables
from kit.messaging.broker import Broker
from kit.messaging.envelope import Meta
from kit.messaging.inbox import Batched, Events
from kit.messaging.periodic import Periodic, Sweep, run_after_commit
from kit.telemetry.request_id import REQUEST_ID, continue_requests
from kit.testing.messaging import (
    StartConsumer,
    StartRelay,
    declare,
    eventually,
    organization_updated,
    publish_events,
    waiting,
)

Lines = list[dict[str, Any]]


@pytest.fixture
def lines(monkeypatch: pytest.MonkeyPatch) -> Lines:
    """Logged events with the request id at that time."""
    written: Lines = []

    def write(event: str, **values: object) -> None:
        written.append({"event": event, "request_id": REQUEST_ID.get(), **values})

    log = SimpleNamespace(info=write, warning=write)
    monkeypatch.setattr("kit.messaging.inbox.log", log)
    monkeypatch.setattr("kit.telemetry.request_id.log", log)
    return written


async def publish_as(database: Database, *request_ids: str) -> None:
    for request_id in request_ids:
        with continue_requests([request_id]):
            await publish_events(database, 1, name=request_id)


async def published_ids(database: Database, name: str) -> Sequence[str]:
    """The request ids of the events with this name in the outbox."""
    query = sa.text(
        "SELECT body->>'requestid' FROM outbox WHERE body->'data'->>'name_en' = :name ORDER BY id"
    )
    async with database.engine.connect() as connection:
        return (await connection.execute(query, {"name": name})).scalars().all()


async def publish_answer(session: AsyncSession, event: OrganizationUpdated, _: Meta) -> None:
    if event.name_en != "answer":
        await outbox.publish(session, organization_updated("answer"), sequence=2)


async def publish_answers(session: AsyncSession, events: Events) -> None:
    for event, meta in events:
        await publish_answer(session, event, meta)


def has_answers(database: Database, count: int) -> Callable[[], Awaitable[bool]]:
    async def check() -> bool:
        return len(await published_ids(database, "answer")) == count

    return check


class TestConsumer:
    async def test_publishes_and_logs_under_the_id_of_the_event(
        self, database: Database, consume: StartConsumer, relay: StartRelay, lines: Lines
    ) -> None:
        await consume(publish_answer)
        await relay()
        await publish_as(database, "request-1", "request-2")
        await eventually(has_answers(database, 2))
        assert set(await published_ids(database, "answer")) == {"request-1", "request-2"}
        handled = {line["request_id"] for line in lines if line["event"] == "event handled"}
        assert {"request-1", "request-2"} <= handled

    async def test_a_batch_of_one_request_keeps_its_id(
        self, database: Database, broker: Broker, consume: StartConsumer, relay: StartRelay
    ) -> None:
        await declare(broker, OrganizationUpdated)
        await publish_as(database, *["request-1"] * 10)
        await relay()
        await eventually(lambda: is_published(database))
        await consume(Batched(publish_answers, every=timedelta(seconds=0.2)))
        await eventually(has_answers(database, 10))
        assert set(await published_ids(database, "answer")) == {"request-1"}

    async def test_a_batch_of_several_has_an_id_that_names_theirs(
        self,
        database: Database,
        broker: Broker,
        consume: StartConsumer,
        relay: StartRelay,
        lines: Lines,
    ) -> None:
        causes = [f"request-{number}" for number in range(10)]
        await declare(broker, OrganizationUpdated)
        await publish_as(database, *causes)
        await relay()
        await eventually(lambda: is_published(database))
        await consume(Batched(publish_answers, every=timedelta(seconds=0.2)))
        await eventually(has_answers(database, 10))
        joined = {
            cause: line["request_id"]
            for line in lines
            if line["event"] == "requests joined"
            for cause in line["causes"]
        }
        # The first may have come alone.
        assert len(joined.keys() & set(causes)) >= 9
        assert set(await published_ids(database, "answer")) <= {*joined.values(), *causes}
        assert set(await published_ids(database, "answer")) & set(joined.values())


async def test_a_statement_that_publishes_knows_the_current_id(database: Database) -> None:
    """Compiled once, it must not keep the id of its first execution."""
    row = sa.select(sa.literal("10000000-0000-7000-8000-000000000000", sa.Text).label("id")).cte()
    fields = organization_updated().model_dump(mode="json")
    data: dict[str, Any] = {name: sa.literal(value, sa.JSON) for name, value in fields.items()}
    data["organization_id"] = row.c.id
    statement = outbox.build_event_insert(
        row,
        OrganizationUpdated,
        data,
        id_=sa.func.gen_random_uuid(),
        sequence=sa.literal(1),
    )
    for request_id in ("request-1", "request-2"):
        with continue_requests([request_id]):
            async with database.transaction() as session:
                await outbox.run_event_insert(session, statement)
    async with database.engine.connect() as connection:
        bodies = (await connection.execute(sa.select(tables.outbox.c.body))).scalars()
    assert {body["requestid"] for body in bodies} == {"request-1", "request-2"}


async def test_work_that_a_request_hurries_has_its_id(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kit.messaging.periodic._FIRST_WITHIN", 0.01)
    ids: list[str | None] = []

    async def note_id(_: AsyncSession) -> int:
        ids.append(REQUEST_ID.get())
        return 0

    periodic = Periodic(database, [Sweep("noting", timedelta(hours=1), note_id)])
    periodic.start()
    await eventually(lambda: len(ids) == 1)
    with continue_requests(["request-1"]):
        async with database.transaction() as session:
            run_after_commit(session, "noting")
    await eventually(lambda: len(ids) == 2)
    await periodic.stop()
    first, second = ids
    assert first and first != "request-1"
    assert second == "request-1"


async def test_requests_side_by_side_keep_their_own() -> None:
    async def read_later(request_id: str) -> str | None:
        with continue_requests([request_id]):
            await asyncio.sleep(0)
            return REQUEST_ID.get()

    assert await asyncio.gather(*map(read_later, ("one", "two"))) == ["one", "two"]
    assert REQUEST_ID.get() is None


async def is_published(database: Database) -> bool:
    return await waiting(database) == 0
