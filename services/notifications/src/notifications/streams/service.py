"""Content and lifetime of each stream."""

import asyncio
import signal
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from types import FrameType
from typing import Annotated
from uuid import UUID

from fastapi import Depends, Request
from fastapi.sse import ServerSentEvent
from kit.core.errors import Unauthorized
from kit.database.db import Database, DatabaseDep
from kit.security.auth import AnyUser
from kit.security.claims import Claims
from kit.security.tokens import KeysUnavailable, Verifier, VerifierDep

from notifications.streams.errors import TooManyStreams
from notifications.streams.listeners.service import Listeners

CHECK_SECONDS = 15.0
"""Interval of token checks. FastAPI sends a comment as a heartbeat after 15 quiet seconds."""
MAX_STREAMS = 10
"""Per user and process; further tabs need no stream of their own."""
listeners = Listeners()
"""One per process, like the broadcast queue that wakes it."""


@asynccontextmanager
async def end_streams_at_shutdown(_: object) -> AsyncIterator[None]:
    """End the streams at the stop signal.

    The server waits for all responses before it closes the app, and a stream would last until its
    timeout.
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
    """One request's stream, which lasts as long as its token."""

    def __init__(self, database: Database, verifier: Verifier, token: str, claims: Claims) -> None:
        self._database = database
        self._verifier = verifier
        self._token = token
        self._claims = claims

    async def events(self, last_event_id: UUID | None) -> AsyncIterator[ServerSentEvent]:
        """Yield notifications after `last_event_id`, or from now on, while the token is valid.

        A signed-out session ends it within `CHECK_SECONDS`, expiry at its exact time.
        """
        with listeners.open(self._database, self._claims.sub, last_event_id) as listener:
            while not listeners.ending and await self._is_token_valid():
                left = max(0.0, self._claims.exp - time.time())
                for event in await listener.wait(min(CHECK_SECONDS, left)):
                    yield event
                listeners.resume(listener)

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
"""The caller's stream. Raises `TooManyStreams`."""
