"""Repeated and reordered messages lead to the state of one ordered run."""

import random

import aio_pika
import pytest
import sqlalchemy as sa
from contracts.identity import OrganizationUpdated
from kit.database.db import AsyncSession, Database, new_id
from kit.messaging.broker import Broker, open_channel
from kit.messaging.envelope import Meta, decode, encode
from kit.messaging.inbox import Consumer, Handler, handle_once
from kit.testing.messaging import (
    SERVICE,
    Run,
    eventually,
    fetch_count,
    get_queue_depth,
    organization_updated,
)
from sqlalchemy.dialects.postgresql import insert

SUBJECTS = 40
VERSIONS = 10
COPIES = 3

metadata = sa.MetaData()
states = sa.Table(
    "states",
    metadata,
    sa.Column("subject", sa.Text, primary_key=True),
    sa.Column("sequence", sa.BigInteger, nullable=False),
    sa.Column("name", sa.Text, nullable=False),
)


async def keep_newest(session: AsyncSession, event: OrganizationUpdated, meta: Meta) -> None:
    """A replica like those of the services, which drops older events."""
    new = insert(states).values(subject=meta.subject, sequence=meta.sequence, name=event.name_en)
    await session.execute(
        new.on_conflict_do_update(
            index_elements=[states.c.subject],
            set_={"sequence": new.excluded.sequence, "name": new.excluded.name},
            where=states.c.sequence < new.excluded.sequence,
        )
    )


async def keep_last(session: AsyncSession, event: OrganizationUpdated, meta: Meta) -> None:
    """The same without the comparison, for the control."""
    new = insert(states).values(subject=meta.subject, sequence=meta.sequence, name=event.name_en)
    await session.execute(
        new.on_conflict_do_update(
            index_elements=[states.c.subject],
            set_={"sequence": new.excluded.sequence, "name": new.excluded.name},
        )
    )


@pytest.fixture
async def tables(database: Database) -> None:
    async with database.engine.begin() as connection:
        await connection.run_sync(metadata.create_all)


def ordered_messages() -> list[bytes]:
    subjects = [new_id() for _ in range(SUBJECTS)]
    return [
        encode(organization_updated(f"version {version}", subject=subject), sequence=version)[
            1
        ].encode()
        for version in range(1, VERSIONS + 1)
        for subject in subjects
    ]


async def state_of(database: Database) -> dict[str, tuple[int, str]]:
    async with database.engine.connect() as connection:
        rows = await connection.execute(sa.select(states))
        return {row.subject: (row.sequence, row.name) for row in rows}


async def deliver_shuffled(
    database: Database, broker: Broker, run: Run, handler: Handler, messages: list[bytes]
) -> None:
    await run(Consumer(SERVICE, database, broker, {OrganizationUpdated: handler}))
    shuffled = messages * COPIES
    random.Random(20).shuffle(shuffled)
    async with broker.connect("test") as connection:
        exchange = await broker.declare_exchange(await open_channel(connection))
        for body in shuffled:
            await exchange.publish(aio_pika.Message(body), OrganizationUpdated.type)

    async def done() -> bool:
        seen = await fetch_count(database, "SELECT count(*) FROM inbox")
        return seen == len(messages) and not await get_queue_depth(
            broker, broker.queue_name(SERVICE)
        )

    await eventually(done)


@pytest.mark.usefixtures("tables")
class TestShuffled:
    async def test_shuffled_events_lead_to_the_state_of_an_ordered_run(
        self, database: Database, broker: Broker, run: Run
    ) -> None:
        messages = ordered_messages()
        for body in messages:
            event, meta = decode(body)
            await handle_once(database, {OrganizationUpdated: keep_newest}, event, meta)
        expected = await state_of(database)
        assert len(expected) == SUBJECTS
        async with database.transaction() as session:
            await session.execute(sa.text("TRUNCATE states, inbox"))

        await deliver_shuffled(database, broker, run, keep_newest, messages)
        assert await state_of(database) == expected

    async def test_a_handler_without_version_checks_ends_in_another_state(
        self, database: Database, broker: Broker, run: Run
    ) -> None:
        """The control: the shuffling is thorough enough to be noticed."""
        await deliver_shuffled(database, broker, run, keep_last, ordered_messages())
        sequences = {sequence for sequence, _ in (await state_of(database)).values()}
        assert sequences != {VERSIONS}
