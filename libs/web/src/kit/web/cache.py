"""In-process cache of responses for hot lists.

`APIRouter(route_class=CachedRoute)` caches the 200 responses of its GET routes by path and query,
before FastAPI parses the request. Responses must not depend on the caller.

Concurrent misses are coalesced. Callers get the stale response if it was valid less than
`MEANWHILE_SECONDS` ago; `Age` states its age.

`VolatileFields` change more often than the rest. A response is refreshed only if the fields that it
`depends_on` have changed.
"""

import asyncio
import gzip
import hashlib
import math
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Coroutine, Hashable, Iterable
from contextlib import AsyncExitStack
from contextvars import ContextVar
from dataclasses import dataclass, replace
from time import monotonic
from typing import Any, Protocol
from weakref import WeakSet, WeakValueDictionary

from fastapi import FastAPI, Request
from fastapi.routing import APIRoute
from kit.core.state import StateKey
from kit.database.db import VOLATILE_ONLY, AsyncSession, Database, is_unavailable
from prometheus_client import CollectorRegistry, Counter
from starlette.responses import Response
from structlog import get_logger

log = get_logger(__name__)

MAX_BYTES = 16 * 1024 * 1024
MAX_SECONDS = 30.0
"""Maximum lifetime of a response without a reported change: it may depend on the time, and
broadcasts can be lost.
"""
MEANWHILE_SECONDS = 1.0
"""Maximum age of a stale response that is served while a new one is computed."""
STALE_SECONDS = 3600.0
"""Maximum age of a stale response served while the database is down: stale-if-error of RFC 5861."""
REFRESH_TIMEOUT = 3.0
"""Timeout for a new response if a stale one exists."""
AWAY_SECONDS = 5.0
"""Period in which stale responses are served at once, before the database is tried again."""
ENTRY_BYTES = 4096
"""Overhead per entry. Without it 100,000 searches without results would count as almost nothing."""
PACK_FROM_BYTES = 1024
_OWN = ("cache-control", "access-control-allow-origin")
GZIP_LEVEL = 3
"""Level 3 takes half the time of 5 for 8 % more bytes; responses with volatile fields are
recompressed often.
"""

_all_caches: "WeakSet[AnswerCache]" = WeakSet()

_given = Counter(
    "itqan_answers",
    "Answers of routes that keep them, by where they are from",
    ["source"],
    registry=None,
)
_KEPT, _MADE, _MEANWHILE, _OLD = map(_given.labels, ("kept", "made", "meanwhile", "old"))
_cleared = Counter("itqan_answers_cleared", "Times that all kept answers were over", registry=None)
_shown: ContextVar[set[Hashable] | None] = ContextVar("shown", default=None)
"""Volatile fields used by the response being computed."""


class VolatileFields(Protocol):
    """Fields of responses that change more often than the rest, kept in memory.

    Code that reads one must call `depends_on`, or its response is not refreshed.
    """

    @property
    def version(self) -> int:
        """Number that changes with each applied change."""

    @property
    def validated_at(self) -> float:
        """Time of the last comparison with the database, on the monotonic clock."""

    @property
    def is_fresh(self) -> bool:
        """Tell if no change was reported since the last refresh, and that was recent."""

    def have_changed(self, shown: Iterable[Hashable], since: int) -> bool:
        """Tell if any of these fields changed after that version."""

    async def refresh(self) -> None:
        """Refresh the fields from the database. Concurrent calls are coalesced."""


def depends_on(figure: Hashable) -> None:
    """Record that the current response shows, filters or sorts by this field."""
    shown = _shown.get()
    if shown is not None:
        shown.add(figure)


@dataclass(slots=True, eq=False)
class Answer:
    """A cached response, compressed if worthwhile.

    It expires at a time on the monotonic clock, with its generation, or when its volatile fields
    change.
    """

    body: bytes
    headers: dict[str, str]
    packed: bytes | None
    packed_headers: dict[str, str]
    until: float
    generation: int
    version: int
    """Version of the volatile fields at the last check."""
    shown: tuple[Hashable, ...]
    """Volatile fields that it depends on."""
    validated_at: float
    """Time of the last check, on the monotonic clock."""

    def holds(self, figures: VolatileFields) -> bool:
        """Tell if its volatile fields are unchanged."""
        if self.version != figures.version:
            if figures.have_changed(self.shown, self.version):
                return False
            self.version = figures.version
        return True

    def aged(self) -> "Answer":
        """Return a copy whose `Age` header states its age."""
        age = {"age": str(math.ceil(monotonic() - self.validated_at))}
        return replace(self, headers=self.headers | age, packed_headers=self.packed_headers | age)


def _cost(key: str, answer: Answer) -> int:
    """Return the bytes that the entry costs."""
    pointers = 8 * len(answer.shown)
    return ENTRY_BYTES + len(key) + len(answer.body) + len(answer.packed or b"") + pointers


class AnswerCache:
    """The cached responses of one app, evicted least recently used first."""

    def __init__(self, *, max_bytes: int = MAX_BYTES, max_seconds: float = MAX_SECONDS) -> None:
        self._max_bytes = max_bytes
        self._max_seconds = max_seconds
        self._answers: OrderedDict[str, Answer] = OrderedDict()
        self._size = 0
        self._generation = self._reports = 0
        self._away_until = 0.0
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        _all_caches.add(self)

    @property
    def generation(self) -> int:
        """Number that changes with each reported change except those of volatile fields."""
        return self._generation

    @property
    def reports(self) -> int:
        """Number that changes with each reported change, including volatile fields."""
        return self._reports

    def get(self, key: str, figures: VolatileFields | None = None) -> Answer | None:
        """Return the cached response if it is still valid."""
        answer, now = self._answers.get(key), monotonic()
        if answer is None or answer.generation != self._generation or answer.until < now:
            return None
        if figures is None:
            answer.validated_at = now
        elif figures.is_fresh and answer.holds(figures):
            answer.validated_at = figures.validated_at
        else:
            return None
        self._answers.move_to_end(key)
        return answer

    def clear(self) -> None:
        """Invalidate all responses, including those being computed from older data.

        Stale ones remain for times when the database is down.
        """
        self._generation += 1
        self._reports += 1
        _cleared.inc()

    def report(self) -> None:
        """Report that volatile fields may have changed; responses without changed fields stay
        valid.
        """
        self._reports += 1

    async def get_or_make(
        self,
        key: str,
        make: Callable[[], Awaitable[Response]],
        figures: VolatileFields | None = None,
    ) -> Answer | Response:
        """Return the cached response or compute it.

        Concurrent misses are coalesced; callers get a stale response if it was valid a moment ago.
        Responses other than a plain 200 are returned uncached. While the database is down, stale
        responses are served for `STALE_SECONDS`.
        """
        lock = self._locks.setdefault(key, asyncio.Lock())
        if lock.locked() and (before := self._before(key, MEANWHILE_SECONDS)):
            _MEANWHILE.inc()
            return before.aged()
        async with lock:
            answer = self.get(key, figures)
            if answer is not None:
                return answer
            old = self._before(key, STALE_SECONDS)
            if old is not None and monotonic() < self._away_until:
                _OLD.inc()
                return old.aged()
            try:
                async with asyncio.timeout(None if old is None else REFRESH_TIMEOUT):
                    return await self._make(key, make, figures)
            except Exception as error:
                if old is None or not is_unavailable(error):
                    raise
                log.warning("an old answer is given: the database is away", error=repr(error))
                self._away_until = monotonic() + AWAY_SECONDS
                _OLD.inc()
                return old.aged()

    async def _make(
        self, key: str, make: Callable[[], Awaitable[Response]], figures: VolatileFields | None
    ) -> Answer | Response:
        if figures is not None and not figures.is_fresh:
            await figures.refresh()
            # The fields that it depends on may be unchanged.
            if (same := self.get(key, figures)) is not None:
                return same
        generation, validated_at, version = self._generation, monotonic(), 0
        if figures is not None:
            validated_at, version = figures.validated_at, figures.version
        shown: set[Hashable] = set()
        noting = _shown.set(shown)
        try:
            response = await make()
        finally:
            _shown.reset(noting)
        _MADE.inc()
        if response.status_code != 200:
            return response
        answer = self._answer(response, self._answers.get(key), version, shown, validated_at)
        if generation == self._generation:
            self._keep(key, answer)
        return answer

    def _before(self, key: str, seconds: float) -> Answer | None:
        """Return a stale response that was valid at most this long ago."""
        answer = self._answers.get(key)
        return answer if answer and monotonic() < answer.validated_at + seconds else None

    def _answer(
        self,
        response: Response,
        before: Answer | None,
        version: int,
        shown: Iterable[Hashable],
        validated_at: float,
    ) -> Answer:
        body = bytes(response.body)
        digest = hashlib.blake2b(body, digest_size=12).hexdigest()
        headers = {
            "content-type": response.headers["content-type"],
            # A weak ETag, since it also names the compressed response.
            "etag": f'W/"{digest}"',
            # Browsers may store the response, but must revalidate it each time.
            "cache-control": "no-cache",
            "vary": "accept-encoding",
            # The route's own values take precedence.
            **{name: response.headers[name] for name in _OWN if name in response.headers},
        }
        if before is not None and before.body == body:
            packed = before.packed
        else:
            # Compressed once here instead of for each request at the gateway.
            long = len(body) >= PACK_FROM_BYTES
            packed = gzip.compress(body, GZIP_LEVEL, mtime=0) if long else None
        return Answer(
            body,
            headers,
            packed,
            headers | {"content-encoding": "gzip"},
            until=monotonic() + self._max_seconds,
            generation=self._generation,
            version=version,
            shown=tuple(shown),
            validated_at=validated_at,
        )

    def _keep(self, key: str, answer: Answer) -> None:
        before = self._answers.pop(key, None)
        if before is not None:
            self._size -= _cost(key, before)
        self._answers[key] = answer
        self._size += _cost(key, answer)
        while self._size > self._max_bytes:
            self._size -= _cost(*self._answers.popitem(last=False))


ANSWERS: StateKey[AnswerCache] = StateKey("answers")


def install(app: FastAPI, database: Database, registry: CollectorRegistry) -> None:
    """Install a cache that is cleared by each commit with events, unless `mark_volatile_only` was
    called.
    """
    cache = AnswerCache()
    ANSWERS.put(app, cache)
    database.after_change.append(cache.clear)
    database.after_commit.append(cache.report)
    registry.register(_given)
    registry.register(_cleared)


def clear_answers(_: object = None) -> None:
    """Clear every cache of the process: the handler for another replica's change."""
    for cache in _all_caches:
        cache.clear()


def report_volatile_changes() -> None:
    """Refresh the volatile fields of every app in the process, after another replica changed
    them."""
    for cache in _all_caches:
        cache.report()


def mark_volatile_only(session: AsyncSession) -> None:
    """Mark the transaction as changing only volatile fields, so that other cached responses stay
    valid.
    """
    session.info[VOLATILE_ONLY] = True


class CachedRoute(APIRoute):
    """A GET route with cached responses, ETag and 304."""

    def get_volatile_fields(self, app: FastAPI) -> VolatileFields | None:  # noqa: ARG002
        """Return the volatile fields of the route's responses; none by default."""
        return None

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        """Wrap FastAPI's handler with the cache."""
        make = super().get_route_handler()

        async def make_whole(request: Request) -> Response:
            # FastAPI closes dependencies after the handler. A session cancelled by the timeout
            # would then fail to commit, after a stale response was found.
            async with AsyncExitStack() as stack:
                request.scope["fastapi_function_astack"] = stack
                return await make(request)

        async def handle(request: Request) -> Response:
            scope = request.scope
            app = scope["app"]
            cache, figures = ANSWERS.of(app), self.get_volatile_fields(app)
            key = f"{scope['path']}?{scope['query_string'].decode('latin-1')}"
            found: Answer | Response | None = cache.get(key, figures)
            if found is None:
                found = await cache.get_or_make(key, lambda: make_whole(request), figures)
            else:
                _KEPT.inc()
            if isinstance(found, Response):
                return found
            seen = request.headers.get("if-none-match")
            if seen is not None and _matches(seen, found.headers["etag"]):
                return Response(status_code=304, headers=_without_type(found.headers))
            if found.packed is not None and "gzip" in request.headers.get("accept-encoding", ""):
                return Response(found.packed, headers=found.packed_headers)
            return Response(found.body, headers=found.headers)

        return handle


def _matches(header: str, etag: str) -> bool:
    """Tell if `If-None-Match` contains this ETag, by the weak comparison of RFC 9110."""
    bare = etag.removeprefix("W/")
    return any(
        tag.strip().removeprefix("W/") == bare or tag.strip() == "*" for tag in header.split(",")
    )


def _without_type(headers: dict[str, str]) -> dict[str, str]:
    return {name: value for name, value in headers.items() if name != "content-type"}
