"""Each role runs its parts, and a service starts without its broker."""

import asyncio

import kit.messaging.runtime
import pytest
from contracts.event import Event
from contracts.identity import OrganizationUpdated, SessionEnded
from kit.core.config import Environment, KitSettings, Role
from kit.database.db import Database, new_id
from kit.messaging import outbox
from kit.messaging.broker import Broker
from kit.messaging.runtime import Messaging
from kit.testing.messaging import SERVICE, eventually, handled, publish_events, record

from libs.messaging.tests.conftest import Proxy


def settings(role: Role, broker_url: str) -> KitSettings:
    return KitSettings(
        env=Environment.TEST, role=role, database_url="postgresql://unused", broker_url=broker_url
    )


def messaging(role: Role, database: Database, broker: Broker, heard: list[Event]) -> Messaging:
    return Messaging(
        SERVICE,
        settings(role, ""),
        database,
        handlers={OrganizationUpdated: record},
        broadcasts={SessionEnded: heard.append},
        broker=broker,
    )


async def end_session(database: Database) -> None:
    async with database.transaction() as session:
        event = SessionEnded(session_id=new_id(), user_id=new_id())
        await outbox.publish(session, event, sequence=1)


class TestRoles:
    async def test_all_handles_and_hears(self, database: Database, broker: Broker) -> None:
        heard: list[Event] = []
        running = messaging(Role.ALL, database, broker, heard)
        await running.start()
        await eventually(lambda: running.connected)
        await publish_events(database, 2)
        await end_session(database)
        await eventually(lambda: all_handled(database, 2))
        await eventually(lambda: len(heard) == 1)
        await running.stop()
        assert not running.connected

    async def test_api_and_worker_share_the_work(self, database: Database, broker: Broker) -> None:
        heard_by_api: list[Event] = []
        heard_by_worker: list[Event] = []
        worker = messaging(Role.WORKER, database, broker, heard_by_worker)
        await worker.start()
        await eventually(lambda: worker.connected)
        api = messaging(Role.API, database, broker, heard_by_api)
        await api.start()
        await eventually(lambda: api.connected)
        await publish_events(database, 2)
        await end_session(database)
        await eventually(lambda: all_handled(database, 2))
        await eventually(lambda: len(heard_by_api) == 1)
        await worker.stop()
        await publish_events(database, 1)
        await api.stop()
        assert await handled(database) == 2
        assert heard_by_worker == []


class TestStart:
    @pytest.fixture(autouse=True)
    def wait_less(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(kit.messaging.runtime, "_BIND_TIMEOUT", 0.5)

    @pytest.mark.parametrize("role", list(Role))
    async def test_does_not_fail_while_the_broker_is_down(
        self, database: Database, proxy: Proxy, proxied: Broker, role: Role
    ) -> None:
        running = messaging(role, database, proxied, [])
        # It would wait for ever, since the proxy is closed until it has started.
        async with asyncio.timeout(60):
            await running.start()
        assert not running.connected
        await proxy.open()
        await eventually(lambda: running.connected)
        if role is not Role.API:
            await publish_events(database, 1)
            await eventually(lambda: all_handled(database, 1))
        await running.stop()


async def all_handled(database: Database, count: int) -> bool:
    return await handled(database) == count
