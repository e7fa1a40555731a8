"""Open streams of this process, with one reader for all.

A broadcast only wakes its users' streams; notifications are read from the database. A lost
broadcast therefore delays a notification by at most `POLL_SECONDS`.
"""

import asyncio
from collections import defaultdict, deque
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from contextvars import Context
from uuid import UUID

from contracts.notifications import NotificationsCreated
from fastapi.sse import ServerSentEvent
from kit.database.db import Database
from kit.messaging.cooperative import iterate_cooperatively
from structlog import get_logger

from notifications.notifications import queries
from notifications.notifications.schemas import NotificationRead

log = get_logger(__name__)

POLL_SECONDS = 15.0
"""Polling interval of streams that are not woken."""
RETRY_MILLISECONDS = 3000
RETRY_SECONDS = 1.0
"""Retry delay after a failure, for example of the database."""
CHUNK = 500
"""Streams per statement."""
_MAX_REMEMBERED = 200
"""Recent IDs kept per stream, to deduplicate."""


class Listener:
    """Stream with its received and unsent notifications."""

    def __init__(self, user_id: UUID, after: UUID | None) -> None:
        self.user_id = user_id
        self.after = after
        """Cursor; None until the stream's starting point is known."""
        self.named: set[UUID] = set()
        """IDs that woke it."""
        self.is_open = True
        self.is_placed = False
        self.has_more = False
        """True if more rows must be read once these are sent."""
        self._given: list[ServerSentEvent] = []
        self._woken = asyncio.Event()
        self._sent: deque[UUID] = deque(maxlen=_MAX_REMEMBERED)

    @property
    def has_backlog(self) -> bool:
        """Check for unsent notifications, during which nothing more is read."""
        return bool(self._given)

    def begin(self, place: UUID) -> None:
        """Send the client its starting cursor at once, so that a reconnect misses nothing."""
        self.after, self.is_placed = place, True
        self._give(ServerSentEvent(comment="open", id=str(place), retry=RETRY_MILLISECONDS))

    def give(self, found: Sequence[NotificationRead]) -> None:
        """Add notifications to send, oldest first."""
        for notification in found:
            if notification.id not in self._sent:
                self._sent.append(notification.id)
                self._give(
                    ServerSentEvent(
                        event="notification", id=str(notification.id), data=notification
                    )
                )
            assert self.after
            self.after = max(self.after, notification.id)

    def _give(self, event: ServerSentEvent) -> None:
        self._given.append(event)
        self._woken.set()

    def interrupt(self) -> None:
        """End the current wait without notifications."""
        self._woken.set()

    async def wait(self, seconds: float) -> list[ServerSentEvent]:
        """Wait for notifications, or return none after `seconds`."""
        try:
            async with asyncio.timeout(seconds):
                await self._woken.wait()
        except TimeoutError:
            return []
        self._woken.clear()
        given, self._given = self._given, []
        return given


class Listeners:
    """Open streams of this process by user."""

    def __init__(self) -> None:
        self._by_user: defaultdict[UUID, set[Listener]] = defaultdict(set)
        self._waiting: set[Listener] = set()
        """Listeners to read for at once."""
        self._requested = asyncio.Event()
        self._reader: asyncio.Task[None] | None = None
        self.ending = False
        """True while the process stops: every stream ends."""

    def count(self, user_id: UUID) -> int:
        """Count a user's open streams."""
        return len(self._by_user[user_id]) if user_id in self._by_user else 0

    @contextmanager
    def open(self, database: Database, user_id: UUID, after: UUID | None) -> Iterator[Listener]:
        """Open a stream after a notification, or from now on."""
        listener = Listener(user_id, after)
        self._by_user[user_id].add(listener)
        self.request_read(listener)
        if self._reader is None or self._reader.done():
            # An empty context, not that of the first request.
            self._reader = asyncio.get_running_loop().create_task(
                self._read(database), context=Context()
            )
        try:
            yield listener
        finally:
            listener.is_open = False
            self._waiting.discard(listener)
            self._by_user[user_id].discard(listener)
            if not self._by_user[user_id]:
                del self._by_user[user_id]
            # Lets the reader end with the last stream.
            self._requested.set()

    def wake(self, event: NotificationsCreated) -> None:
        """Handle a broadcast: wake its users' streams."""
        for notification_id, user_id in event.user_ids.items():
            for listener in self._by_user.get(user_id, ()):
                listener.named.add(notification_id)
                self.request_read(listener)

    def request_read(self, listener: Listener) -> None:
        """Request a read for the stream."""
        self._waiting.add(listener)
        self._requested.set()

    def resume(self, listener: Listener) -> None:
        """Continue reading for a stream that has sent everything."""
        if listener.has_more:
            listener.has_more = False
            self.request_read(listener)

    def end(self) -> None:
        """End every stream; clients reconnect to another process."""
        self.ending = True
        for listener in self._all():
            listener.interrupt()

    def _all(self) -> list[Listener]:
        return [listener for streams in self._by_user.values() for listener in streams]

    async def _read(self, database: Database) -> None:
        """Read for woken streams, and every `POLL_SECONDS` for all, while any is open.

        Requests that arrive during a statement are served by the next one.
        """
        loop = asyncio.get_running_loop()
        poll_at = loop.time() + POLL_SECONDS
        while self._by_user:
            with suppress(TimeoutError):
                async with asyncio.timeout_at(poll_at):
                    await self._requested.wait()
            if loop.time() >= poll_at:
                self._waiting.update(self._all())
                poll_at = loop.time() + POLL_SECONDS
            self._requested.clear()
            waiting, self._waiting = self._waiting, set()
            for listener in waiting:
                listener.has_more = listener.has_backlog
            due = [each for each in waiting if not each.has_backlog]
            for first in range(0, len(due), CHUNK):
                some = due[first : first + CHUNK]
                try:
                    await _read_unread(database, some)
                except Exception:
                    log.exception("streams were not read for", streams=len(some))
                    self._waiting.update(each for each in some if each.is_open)
                    await asyncio.sleep(RETRY_SECONDS)
                    self._requested.set()


async def _read_unread(database: Database, listeners: Sequence[Listener]) -> None:
    named = {listener: frozenset(listener.named) for listener in listeners}
    starting = {each.user_id for each in listeners if each.after is None}
    async with database.transaction() as session:
        newest = await queries.map_newest_ids(session, starting) if starting else {}
        places = [
            (each.user_id, each.after or newest.get(each.user_id, UUID(int=0)))
            for each in listeners
        ]
        found = await queries.list_new_unread(session, places, frozenset().union(*named.values()))
    async for listener, (_, after), rows in iterate_cooperatively(
        zip(listeners, places, found, strict=True)
    ):
        listener.named -= named[listener]
        if not listener.is_placed:
            listener.begin(after)
        listener.give(rows)
        listener.has_more = len(rows) >= queries.STREAM_LIMIT
