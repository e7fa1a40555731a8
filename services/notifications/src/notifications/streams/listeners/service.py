"""The open streams of this process, and one reader for all of them.

A broadcast only wakes the streams of its people; what is sent is read from the database. So a
broadcast that was lost with the broker delays a notification by `POLL_SECONDS` at most.
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
"""How often all streams are read for without being woken."""
RETRY_MILLISECONDS = 3000
READ_AGAIN_SECONDS = 1.0
"""After a failure, such as of the database."""
AT_ONCE = 500
"""For so many streams one statement reads."""
_REMEMBERED = 200
"""Ids of what a stream was given: a notification that is named twice is sent once."""


class Listener:
    """One stream: what it was given and has not sent yet."""

    def __init__(self, user_id: UUID, after: UUID | None) -> None:
        self.user_id = user_id
        self.after = after
        """What is later is read for it. None until it is known where the stream begins."""
        self.named: set[UUID] = set()
        """What it was woken for."""
        self.is_open = True
        self.is_placed = False
        self.has_more = False
        """Whether there is more to read for it once it has sent what it was given."""
        self._given: list[ServerSentEvent] = []
        self._woken = asyncio.Event()
        self._sent: deque[UUID] = deque(maxlen=_REMEMBERED)

    @property
    def is_behind(self) -> bool:
        """Whether it has not sent all that it was given: nothing more is read for it."""
        return bool(self._given)

    def begin(self, place: UUID) -> None:
        """Tell the reader at once where the stream is, so that who goes on after it has missed
        nothing."""
        self.after, self.is_placed = place, True
        self._give(ServerSentEvent(comment="open", id=str(place), retry=RETRY_MILLISECONDS))

    def give(self, found: Sequence[NotificationRead]) -> None:
        """Notifications to send, oldest first."""
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
        """End the wait although nothing has come."""
        self._woken.set()

    async def wait(self, seconds: float) -> list[ServerSentEvent]:
        """What has come, as soon as something has; nothing after `seconds`."""
        try:
            async with asyncio.timeout(seconds):
                await self._woken.wait()
        except TimeoutError:
            return []
        self._woken.clear()
        given, self._given = self._given, []
        return given


class Listeners:
    """The open streams of this process, by person."""

    def __init__(self) -> None:
        self._by_user: defaultdict[UUID, set[Listener]] = defaultdict(set)
        self._waiting: set[Listener] = set()
        """For which is to be read at once."""
        self._asked = asyncio.Event()
        self._reader: asyncio.Task[None] | None = None
        self.ending = False
        """The process is about to stop: every stream ends."""

    def count(self, user_id: UUID) -> int:
        """How many streams a person has open."""
        return len(self._by_user[user_id]) if user_id in self._by_user else 0

    @contextmanager
    def open(self, database: Database, user_id: UUID, after: UUID | None) -> Iterator[Listener]:
        """A listener for one stream, after a notification or from now on."""
        listener = Listener(user_id, after)
        self._by_user[user_id].add(listener)
        self.ask(listener)
        if self._reader is None or self._reader.done():
            # Not in the context of the request that happens to be the first.
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
            # The reader ends with the last one.
            self._asked.set()

    def wake(self, event: NotificationsCreated) -> None:
        """The broadcast handler: wake the streams of the people whom it is for."""
        for notification_id, user_id in event.user_ids.items():
            for listener in self._by_user.get(user_id, ()):
                listener.named.add(notification_id)
                self.ask(listener)

    def ask(self, listener: Listener) -> None:
        """Let it be read for the stream."""
        self._waiting.add(listener)
        self._asked.set()

    def go_on(self, listener: Listener) -> None:
        """The stream has sent what it was given."""
        if listener.has_more:
            listener.has_more = False
            self.ask(listener)

    def end(self) -> None:
        """End every stream; their readers open them again at another copy."""
        self.ending = True
        for listener in self._all():
            listener.interrupt()

    def _all(self) -> list[Listener]:
        return [listener for streams in self._by_user.values() for listener in streams]

    async def _read(self, database: Database) -> None:
        """Read for those that were woken, and every `POLL_SECONDS` for all, as long as there are
        any. What comes while a statement runs is read by the next one."""
        loop = asyncio.get_running_loop()
        poll_at = loop.time() + POLL_SECONDS
        while self._by_user:
            with suppress(TimeoutError):
                async with asyncio.timeout_at(poll_at):
                    await self._asked.wait()
            if loop.time() >= poll_at:
                self._waiting.update(self._all())
                poll_at = loop.time() + POLL_SECONDS
            self._asked.clear()
            waiting, self._waiting = self._waiting, set()
            for listener in waiting:
                listener.has_more = listener.is_behind
            due = [each for each in waiting if not each.is_behind]
            for first in range(0, len(due), AT_ONCE):
                some = due[first : first + AT_ONCE]
                try:
                    await _read_for(database, some)
                except Exception:
                    log.exception("streams were not read for", streams=len(some))
                    self._waiting.update(each for each in some if each.is_open)
                    await asyncio.sleep(READ_AGAIN_SECONDS)
                    self._asked.set()


async def _read_for(database: Database, listeners: Sequence[Listener]) -> None:
    named = {listener: frozenset(listener.named) for listener in listeners}
    starting = {each.user_id for each in listeners if each.after is None}
    async with database.transaction() as session:
        newest = await queries.map_newest_ids(session, starting) if starting else {}
        places = [
            (each.user_id, each.after or newest.get(each.user_id, UUID(int=0)))
            for each in listeners
        ]
        found = await queries.list_unread_after(session, places, frozenset().union(*named.values()))
    async for listener, (_, after), rows in iterate_cooperatively(
        zip(listeners, places, found, strict=True)
    ):
        listener.named -= named[listener]
        if not listener.is_placed:
            listener.begin(after)
        listener.give(rows)
        listener.has_more = len(rows) >= queries.STREAM_LIMIT
