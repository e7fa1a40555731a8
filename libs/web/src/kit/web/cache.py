"""Ready answers kept in the process: a hot list costs no more than a constant.

`APIRouter(route_class=CachedRoute)` keeps the 200 answers of its GET routes by path and query,
before FastAPI reads the request any further. So only answers that are the same for everybody
belong in such a router: nothing of the caller but the path and the query may decide them.

One request makes an answer. Whoever asks for it meanwhile gets the one of before, for as long as
that was true less than `MEANWHILE_SECONDS` ago, which `Age` says.

What changes much more often than all else that answers show are `VolatileFields`: an answer of a route
that has them is made anew when those have changed that it `depends_on`, and no other answer is.
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
"""How long an answer lives when no change is reported: what it says may depend on the time,
and a broadcast can be lost with the broker."""
MEANWHILE_SECONDS = 1.0
"""How long after it was known to be true an answer is given while a new one is made."""
STALE_SECONDS = 3600.0
"""How long an answer that cannot be made anew, because the database is away, is given as it was:
stale-if-error of RFC 5861."""
REFRESH_TIMEOUT = 3.0
"""How long a new answer may take when there is an old one to give."""
AWAY_SECONDS = 5.0
"""How long old answers are then given at once, before the database is tried again."""
ENTRY_BYTES = 4096
"""What an answer costs beside its bytes, with what was read of its request: without this, a hundred
thousand searches that find nothing would count as almost nothing."""
PACK_FROM_BYTES = 1024
_OWN = ("cache-control", "access-control-allow-origin")
GZIP_LEVEL = 3
"""Half the time of 5 for a twelfth more bytes: what shows figures is compressed all the time."""

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
"""The figures of the answer that is being made."""


class VolatileFields(Protocol):
    """What answers show that changes much more often than all else, kept ready in the process.

    Whatever gives one away says so by `depends_on`, or the answer would stay when it changes.
    """

    @property
    def version(self) -> int:
        """Another number after each change that was taken over."""

    @property
    def true_at(self) -> float:
        """When they were last compared with the database, on the monotonic clock."""

    @property
    def is_fresh(self) -> bool:
        """Whether no change was reported since, and it was not too long ago."""

    def have_changed(self, shown: Iterable[Hashable], since: int) -> bool:
        """Whether any of these is another than at that version."""

    async def refresh(self) -> None:
        """Compare them with the database. Of many who ask at once, one does."""


def depends_on(figure: Hashable) -> None:
    """Note that the answer that is being made shows this figure, or is found or sorted by it."""
    shown = _shown.get()
    if shown is not None:
        shown.add(figure)


@dataclass(slots=True, eq=False)
class Answer:
    """A kept answer, also compressed where that pays. It is made anew after a moment on the
    monotonic clock, once its generation of answers is over, or its figures are others."""

    body: bytes
    headers: dict[str, str]
    packed: bytes | None
    packed_headers: dict[str, str]
    until: float
    generation: int
    version: int
    """Of the figures, when those that it shows were last known to be the same."""
    shown: tuple[Hashable, ...]
    """What of the figures it shows."""
    true_at: float
    """When it was last known to be true, on the monotonic clock."""

    def holds(self, figures: VolatileFields) -> bool:
        """Whether the figures that it shows are still the same."""
        if self.version != figures.version:
            if figures.have_changed(self.shown, self.version):
                return False
            self.version = figures.version
        return True

    def aged(self) -> "Answer":
        """The same, saying how long ago it was true."""
        age = {"age": str(math.ceil(monotonic() - self.true_at))}
        return replace(self, headers=self.headers | age, packed_headers=self.packed_headers | age)


def _cost(key: str, answer: Answer) -> int:
    """The bytes that keeping it costs."""
    pointers = 8 * len(answer.shown)
    return ENTRY_BYTES + len(key) + len(answer.body) + len(answer.packed or b"") + pointers


class AnswerCache:
    """The kept answers of one app. The least recently used go first when space is short."""

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
        """Another number after each change that was reported, but of those of figures."""
        return self._generation

    @property
    def reports(self) -> int:
        """Another number after each change that was reported, also of figures."""
        return self._reports

    def get(self, key: str, figures: VolatileFields | None = None) -> Answer | None:
        """The kept answer, if it is still true."""
        answer, now = self._answers.get(key), monotonic()
        if answer is None or answer.generation != self._generation or answer.until < now:
            return None
        if figures is None:
            answer.true_at = now
        elif figures.is_fresh and answer.holds(figures):
            answer.true_at = figures.true_at
        else:
            return None
        self._answers.move_to_end(key)
        return answer

    def clear(self) -> None:
        """Make everything anew, also what is being made from the data of before this moment.

        The old answers stay for when the database is away.
        """
        self._generation += 1
        self._reports += 1
        _cleared.inc()

    def report(self) -> None:
        """Figures may have changed; what shows none of those that have stays."""
        self._reports += 1

    async def get_or_make(
        self,
        key: str,
        make: Callable[[], Awaitable[Response]],
        figures: VolatileFields | None = None,
    ) -> Answer | Response:
        """The kept answer, or one made now; many who ask for it at once make it once, and have the
        one of before meanwhile if it was true a moment ago.

        A response that is not a plain 200 is given back as it is, and not kept. While the
        database is away an old answer is given again, for `STALE_SECONDS`.
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
            # Those that it shows may be the same as before.
            if (same := self.get(key, figures)) is not None:
                return same
        generation, true_at, version = self._generation, monotonic(), 0
        if figures is not None:
            true_at, version = figures.true_at, figures.version
        shown: set[Hashable] = set()
        noting = _shown.set(shown)
        try:
            response = await make()
        finally:
            _shown.reset(noting)
        _MADE.inc()
        if response.status_code != 200:
            return response
        answer = self._answer(response, self._answers.get(key), version, shown, true_at)
        if generation == self._generation:
            self._keep(key, answer)
        return answer

    def _before(self, key: str, seconds: float) -> Answer | None:
        """An answer that was true once, not longer ago."""
        answer = self._answers.get(key)
        return answer if answer and monotonic() < answer.true_at + seconds else None

    def _answer(
        self,
        response: Response,
        before: Answer | None,
        version: int,
        shown: Iterable[Hashable],
        true_at: float,
    ) -> Answer:
        body = bytes(response.body)
        digest = hashlib.blake2b(body, digest_size=12).hexdigest()
        headers = {
            "content-type": response.headers["content-type"],
            # Weak, because it names the compressed answer as well.
            "etag": f'W/"{digest}"',
            # A browser may keep it, and asks each time whether it is still true.
            "cache-control": "no-cache",
            "vary": "accept-encoding",
            # What the route has said of this itself.
            **{name: response.headers[name] for name in _OWN if name in response.headers},
        }
        if before is not None and before.body == body:
            packed = before.packed
        else:
            # Compressed once here instead of at the gateway for each request.
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
            true_at=true_at,
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
    """Give the app a cache, cleared by each commit of this process that published something, unless
    the transaction `mark_volatile_only`."""
    cache = AnswerCache()
    ANSWERS.put(app, cache)
    database.after_change.append(cache.clear)
    database.after_commit.append(cache.report)
    registry.register(_given)
    registry.register(_cleared)


def clear_answers(_: object = None) -> None:
    """Clear every cache of the process: the handler for a broadcast of another copy's change."""
    for cache in _all_caches:
        cache.clear()


def report_volatile_changes() -> None:
    """Have every app of the process look at its figures: another copy has changed them."""
    for cache in _all_caches:
        cache.report()


def mark_volatile_only(session: AsyncSession) -> None:
    """Say that of what answers show the transaction changes nothing but figures."""
    session.info[VOLATILE_ONLY] = True


class CachedRoute(APIRoute):
    """A GET route whose answers are kept, with an ETag and 304."""

    def figures_of(self, app: FastAPI) -> VolatileFields | None:  # noqa: ARG002
        """What its answers show beside what stays: nothing, unless a subclass says so."""
        return None

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        """FastAPI's handler behind the cache."""
        make = super().get_route_handler()

        async def make_whole(request: Request) -> Response:
            # FastAPI ends dependencies after the handler. A session that was cut off when patience
            # ended would then be committed, which fails, after an old answer was found for it.
            async with AsyncExitStack() as stack:
                request.scope["fastapi_function_astack"] = stack
                return await make(request)

        async def handle(request: Request) -> Response:
            scope = request.scope
            app = scope["app"]
            cache, figures = ANSWERS.of(app), self.figures_of(app)
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
    """Whether `If-None-Match` names this ETag, by the weak comparison of RFC 9110."""
    bare = etag.removeprefix("W/")
    return any(
        tag.strip().removeprefix("W/") == bare or tag.strip() == "*" for tag in header.split(",")
    )


def _without_type(headers: dict[str, str]) -> dict[str, str]:
    return {name: value for name, value in headers.items() if name != "content-type"}
