"""The open streams of this process, and what each sends.

A broadcast only wakes the streams of its person; what is sent is read from the database. So a
broadcast that was lost with the broker delays a notification by `POLL_SECONDS` at most.
"""

import asyncio
import signal
import time
from collections import defaultdict, deque
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from types import FrameType
from typing import Annotated
from uuid import UUID

from contracts.notifications import NotificationCreated
from fastapi import Depends, Request
from fastapi.sse import ServerSentEvent
from kit.auth import AnyUser
from kit.claims import Claims
from kit.db import Database, DatabaseDep
from kit.errors import Unauthorized
from kit.tokens import KeysUnavailable, Verifier, VerifierDep

from notifications.notifications import queries
from notifications.streams.errors import TooManyStreams

POLL_SECONDS = 15.0
"""How often a stream reads without being woken, and checks whether its token is still valid.
FastAPI sends a comment as a heartbeat after 15 quiet seconds."""
RETRY_MILLISECONDS = 3000
MAX_STREAMS = 10
"""Of one person, in one process: more tabs than that do not need each a stream."""


class Listener:
    """What has come for one stream since it last looked."""

    def __init__(self) -> None:
        self._woken = asyncio.Event()
        self._ids: set[UUID] = set()

    def wake(self, notification_id: UUID) -> None:
        """Something has come."""
        self._ids.add(notification_id)
        self._woken.set()

    def interrupt(self) -> None:
        """End the wait although nothing has come."""
        self._woken.set()

    async def wait(self, seconds: float) -> list[UUID]:
        """What has come, as soon as something has; nothing after `seconds`."""
        try:
            async with asyncio.timeout(seconds):
                await self._woken.wait()
        except TimeoutError:
            return []
        self._woken.clear()
        ids, self._ids = sorted(self._ids), set()
        return ids


class Listeners:
    """The open streams of this process, by person."""

    def __init__(self) -> None:
        self._by_user: defaultdict[UUID, set[Listener]] = defaultdict(set)
        self.ending = False
        """The process is about to stop: every stream ends."""

    def count(self, user_id: UUID) -> int:
        """How many streams a person has open."""
        return len(self._by_user[user_id]) if user_id in self._by_user else 0

    @contextmanager
    def open(self, user_id: UUID) -> Iterator[Listener]:
        """A listener for one stream."""
        listener = Listener()
        self._by_user[user_id].add(listener)
        try:
            yield listener
        finally:
            self._by_user[user_id].discard(listener)
            if not self._by_user[user_id]:
                del self._by_user[user_id]

    def wake(self, event: NotificationCreated) -> None:
        """The broadcast handler: wake the streams of the person whom it is for."""
        for listener in self._by_user.get(event.user_id, ()):
            listener.wake(event.notification_id)

    def end(self) -> None:
        """End every stream; their readers open them again at another copy."""
        self.ending = True
        for streams in self._by_user.values():
            for listener in streams:
                listener.interrupt()


listeners = Listeners()
"""One a process: what wakes it is one broadcast queue a process."""


@asynccontextmanager
async def end_streams_at_shutdown(_: object) -> AsyncIterator[None]:
    """End the streams at the signal to stop.

    The server waits for all responses before it closes the app, and a stream has no end of its
    own, so each stop would last as long as the server's patience.
    """
    loop = asyncio.get_running_loop()
    before = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}

    def stop(number: int, frame: FrameType | None) -> None:
        loop.call_soon_threadsafe(listeners.end)
        handler = before[signal.Signals(number)]
        if callable(handler):
            handler(number, frame)

    for number in before:
        signal.signal(number, stop)
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
        listeners.ending = False


class Subscription:
    """The right of one request to a stream: it lasts as long as the request's token."""

    def __init__(self, database: Database, verifier: Verifier, token: str, claims: Claims) -> None:
        self._database = database
        self._verifier = verifier
        self._token = token
        self._claims = claims

    async def events(self, last_event_id: UUID | None) -> AsyncIterator[ServerSentEvent]:
        """Notifications after `last_event_id`, or from now on, until the token is no longer valid.

        The end of the session ends it within `POLL_SECONDS`, expiry at its second.
        """
        user_id = self._claims.sub
        sent: deque[UUID] = deque(maxlen=200)
        with listeners.open(user_id) as listener:
            async with self._database.transaction() as session:
                last = last_event_id or await queries.get_newest_id(session, user_id)
            # With its place, so that who goes on after it has missed nothing.
            yield ServerSentEvent(comment="open", id=str(last), retry=RETRY_MILLISECONDS)
            named: list[UUID] = []
            while not listeners.ending and await self._is_token_valid():
                async with self._database.transaction() as session:
                    found = await queries.list_unread_after(session, user_id, last, named)
                for notification in found:
                    if notification.id not in sent:
                        sent.append(notification.id)
                        yield ServerSentEvent(
                            event="notification", id=str(notification.id), data=notification
                        )
                    last = max(last, notification.id)
                if len(found) == queries.STREAM_LIMIT:
                    continue
                left = max(0.0, self._claims.exp - time.time())
                named = await listener.wait(min(POLL_SECONDS, left))

    async def _is_token_valid(self) -> bool:
        try:
            await self._verifier.verify(self._token)
        except (Unauthorized, KeysUnavailable):
            return False
        return True


async def _subscribe(
    request: Request, actor: AnyUser, database: DatabaseDep, verifier: VerifierDep
) -> Subscription:
    if listeners.count(actor.user_id) >= MAX_STREAMS:
        raise TooManyStreams
    # AnyUser has verified the same header, so this comes from the verifier's cache.
    token = request.headers["authorization"].partition(" ")[2]
    return Subscription(database, verifier, token, await verifier.verify(token))


SubscriptionDep = Annotated[Subscription, Depends(_subscribe)]
"""The caller's stream, for its route. Raises `TooManyStreams`."""
