"""Cached responses: computed once, invalidated by changes, and never older than the data."""

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Hashable, Iterable

import httpx
import pytest
from fastapi import APIRouter, FastAPI
from kit.database.db import Database
from kit.web.cache import (
    AWAY_SECONDS,
    ENTRY_BYTES,
    MAX_SECONDS,
    MEANWHILE_SECONDS,
    STALE_SECONDS,
    Answer,
    AnswerCache,
    CachedRoute,
    clear_answers,
    depends_on,
    install,
)
from prometheus_client import CollectorRegistry
from starlette.responses import Response


def answering(text: str, *, status: int = 200) -> Callable[[], Awaitable[Response]]:
    async def make() -> Response:
        return Response(text, status_code=status, media_type="text/plain")

    return make


async def body_of(cache: AnswerCache, key: str, text: str) -> bytes:
    found = await cache.get_or_make(key, answering(text))
    assert isinstance(found, Answer)
    return found.body


class TestAnswerCache:
    async def test_makes_an_answer_once_for_many_who_ask_at_once(self) -> None:
        cache, made = AnswerCache(), 0

        async def make() -> Response:
            nonlocal made
            made += 1
            await asyncio.sleep(0.01)
            return Response(b"x", media_type="text/plain")

        await asyncio.gather(*(cache.get_or_make("k", make) for _ in range(50)))
        assert made == 1

    async def test_one_who_gives_up_does_not_spoil_it_for_the_others(self) -> None:
        cache, begun, release = AnswerCache(), asyncio.Event(), asyncio.Event()

        async def make() -> Response:
            begun.set()
            await release.wait()
            return Response(b"x", media_type="text/plain")

        first = asyncio.create_task(cache.get_or_make("k", make))
        await begun.wait()
        second = asyncio.create_task(cache.get_or_make("k", make))
        first.cancel()
        release.set()
        assert isinstance(await second, Answer)

    async def test_what_was_being_made_during_a_change_is_not_kept(self) -> None:
        cache = AnswerCache()

        async def make() -> Response:
            cache.clear()
            return Response(b"old", media_type="text/plain")

        await cache.get_or_make("k", make)
        assert cache.get("k") is None
        assert await body_of(cache, "k", "new") == b"new"
        assert await body_of(cache, "k", "newer") == b"new"

    async def test_forgets_with_time_and_with_any_change_of_the_process(self) -> None:
        brief, other = AnswerCache(max_seconds=-1), AnswerCache()
        await body_of(brief, "k", "old")
        assert brief.get("k") is None
        await body_of(other, "k", "old")
        clear_answers()
        assert other.get("k") is None

    async def test_drops_what_was_used_least_recently_when_space_is_short(self) -> None:
        cache = AnswerCache(max_bytes=2 * ENTRY_BYTES + 25)
        for key in ("a", "b"):
            await body_of(cache, key, "x" * 10)
        assert cache.get("a")
        await body_of(cache, "c", "x" * 10)
        assert [key for key in "abc" if cache.get(key)] == ["a", "c"]
        await body_of(cache, "huge", "x" * (2 * ENTRY_BYTES))
        assert cache.get("huge") is None

    async def test_many_small_answers_and_long_keys_count_too(self) -> None:
        cache = AnswerCache(max_bytes=10 * ENTRY_BYTES)
        for number in range(50):
            await body_of(cache, str(number), "")
        assert [number for number in range(50) if cache.get(str(number))] == list(range(41, 50))
        await body_of(cache, "k" * 9 * ENTRY_BYTES, "")
        assert sum(cache.get(str(number)) is not None for number in range(50)) == 0

    async def test_gives_back_but_does_not_keep_what_is_no_200(self) -> None:
        cache = AnswerCache()
        found = await cache.get_or_make("k", answering("gone", status=404))
        assert isinstance(found, Response)
        assert cache.get("k") is None


class Slow:
    """Computes a response when the test allows it."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.begun, self.may_end, self.made = asyncio.Event(), asyncio.Event(), 0

    async def __call__(self) -> Response:
        self.made += 1
        self.begun.set()
        await self.may_end.wait()
        return Response(self.text, media_type="text/plain")


class TestWhileAnAnswerIsMade:
    async def test_others_have_the_one_of_before_for_a_second(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        clock = time.monotonic()
        monkeypatch.setattr("kit.web.cache.monotonic", lambda: clock)
        cache, slow = AnswerCache(), Slow("new")
        await body_of(cache, "k", "old")
        cache.clear()
        clock += MEANWHILE_SECONDS / 2
        first = asyncio.create_task(cache.get_or_make("k", slow))
        await slow.begun.wait()
        for _ in range(100):
            found = await cache.get_or_make("k", slow)
            assert isinstance(found, Answer)
            assert (found.body, found.headers["age"]) == (b"old", "1")
        clock += MEANWHILE_SECONDS
        waiting = [asyncio.create_task(cache.get_or_make("k", slow)) for _ in range(100)]
        await asyncio.sleep(0)
        assert not any(task.done() for task in waiting)
        slow.may_end.set()
        for task in (first, *waiting):
            found = await task
            assert isinstance(found, Answer)
            assert found.body == b"new" and "age" not in found.headers
        assert slow.made == 1

    async def test_one_that_nobody_has_asked_for_lately_is_given_to_nobody(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        cache, slow = AnswerCache(), Slow("new")
        await body_of(cache, "k", "old")
        monkeypatch.setattr("kit.web.cache.monotonic", later(MEANWHILE_SECONDS))
        cache.clear()
        crowd = [asyncio.create_task(cache.get_or_make("k", slow)) for _ in range(100)]
        await slow.begun.wait()
        slow.may_end.set()
        found = await asyncio.gather(*crowd)
        assert {each.body for each in found} == {b"new"}
        assert slow.made == 1


class Seats:
    """Volatile fields by name, changed by the test."""

    def __init__(self, cache: AnswerCache) -> None:
        self.cache = cache
        self.actual: dict[str, int] = {}
        self.kept: dict[str, int] = {}
        self.changed_at: dict[str, int] = {}
        self.version = self.looks = self.made = 0
        self.validated_at, self.seen = time.monotonic(), cache.reports

    @property
    def is_fresh(self) -> bool:
        return self.seen == self.cache.reports

    def have_changed(self, shown: Iterable[Hashable], since: int) -> bool:
        return any(self.changed_at.get(str(each), 0) > since for each in shown)

    async def refresh(self) -> None:
        self.looks += 1
        self.validated_at, self.seen = time.monotonic(), self.cache.reports
        changed = {name for name in self.actual if self.actual[name] != self.kept.get(name)}
        self.version += bool(changed)
        self.changed_at.update(dict.fromkeys(changed, self.version))
        self.kept = dict(self.actual)

    def change(self, **actual: int) -> None:
        self.actual |= actual
        self.cache.report()

    def of(self, *names: str) -> Callable[[], Awaitable[Response]]:
        """Create a function that computes a response with these fields."""

        async def make() -> Response:
            self.made += 1
            for name in names:
                depends_on(name)
            text = ", ".join(f"{self.kept.get(name, 0)} left" for name in names)
            return Response(text, media_type="text/plain")

        return make

    async def shown(self, key: str, *names: str) -> Answer:
        found = await self.cache.get_or_make(key, self.of(*names), self)
        assert isinstance(found, Answer)
        return found


class TestFigures:
    async def test_what_shows_them_is_made_anew_when_they_are_others_and_nothing_else_is(
        self,
    ) -> None:
        cache = AnswerCache()
        seats = Seats(cache)
        before = await seats.shown("seats", "a")
        await body_of(cache, "other", "kept")
        cache.report()
        assert cache.get("seats", seats) is None
        assert await seats.shown("seats", "a") is before
        assert seats.looks == 1
        seats.change(a=3)
        after = await seats.shown("seats", "a")
        assert (after.body, seats.looks) == (b"3 left", 2)
        assert after.headers["etag"] != before.headers["etag"]
        assert await body_of(cache, "other", "new") == b"kept"

    async def test_what_has_changed_while_an_answer_was_made_of_them_is_looked_at_again(
        self,
    ) -> None:
        cache = AnswerCache()
        seats = Seats(cache)

        async def make() -> Response:
            made = await seats.of("a")()
            seats.change(a=5)
            # Another caller finds it, not the one that made this response.
            await seats.refresh()
            return made

        await cache.get_or_make("seats", make, seats)
        assert (await seats.shown("seats", "a")).body == b"5 left"

    async def test_an_answer_stays_while_none_of_those_that_it_shows_have_changed(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        clock = time.monotonic()
        monkeypatch.setattr("kit.web.cache.monotonic", lambda: clock)
        cache = AnswerCache()
        seats = Seats(cache)
        of_a, of_both = await seats.shown("a", "a"), await seats.shown("both", "a", "b")
        of_none = await seats.shown("none")
        for number in range(1, 4):
            clock += 5
            seats.change(b=number)
            await seats.refresh()
            seats.validated_at = clock
            assert await seats.shown("a", "a") is of_a
            assert await seats.shown("none") is of_none
            assert (of_a.validated_at, of_none.validated_at) == (clock, clock)
            assert (await seats.shown("both", "a", "b")).body == f"0 left, {number} left".encode()
        seats.change(a=9)
        assert (await seats.shown("a", "a")).body == b"9 left"
        assert (await seats.shown("both", "a", "b")).body == b"9 left, 3 left"
        assert await seats.shown("none") is of_none
        # The response may depend on the time.
        clock += MAX_SECONDS
        assert await seats.shown("none") is not of_none
        assert of_both is not await seats.shown("both", "a", "b")

    async def test_what_one_answer_shows_is_not_noted_with_another_that_is_made_meanwhile(
        self,
    ) -> None:
        cache = AnswerCache()
        seats = Seats(cache)
        both, made = asyncio.Barrier(2), {}

        async def show(name: str) -> None:
            async def make() -> Response:
                await both.wait()
                depends_on(name)
                await both.wait()
                return Response(name, media_type="text/plain")

            made[name] = await cache.get_or_make(name, make, seats)

        await asyncio.gather(show("a"), show("b"))
        for name, answer in made.items():
            assert isinstance(answer, Answer)
            assert answer.shown == (name,)

    async def test_whatever_shows_some_outside_of_an_answer_is_nobodys(self) -> None:
        depends_on("a")
        cache = AnswerCache()
        assert (await Seats(cache).shown("none")).shown == ()

    async def test_what_it_shows_costs_space_too(self) -> None:
        cache = AnswerCache(max_bytes=2 * ENTRY_BYTES)
        seats = Seats(cache)
        await seats.shown("few", "a")
        assert cache.get("few", seats)
        await seats.shown("many", *(str(number) for number in range(ENTRY_BYTES // 4)))
        assert cache.get("many", seats) is None


def failing(error: Exception) -> Callable[[], Awaitable[Response]]:
    async def make() -> Response:
        raise error

    return make


class TestWithoutTheDatabase:
    async def test_the_last_answer_is_given_again_until_it_can_be_made_anew(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        cache = AnswerCache()
        await body_of(cache, "k", "old")
        cache.clear()
        found = await cache.get_or_make("k", failing(ConnectionRefusedError()))
        assert isinstance(found, Answer)
        assert found.body == b"old"
        assert await body_of(cache, "k", "new") == b"old", "the database was tried at once again"
        assert await body_of(cache, "other", "new") == b"new"
        monkeypatch.setattr("kit.web.cache.monotonic", later(AWAY_SECONDS))
        assert await body_of(cache, "k", "new") == b"new"

    async def test_one_that_does_not_answer_holds_up_nobody_for_long(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("kit.web.cache.REFRESH_TIMEOUT", 0.01)
        cache = AnswerCache()
        await body_of(cache, "k", "old")
        cache.clear()

        async def frozen() -> Response:
            await asyncio.Event().wait()
            raise AssertionError

        async with asyncio.timeout(60):
            found = await asyncio.gather(*(cache.get_or_make("k", frozen) for _ in range(20)))
        assert {answer.body for answer in found if isinstance(answer, Answer)} == {b"old"}

    async def test_no_longer_than_is_sensible(self, monkeypatch: pytest.MonkeyPatch) -> None:
        cache = AnswerCache()
        await body_of(cache, "k", "old")
        monkeypatch.setattr("kit.web.cache.monotonic", later(STALE_SECONDS))
        with pytest.raises(ConnectionRefusedError):
            await cache.get_or_make("k", failing(ConnectionRefusedError()))

    async def test_a_mistake_of_ours_is_not_hidden_by_it(self) -> None:
        cache = AnswerCache()
        await body_of(cache, "k", "old")
        cache.clear()
        with pytest.raises(ZeroDivisionError):
            await cache.get_or_make("k", failing(ZeroDivisionError()))


def later(seconds: float) -> Callable[[], float]:
    """A clock that is ahead."""
    now = time.monotonic
    return lambda: now() + seconds


class TestCachedRoute:
    @pytest.fixture
    def database(self) -> Database:
        """It is never connected to: only what it calls after a commit matters here."""
        return Database("postgresql://nobody@127.0.0.1:1/none")

    @pytest.fixture
    async def app(self, database: Database) -> FastAPI:
        app = FastAPI()
        install(app, database, CollectorRegistry())
        app.state.calls = 0
        router = APIRouter(route_class=CachedRoute)

        @router.get("/double")
        async def double(number: int) -> dict[str, int]:
            app.state.calls += 1
            return {"double": number * 2}

        @router.get("/long")
        async def long() -> str:
            return "x" * 5000

        app.include_router(router, prefix="/api")
        return app

    @pytest.fixture
    async def client(self, app: FastAPI) -> AsyncIterator[httpx.AsyncClient]:
        transport = httpx.ASGITransport(app=app)
        async with httpx.AsyncClient(transport=transport, base_url="http://test/api") as client:
            yield client

    async def test_keeps_answers_by_path_and_query(
        self, app: FastAPI, client: httpx.AsyncClient
    ) -> None:
        for number in (1, 2, 1, 2):
            answer = await client.get("/double", params={"number": number})
            assert answer.json() == {"double": number * 2}
        assert app.state.calls == 2

    async def test_a_commit_of_the_process_makes_it_anew_unless_it_was_of_figures(
        self, app: FastAPI, database: Database, client: httpx.AsyncClient
    ) -> None:
        await client.get("/double?number=1")
        for callback in database.after_commit:
            callback()
        await client.get("/double?number=1")
        assert app.state.calls == 1
        for callback in database.after_change:
            callback()
        await client.get("/double?number=1")
        assert app.state.calls == 2

    @pytest.mark.parametrize(
        ("seen", "status"),
        [('W/"{}"', 304), ('"{}"', 304), ('"x", W/"{}"', 304), ("*", 304), ('"x"', 200)],
    )
    async def test_confirms_what_the_client_has(
        self, client: httpx.AsyncClient, seen: str, status: int
    ) -> None:
        etag = (await client.get("/double?number=1")).headers["etag"]
        bare = etag.removeprefix('W/"').removesuffix('"')
        answer = await client.get("/double?number=1", headers={"if-none-match": seen.format(bare)})
        assert (answer.status_code, answer.headers["etag"]) == (status, etag)

    async def test_long_answers_are_kept_compressed_for_those_who_take_it(
        self, client: httpx.AsyncClient
    ) -> None:
        for _ in range(2):
            plain = await client.get("/long", headers={"accept-encoding": "identity"})
            packed = await client.get("/long", headers={"accept-encoding": "br, gzip"})
            assert "content-encoding" not in plain.headers
            assert packed.headers["content-encoding"] == "gzip"
            assert int(packed.headers["content-length"]) < 1000 < len(packed.content)
            assert packed.content == plain.content
            assert plain.headers["vary"] == packed.headers["vary"] == "accept-encoding"
            assert plain.headers["etag"] == packed.headers["etag"]
        short = await client.get("/double?number=1", headers={"accept-encoding": "gzip"})
        assert "content-encoding" not in short.headers

    async def test_a_bad_query_is_refused_each_time(self, client: httpx.AsyncClient) -> None:
        for _ in range(2):
            assert (await client.get("/double?number=x")).status_code == 422
