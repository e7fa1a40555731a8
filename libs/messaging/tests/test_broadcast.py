from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

from contracts.event import Event
from contracts.identity import PrincipalChanged
from kit.database.db import Database, new_id
from kit.messaging import outbox
from kit.messaging.broadcast import BroadcastListener
from kit.messaging.broker import Broker
from kit.testing.messaging import StartRelay, eventually, waiting

from libs.messaging.tests.conftest import Proxy


@asynccontextmanager
async def listening(
    broker: Broker, handler: Callable[[PrincipalChanged], object], **options: Any
) -> AsyncIterator[BroadcastListener]:
    listener = BroadcastListener("demo", broker, {PrincipalChanged: handler}, **options)
    listener.start()
    try:
        await listener.bound.wait()
        yield listener
    finally:
        await listener.stop()


async def change_principal(database: Database) -> PrincipalChanged:
    event = PrincipalChanged(user_id=new_id(), principal_version=1)
    async with database.transaction() as session:
        await outbox.publish(session, event, sequence=1)
    return event


async def drained(database: Database) -> bool:
    return await waiting(database) == 0


class TestBroadcast:
    async def test_every_process_hears_it(
        self, database: Database, broker: Broker, relay: StartRelay
    ) -> None:
        await relay()
        first: list[Event] = []
        second: list[Event] = []

        async def hear(event: Event) -> None:
            second.append(event)

        async with listening(broker, first.append), listening(broker, hear):
            event = await change_principal(database)
            await eventually(lambda: first == [event] and second == [event])

    async def test_nobody_hearing_it_is_no_failure(
        self, database: Database, broker: Broker, relay: StartRelay
    ) -> None:
        await relay()
        await change_principal(database)
        await eventually(lambda: drained(database))

    async def test_a_handler_that_raises_does_not_end_the_hearing(
        self, database: Database, broker: Broker, relay: StartRelay
    ) -> None:
        await relay()
        heard: list[Event] = []

        def moody(event: Event) -> None:
            heard.append(event)
            if len(heard) == 1:
                raise ValueError("first")

        async with listening(broker, moody):
            await change_principal(database)
            await change_principal(database)
            await eventually(lambda: len(heard) == 2)

    async def test_a_gap_is_made_up_for_after_a_lost_connection(
        self, database: Database, broker: Broker, relay: StartRelay, proxy: Proxy, proxied: Broker
    ) -> None:
        await relay()
        await proxy.open()
        heard: list[Event] = []
        made_up: list[bool] = []

        async def make_up() -> None:
            made_up.append(True)

        async with listening(proxied, heard.append, on_reconnect=make_up) as listener:
            assert made_up == []
            await proxy.cut()
            await eventually(lambda: not listener.connected)
            await change_principal(database)
            await eventually(lambda: drained(database))
            await proxy.open()
            await eventually(lambda: listener.connected)
            assert made_up == [True]
            assert heard == []
            event = await change_principal(database)
            await eventually(lambda: heard == [event])
