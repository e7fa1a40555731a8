"""Ready answers kept in the process: a hot list costs no more than a constant.

`APIRouter(route_class=CachedRoute)` keeps the 200 answers of its GET routes by path and query,
before FastAPI reads the request any further. So only answers that are the same for everybody
belong in such a router: nothing of the caller but the path and the query may decide them.
"""

import asyncio
import gzip
import hashlib
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import AsyncExitStack
from typing import Any, NamedTuple
from weakref import WeakSet, WeakValueDictionary

from fastapi import FastAPI, Request
from fastapi.routing import APIRoute
from starlette.responses import Response
from structlog import get_logger

from kit.db import Database, is_away
from kit.state import StateKey

log = get_logger(__name__)

MAX_BYTES = 16 * 1024 * 1024
MAX_SECONDS = 30.0
"""How long an answer lives when no change is reported: what it says may depend on the time,
and a broadcast can be lost with the broker."""
STALE_SECONDS = 3600.0
"""How long an answer that cannot be made anew, because the database is away, is given as it was:
stale-if-error of RFC 5861."""
PATIENCE_SECONDS = 3.0
"""How long a new answer may take when there is an old one to give."""
AWAY_SECONDS = 5.0
"""How long old answers are then given at once, before the database is tried again."""
ENTRY_BYTES = 2048
"""What an answer costs beside its bytes: without this, a hundred thousand searches that find
nothing would count as almost nothing."""
PACK_FROM_BYTES = 1024
_OWN = ("cache-control", "access-control-allow-origin")
GZIP_LEVEL = 5

_all_caches: "WeakSet[AnswerCache]" = WeakSet()


class Answer(NamedTuple):
    """A kept answer, also compressed where that pays. It is made anew after a moment on the
    monotonic clock, and once its generation of answers is over."""

    body: bytes
    headers: dict[str, str]
    packed: bytes | None
    packed_headers: dict[str, str]
    until: float
    generation: int


def _cost(key: str, answer: Answer) -> int:
    """The bytes that keeping it costs."""
    return ENTRY_BYTES + len(key) + len(answer.body) + len(answer.packed or b"")


class AnswerCache:
    """The kept answers of one app. The least recently used go first when space is short."""

    def __init__(self, *, max_bytes: int = MAX_BYTES, max_seconds: float = MAX_SECONDS) -> None:
        self._max_bytes = max_bytes
        self._max_seconds = max_seconds
        self._answers: OrderedDict[str, Answer] = OrderedDict()
        self._size = 0
        self._generation = 0
        self._away_until = 0.0
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        _all_caches.add(self)

    @property
    def generation(self) -> int:
        """Another number after each change that was reported."""
        return self._generation

    def get(self, key: str) -> Answer | None:
        """The kept answer, if it is still fresh."""
        answer = self._answers.get(key)
        if (
            answer is None
            or answer.generation != self._generation
            or answer.until < time.monotonic()
        ):
            return None
        self._answers.move_to_end(key)
        return answer

    def clear(self) -> None:
        """Make everything anew, also what is being made from the data of before this moment.

        The old answers stay for when the database is away.
        """
        self._generation += 1

    async def get_or_make(
        self, key: str, make: Callable[[], Awaitable[Response]]
    ) -> Answer | Response:
        """The kept answer, or one made now; many who ask for it at once make it once.

        A response that is not a plain 200 is given back as it is, and not kept. While the
        database is away an old answer is given again, for `STALE_SECONDS`.
        """
        lock = self._locks.setdefault(key, asyncio.Lock())
        async with lock:
            answer = self.get(key)
            if answer is not None:
                return answer
            generation = self._generation
            old = self._old(key)
            if old is not None and time.monotonic() < self._away_until:
                return old
            try:
                async with asyncio.timeout(None if old is None else PATIENCE_SECONDS):
                    response = await make()
            except Exception as error:
                if old is None or not is_away(error):
                    raise
                log.warning("an old answer is given: the database is away", error=repr(error))
                self._away_until = time.monotonic() + AWAY_SECONDS
                return old
            if response.status_code != 200:
                return response
            answer = self._answer(response)
            if generation == self._generation:
                self._keep(key, answer)
            return answer

    def _old(self, key: str) -> Answer | None:
        """An answer that was true once, not too long ago."""
        answer = self._answers.get(key)
        if answer is None:
            return None
        made = answer.until - self._max_seconds
        return answer if time.monotonic() < made + STALE_SECONDS else None

    def _answer(self, response: Response) -> Answer:
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
        # Compressed once here instead of at the gateway for each request.
        packed = gzip.compress(body, GZIP_LEVEL, mtime=0) if len(body) >= PACK_FROM_BYTES else None
        packed_headers = headers | {"content-encoding": "gzip"}
        until = time.monotonic() + self._max_seconds
        return Answer(body, headers, packed, packed_headers, until, self._generation)

    def _keep(self, key: str, answer: Answer) -> None:
        before = self._answers.pop(key, None)
        if before is not None:
            self._size -= _cost(key, before)
        self._answers[key] = answer
        self._size += _cost(key, answer)
        while self._size > self._max_bytes:
            self._size -= _cost(*self._answers.popitem(last=False))


ANSWERS: StateKey[AnswerCache] = StateKey("answers")


def install(app: FastAPI, database: Database) -> None:
    """Give the app a cache, cleared by each commit of this process that published something."""
    cache = AnswerCache()
    ANSWERS.put(app, cache)
    database.after_commit.append(cache.clear)


def clear_answers(_: object = None) -> None:
    """Clear every cache of the process: the handler for a broadcast of another copy's change."""
    for cache in _all_caches:
        cache.clear()


class CachedRoute(APIRoute):
    """A GET route whose answers are kept, with an ETag and 304."""

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
            cache = ANSWERS.of(scope["app"])
            key = f"{scope['path']}?{scope['query_string'].decode('latin-1')}"
            found = cache.get(key) or await cache.get_or_make(key, lambda: make_whole(request))
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
