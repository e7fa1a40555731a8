"""A live stream continues after a gap: another replica sends the missed messages."""

import asyncio
import json
import os
import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import httpx
from kit.database.db import Database, utc_now
from kit.messaging.broker import Broker
from kit.messaging.relay import Relay
from kit.testing import Actor, actor, eventually
from notifications.notifications.service import Notice, notify
from notifications.texts.models import Kind

from tests.reliability.served import Served, copies_served

BEFORE, MISSED = 3, 5


class Reader:
    """A browser's messages from all of its streams."""

    def __init__(self, url: str, user: Actor) -> None:
        self._url = f"{url}/api/v1/notifications/stream"
        self._user = user
        self.place = ""
        self.links: list[str] = []
        self.is_open = False

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[None]:
        """An open stream, which begins after what has come."""
        task = asyncio.create_task(self._read())
        try:
            await eventually(lambda: self.is_open or task.done())
            yield
        finally:
            task.cancel()
            await asyncio.wait([task])

    async def _read(self) -> None:
        headers = {**self._user.headers, **({"Last-Event-ID": self.place} if self.place else {})}
        try:
            async with (
                httpx.AsyncClient(timeout=None, trust_env=False) as client,
                client.stream("GET", self._url, headers=headers) as answer,
            ):
                async for line in answer.aiter_lines():
                    name, _, value = line.partition(": ")
                    self.is_open = answer.status_code == 200
                    if name == "id":
                        self.place = value
                    elif name == "data":
                        self.links.append(json.loads(value)["link"])
        except httpx.TransportError:
            # Its copy has died.
            return
        finally:
            self.is_open = False


async def test_another_replica_sends_notifications_of_a_dead_stream(
    postgres_url: str, broker_url: str, tmp_path: Path
) -> None:
    user = actor("candidate")
    async with copies_served(
        postgres_url, tmp_path, count=0, count_notifications=2, broker_url=broker_url
    ) as served:
        database = Database(served.database_url)
        relay = Relay(database, Broker(broker_url))
        relay.start()
        reader = Reader(served.url, user)
        async with reader.reading():
            assert reader.is_open
            await _notify(database, user, range(BEFORE))
            await eventually(lambda: len(reader.links) == BEFORE)
            await _kill_its_copy(served, reader)
            await _notify(database, user, range(BEFORE, BEFORE + MISSED))

        async def goes_on() -> bool:
            # The gateway may still lead to the dead one.
            async with reader.reading():
                if not reader.is_open:
                    return False
                await eventually(lambda: len(reader.links) >= BEFORE + MISSED)
                await _notify(database, user, [BEFORE + MISSED])
                await eventually(lambda: len(reader.links) > BEFORE + MISSED)
            return True

        await eventually(goes_on)
        await relay.stop()
        await database.close()
    assert reader.links == [f"/{number}" for number in range(BEFORE + MISSED + 1)]


async def _notify(database: Database, user: Actor, numbers: range | list[int]) -> None:
    for number in numbers:
        values = {"username": "huda", "product": "Itqan"}
        notice = Notice(f"topic:{number}", 1, Kind.WELCOME, values, f"/{number}", utc_now())
        async with database.transaction() as session:
            await notify(session, [user.user_id], notice)


async def _kill_its_copy(served: Served, reader: Reader) -> None:
    for copy in served.notifications:
        os.kill(served.pid(copy), signal.SIGKILL)
        # A copy that dies closes its connections at once.
        with suppress(AssertionError):
            await eventually(lambda: not reader.is_open, seconds=2)
            return
    raise AssertionError("the stream outlived both copies")
