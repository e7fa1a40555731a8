"""Live stream over a real socket, with and without broadcasts."""

import asyncio
import json
import os
import signal
import time
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from datetime import timedelta
from typing import cast
from urllib.parse import urlsplit
from uuid import UUID

import httpx
import pytest
import uvicorn
from contracts.identity import SessionEnded
from contracts.notifications import NotificationsCreated
from kit.database.db import new_id, utc_now
from kit.security.rules import ACCESS_TOKEN_SECONDS
from kit.testing import Actor, QueryCounter, ServiceUnderTest, actor, eventually
from notifications.notifications import queries as queries_of_notifications
from notifications.notifications.queries import STREAM_LIMIT
from notifications.notifications.service import notify
from notifications.streams import service as streams
from notifications.streams.listeners import service as reading_for_all
from notifications.streams.service import MAX_STREAMS, end_streams_at_shutdown, listeners
from sqlalchemy.pool import QueuePool

from deploy.local import ports
from services.notifications.tests import factories


@dataclass
class Reader:
    """Events received on an open stream."""

    place: str = ""
    ids: list[str] = field(default_factory=list)
    titles: list[str] = field(default_factory=list)
    comments: list[str] = field(default_factory=list)
    ended: bool = False

    async def read(self, answer: httpx.Response) -> None:
        async for line in answer.aiter_lines():
            name, _, value = line.partition(": ")
            if name == "id":
                self.place = value
            elif name == "data":
                self.titles.append(json.loads(value)["title_en"])
                self.ids.append(json.loads(value)["id"])
            elif line.startswith(":"):
                self.comments.append(value)
        self.ended = True


@pytest.fixture(scope="module")
async def address(service: ServiceUnderTest) -> AsyncIterator[str]:
    """Run the service behind a real HTTP server."""
    port = ports.choose()
    server = uvicorn.Server(uvicorn.Config(service.app, port=port, lifespan="off", log_config=None))
    task = asyncio.create_task(server.serve())
    await eventually(lambda: server.started)
    yield f"http://127.0.0.1:{port}/api/v1/notifications/stream"
    server.should_exit = True
    await task


@asynccontextmanager
async def reading(address: str, user: Actor, **headers: str) -> AsyncIterator[Reader]:
    """Open a stream as a user."""
    reader = Reader()
    async with (
        httpx.AsyncClient(timeout=120, trust_env=False) as client,
        client.stream("GET", address, headers=user.headers | headers) as answer,
    ):
        assert answer.status_code == 200
        assert answer.headers["content-type"].startswith("text/event-stream")
        task = asyncio.create_task(reader.read(answer))
        await eventually(lambda: reader.comments)
        try:
            yield reader
        finally:
            task.cancel()
            await asyncio.wait([task])


async def notify_user(service: ServiceUnderTest, user: Actor, *, wake: bool = True) -> None:
    """Notify a user of a payment; with `wake` the broadcast is sent too."""
    before = await service.published(NotificationsCreated)
    await service.deliver(factories.charge_paid(payer_user_id=user.user_id))
    if wake:
        for event in (await service.published(NotificationsCreated))[len(before) :]:
            listeners.wake(event)


@pytest.fixture
def user() -> Actor:
    return actor("candidate", verified=False)


class TestStreamNotifications:
    async def test_sends_what_comes_while_it_is_open(
        self, service: ServiceUnderTest, address: str, user: Actor
    ) -> None:
        await notify_user(service, user)
        async with reading(address, user) as reader:
            await eventually(lambda: listeners.count(user.user_id))
            await notify_user(service, user)
            await notify_user(service, actor("candidate"))
            await notify_user(service, user)
            await eventually(lambda: len(reader.ids) == 2)
            assert reader.titles == ["Payment received"] * 2
        await eventually(lambda: listeners.count(user.user_id) == 0)

    async def test_serves_every_open_window(
        self, service: ServiceUnderTest, address: str, user: Actor
    ) -> None:
        async with reading(address, user) as first, reading(address, user) as second:
            await notify_user(service, user)
            await eventually(lambda: len(first.ids) == len(second.ids) == 1)

    async def test_resumes_after_the_last_event_that_was_seen(
        self, service: ServiceUnderTest, address: str, user: Actor
    ) -> None:
        async with reading(address, user) as reader:
            await notify_user(service, user)
            await eventually(lambda: len(reader.ids) == 1)
        await notify_user(service, user, wake=False)
        await notify_user(service, user, wake=False)
        async with reading(address, user, **{"Last-Event-ID": reader.ids[0]}) as again:
            await eventually(lambda: len(again.ids) == 2)
        assert again.ids == sorted(again.ids)
        assert reader.ids[0] < again.ids[0]

    async def test_resumes_where_a_stream_was_that_had_nothing_to_say(
        self, service: ServiceUnderTest, address: str, user: Actor
    ) -> None:
        async with reading(address, user) as reader:
            await eventually(lambda: reader.place)
        await notify_user(service, user, wake=False)
        async with reading(address, user, **{"Last-Event-ID": reader.place}) as again:
            await eventually(lambda: len(again.ids) == 1)
            assert again.place == again.ids[0]

    async def test_history_is_not_sent(
        self, service: ServiceUnderTest, address: str, user: Actor
    ) -> None:
        async with reading(address, user) as reader:
            old = factories.registered(user_id=user.user_id)
            await service.deliver(old, time=utc_now() - timedelta(days=2))
            await notify_user(service, user)
            await eventually(lambda: reader.titles == ["Payment received"])

    async def test_a_lost_broadcast_only_delays(
        self,
        service: ServiceUnderTest,
        address: str,
        user: Actor,
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        monkeypatch.setattr(reading_for_all, "POLL_SECONDS", 0.1)
        async with reading(address, user) as reader:
            await notify_user(service, user, wake=False)
            await eventually(lambda: len(reader.ids) == 1)

    async def test_a_doubled_broadcast_is_sent_once(
        self, service: ServiceUnderTest, address: str, user: Actor
    ) -> None:
        async with reading(address, user) as reader:
            await notify_user(service, user)
            await eventually(lambda: len(reader.ids) == 1)
            (event,) = await service.published(NotificationsCreated)
            listeners.wake(event)
            await notify_user(service, user)
            await eventually(lambda: len(reader.ids) == 2)
        assert len(set(reader.ids)) == 2

    async def test_a_notification_that_was_committed_late_is_not_skipped(
        self, service: ServiceUnderTest, address: str, user: Actor
    ) -> None:
        early = new_id()
        async with reading(address, user) as reader:
            await notify_user(service, user)
            await eventually(lambda: len(reader.ids) == 1)
            async with service.database.raw_transaction() as connection:
                await connection.execute(
                    "INSERT INTO notifications (id, user_id, topic, version, kind, title_en,"
                    " title_ar, body_en, body_ar, created_at)"
                    " VALUES ($1, $2, 't', 1, 'welcome', 'Late', '', '', '', now())",
                    early,
                    user.user_id,
                )
            (event,) = await service.published(NotificationsCreated)
            listeners.wake(event.model_copy(update={"user_ids": {early: user.user_id}}))
            await eventually(lambda: reader.titles == ["Payment received", "Late"])

    async def test_ends_with_the_token(
        self,
        address: str,
        user: Actor,
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        real = time.time
        # The token was issued almost one lifetime ago.
        with monkeypatch.context() as past:
            past.setattr(time, "time", lambda: real() - ACCESS_TOKEN_SECONDS + 10)
            headers = user.headers
        async with reading(address, user, **headers) as reader:
            await eventually(lambda: reader.ended)

    async def test_ends_when_the_session_does(
        self,
        service: ServiceUnderTest,
        address: str,
        user: Actor,
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        monkeypatch.setattr(streams, "CHECK_SECONDS", 0.1)
        async with reading(address, user) as reader:
            ended = SessionEnded(session_id=user.session_id, user_id=user.user_id)
            service.context.verifier.listen(ended)
            await eventually(lambda: reader.ended)

    async def test_ends_when_the_process_is_to_stop(self, address: str, user: Actor) -> None:
        signals: list[int] = []
        before = signal.signal(signal.SIGTERM, lambda number, _: signals.append(number))
        try:
            async with reading(address, user) as reader, end_streams_at_shutdown(None):
                os.kill(os.getpid(), signal.SIGTERM)
                await eventually(lambda: reader.ended)
            assert signals == [signal.SIGTERM], "the server's own handler runs as well"
        finally:
            signal.signal(signal.SIGTERM, before)

    async def test_a_hundred_windows_get_their_own_and_keep_no_database_connection(
        self, service: ServiceUnderTest, address: str
    ) -> None:
        people = [actor("candidate") for _ in range(20)]
        async with AsyncExitStack() as stack:
            readers = [
                (person, await stack.enter_async_context(reading(address, person)))
                for person in people
                for _ in range(5)
            ]
            for person in people:
                await notify_user(service, person)
            await eventually(lambda: all(reader.ids for _, reader in readers))
            by_person = {person.user_id: set[str]() for person in people}
            for person, reader in readers:
                by_person[person.user_id].update(reader.ids)
            assert all(len(ids) == 1 for ids in by_person.values())
            assert len(set[str]().union(*by_person.values())) == len(people)
            pool = cast(QueuePool, service.database.engine.sync_engine.pool)
            await eventually(lambda: pool.checkedout() == 0)
        await eventually(lambda: not any(listeners.count(one.user_id) for one in people))

    async def test_one_statement_reads_for_all_streams(
        self, service: ServiceUnderTest, address: str, queries: QueryCounter
    ) -> None:
        people = [actor("candidate") for _ in range(30)]
        async with AsyncExitStack() as stack:
            readers = [await stack.enter_async_context(reading(address, each)) for each in people]
            user_ids = [person.user_id for person in people]
            async with service.database.transaction() as work:
                await notify(work, user_ids, factories.notice())
            (event,) = await service.published(NotificationsCreated)
            with queries() as statements:
                listeners.wake(event)
                await eventually(lambda: all(reader.ids for reader in readers))
            assert len(statements) == 2, "those with a later id, and those that are named"
        assert {
            UUID(id_): user.user_id
            for user, reader in zip(people, readers, strict=True)
            for id_ in reader.ids
        } == event.user_ids

    async def test_a_long_gap_is_filled_in_order(
        self, service: ServiceUnderTest, address: str, user: Actor
    ) -> None:
        many = 2 * STREAM_LIMIT + 20
        async with service.database.transaction() as work:
            for number in range(many):
                await notify(work, [user.user_id], factories.notice(f"topic:{number}"))
        async with reading(address, user, **{"Last-Event-ID": str(UUID(int=1))}) as reader:
            await eventually(lambda: len(reader.ids) >= many)
            assert reader.ids == sorted(set(reader.ids))

    async def test_while_the_database_is_away_streams_stay_open(
        self,
        service: ServiceUnderTest,
        address: str,
        user: Actor,
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        monkeypatch.setattr(reading_for_all, "RETRY_SECONDS", 0.01)
        failed: list[None] = []

        async def fail(*_: object) -> None:
            failed.append(None)
            raise OSError("nobody listens")

        async with reading(address, user) as reader:
            with monkeypatch.context() as away:
                away.setattr(queries_of_notifications, "list_new_unread", fail)
                await notify_user(service, user)
                await eventually(lambda: len(failed) > 2)
            await eventually(lambda: len(reader.ids) == 1)
            assert not reader.ended

    async def test_a_window_that_disappears_is_removed(
        self, service: ServiceUnderTest, address: str, user: Actor
    ) -> None:
        url = urlsplit(address)
        reader, writer = await asyncio.open_connection(url.hostname, url.port)
        writer.write(
            f"GET {url.path} HTTP/1.1\r\nHost: {url.netloc}\r\n"
            f"Authorization: {user.headers['Authorization']}\r\n\r\n".encode()
        )
        await reader.readuntil(b": open")
        assert listeners.count(user.user_id) == 1
        writer.transport.abort()
        await eventually(lambda: listeners.count(user.user_id) == 0)
        await notify_user(service, user)

    async def test_429_for_more_windows_than_anybody_needs(
        self, service: ServiceUnderTest, client: httpx.AsyncClient, user: Actor
    ) -> None:
        opened = [listeners.open(service.database, user.user_id, None) for _ in range(MAX_STREAMS)]
        for one in opened:
            one.__enter__()
        answer = await client.get("notifications/stream", headers=user.headers)
        for one in opened:
            one.__exit__(None, None, None)
        assert answer.status_code == 429
        assert answer.json()["code"] == "notification_stream.limit_reached"
        assert listeners.count(user.user_id) == 0

    async def test_401_when_signed_out(self, client: httpx.AsyncClient) -> None:
        answer = await client.get("notifications/stream")
        assert (answer.status_code, answer.json()["code"]) == (401, "sign_in.required")
