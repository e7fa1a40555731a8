"""Fetching and caching identity's keys, and accepting tokens after they change."""

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from contracts.identity import KeysChanged
from fastapi import FastAPI, Request
from joserfc import jwt
from joserfc.jwk import KeySet, OKPKey
from kit.security import tokens
from kit.security.auth import TokenInvalid
from kit.security.claims import ALGORITHM
from kit.security.key_documents import TRUSTED_SECONDS, KeyDocument, read_cached, write_cached
from kit.security.rules import ACCESS_TOKEN_SECONDS
from kit.security.tokens import (
    ASK_AGAIN_SECONDS,
    ASK_SECONDS,
    KeysUnavailable,
    Verifier,
    jwks_fetcher,
)
from kit.telemetry.request_id import continue_requests
from kit.testing import SIGNING_KEY, actor, eventually

from deploy.sandboxes.paymob.serving import serve

OTHER_KEY = OKPKey.generate_key("Ed25519", parameters={"kid": "other"})


def document(*keys: OKPKey, **more: Any) -> KeyDocument:
    return KeyDocument(keys=[key.as_dict(private=False) for key in keys], **more)


def token(key: OKPKey = SIGNING_KEY, **changes: object) -> str:
    payload = jwt.decode(actor("candidate").token, SIGNING_KEY, algorithms=[ALGORITHM]).claims
    header = {"alg": ALGORITHM, "kid": key.kid}
    return jwt.encode(header, payload | changes, key, algorithms=[ALGORITHM])


async def refuses(verifier: Verifier, presented: str) -> bool:
    try:
        await verifier.verify(presented)
    except TokenInvalid:
        return True
    return False


class Identity:
    """Answers keys over HTTP, and can be told to answer others."""

    def __init__(self) -> None:
        self.document = document(SIGNING_KEY)
        self.asked = 0
        self.request_id: str | None = None
        self.app = FastAPI()
        self.app.get("/internal/jwks")(self.jwks)

    async def jwks(self, request: Request) -> KeyDocument:
        self.asked += 1
        self.request_id = request.headers.get("x-request-id")
        return self.document


@pytest.fixture
def identity() -> Identity:
    return Identity()


@pytest.fixture
def url(identity: Identity) -> Iterator[str]:
    with serve(identity.app) as address:
        yield f"{address}/internal/jwks"


class Frozen:
    """An identity that accepts every connection and never answers."""

    def __init__(self) -> None:
        self.connections: list[asyncio.StreamWriter] = []
        self.url = ""

    async def accept(self, _: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.connections.append(writer)

    @asynccontextmanager
    async def running(self) -> AsyncIterator["Frozen"]:
        server = await asyncio.start_server(self.accept, "127.0.0.1", 0)
        self.url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/internal/jwks"
        yield self
        server.close()
        self.hang_up()

    def hang_up(self) -> None:
        for writer in self.connections:
            writer.close()


@pytest.fixture
async def frozen() -> AsyncIterator[Frozen]:
    async with Frozen().running() as running:
        yield running


@pytest.fixture
def elapsed() -> Callable[[], float]:
    begun = time.monotonic()
    return lambda: time.monotonic() - begun


class TestWhatWasAccepted:
    async def test_ends_with_its_own_time(self, monkeypatch: pytest.MonkeyPatch) -> None:
        now = int(time.time())
        verifier = Verifier(keys=KeySet([SIGNING_KEY]))
        presented = token(iat=now, exp=now + 590)
        await verifier.verify(presented)
        monkeypatch.setattr("kit.security.tokens.time.time", lambda: now + 590)
        assert await refuses(verifier, presented)

    async def test_ends_when_its_key_leaves_the_set(self) -> None:
        verifier = Verifier()
        verifier.use(document(SIGNING_KEY, OTHER_KEY))
        ours, others = token(), token(OTHER_KEY)
        await verifier.verify(ours)
        await verifier.verify(others)
        verifier.use(document(SIGNING_KEY))
        assert await refuses(verifier, others)
        await verifier.verify(ours)

    async def test_ends_when_another_key_takes_the_id(self) -> None:
        verifier = Verifier()
        verifier.use(document(SIGNING_KEY))
        presented = token()
        await verifier.verify(presented)
        verifier.use(document(OKPKey.generate_key("Ed25519", parameters={"kid": "test"})))
        assert await refuses(verifier, presented)

    async def test_ends_at_the_broadcast_though_identity_does_not_answer(
        self, frozen: Frozen
    ) -> None:
        verifier = Verifier(jwks_fetcher(frozen.url))
        verifier.use(document(SIGNING_KEY, OTHER_KEY))
        presented = token(OTHER_KEY)
        await verifier.verify(presented)
        hearing = asyncio.create_task(
            verifier.keys_changed(KeysChanged(key_id="other", revoked=True))
        )
        await asyncio.sleep(0)
        assert await refuses(verifier, presented)
        await verifier.verify(token())
        await hearing

    async def test_stays_ended_whatever_an_older_document_says(self) -> None:
        verifier = Verifier()
        verifier.use(document(SIGNING_KEY, revoked=["other"]))
        verifier.use(document(SIGNING_KEY, OTHER_KEY))
        assert await refuses(verifier, token(OTHER_KEY))

    async def test_ends_once_identity_has_not_confirmed_the_keys_for_an_hour(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        verifier = Verifier()
        now = time.time()
        presented = token(exp=int(now) + ACCESS_TOKEN_SECONDS)
        verifier.use(document(SIGNING_KEY), now - TRUSTED_SECONDS + 60)
        await verifier.verify(presented)
        monkeypatch.setattr("kit.security.tokens.time.time", lambda: now + 60)
        assert await refuses(verifier, presented)


@pytest.fixture
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """A busy machine may need longer for an answer than a service waits for one."""
    monkeypatch.setattr(tokens, "ASK_SECONDS", 60)


@pytest.mark.usefixtures("patient")
class TestAsking:
    async def test_an_unknown_key_is_asked_for_once_by_all(
        self, identity: Identity, url: str
    ) -> None:
        verifier = Verifier(jwks_fetcher(url))
        await asyncio.gather(*(verifier.verify(token()) for _ in range(20)))
        refused = await asyncio.gather(*(refuses(verifier, token(OTHER_KEY)) for _ in range(20)))
        assert all(refused)
        assert identity.asked == 1

    async def test_identity_is_asked_under_the_id_of_the_request(
        self, identity: Identity, url: str
    ) -> None:
        with continue_requests(["request-1"]):
            await Verifier(jwks_fetcher(url)).verify(token())
        assert identity.request_id == "request-1"

    async def test_made_up_key_ids_make_us_ask_once_in_five_seconds_at_most(
        self, identity: Identity, url: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        verifier = Verifier(jwks_fetcher(url))
        clock = 1000.0
        monkeypatch.setattr("kit.security.tokens.monotonic", lambda: clock)
        for _ in range(4):
            for number in range(50):
                header = {"alg": ALGORITHM, "kid": f"made-up-{clock}-{number}"}
                forged = jwt.encode(header, {}, OTHER_KEY, algorithms=[ALGORITHM])
                assert await refuses(verifier, forged)
                clock += ASK_AGAIN_SECONDS / 50
        assert identity.asked == 4

    async def test_garbage_makes_nobody_ask(self, identity: Identity, url: str) -> None:
        verifier = Verifier(jwks_fetcher(url))
        nameless = jwt.encode({"alg": ALGORITHM}, {}, OTHER_KEY, algorithms=[ALGORITHM])
        for garbage in ("not.a.token", "", nameless):
            assert await refuses(verifier, garbage)
        assert identity.asked == 0

    async def test_a_change_is_asked_for_anew_though_an_answer_is_under_way(
        self, identity: Identity, url: str
    ) -> None:
        verifier = Verifier(jwks_fetcher(url))
        asked_before = asyncio.create_task(verifier.refresh())
        await asyncio.sleep(0)
        await verifier.keys_changed(KeysChanged(key_id="other", revoked=False))
        await asked_before
        assert identity.asked == 2

    async def test_a_change_without_a_broadcast_is_found_by_polling(
        self, identity: Identity, url: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(tokens, "POLL_SECONDS", 0.1)
        verifier = Verifier(jwks_fetcher(url))
        presented = token()
        async with verifier.polling():
            await verifier.verify(presented)
            identity.document = document(OTHER_KEY)
            await eventually(lambda: refuses(verifier, presented))
            await verifier.verify(token(OTHER_KEY))

    async def test_after_a_failure_it_is_asked_again_soon(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(tokens, "ASK_AGAIN_SECONDS", 0.01)
        failures = iter(range(3))

        async def ask() -> KeyDocument:
            if next(failures, None) is not None:
                raise ConnectionError
            return document(SIGNING_KEY)

        verifier = Verifier(ask)
        async with verifier.polling():
            await eventually(lambda: verifier._keys)

    async def test_a_failure_after_an_answer_leaves_open_what_is_not_known(
        self, identity: Identity, url: str
    ) -> None:
        verifier = Verifier(jwks_fetcher(url))
        await verifier.verify(token())
        identity.app.router.routes.clear()
        await verifier.refresh()
        with pytest.raises(KeysUnavailable):
            await verifier.verify(token(OTHER_KEY))
        assert (await verifier.verify(token())).iss == "itqan"

    async def test_whoever_leaves_does_not_take_the_question_along(
        self, identity: Identity, url: str
    ) -> None:
        verifier = Verifier(jwks_fetcher(url))
        first = asyncio.create_task(verifier.verify(token()))
        second = asyncio.create_task(verifier.verify(token()))
        await asyncio.sleep(0)
        first.cancel()
        assert (await second).iss == "itqan"


class TestAnIdentityThatNeverAnswers:
    async def test_all_wait_together_for_one_time_limit(
        self, frozen: Frozen, elapsed: Callable[[], float]
    ) -> None:
        verifier = Verifier(jwks_fetcher(frozen.url))
        answers = await asyncio.gather(
            *(verifier.verify(token()) for _ in range(20)), return_exceptions=True
        )
        assert {type(answer) for answer in answers} == {KeysUnavailable}
        # One after the other it would be twenty time limits.
        assert ASK_SECONDS <= elapsed() < ASK_SECONDS * 10
        assert len(frozen.connections) == 1

    async def test_its_failure_is_remembered(
        self, frozen: Frozen, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(tokens, "ASK_SECONDS", 1)
        verifier = Verifier(jwks_fetcher(frozen.url))
        for _ in range(10):
            with pytest.raises(KeysUnavailable):
                await verifier.verify(token())
        assert len(frozen.connections) == 1

    @pytest.mark.usefixtures("patient")
    async def test_garbage_makes_nobody_else_wait(self, frozen: Frozen) -> None:
        verifier = Verifier(jwks_fetcher(frozen.url))
        verifier.use(document(SIGNING_KEY))
        garbage = [asyncio.create_task(verifier.verify(token(OTHER_KEY))) for _ in range(10)]
        await eventually(lambda: frozen.connections, every=0.01)
        for _ in range(20):
            await verifier.verify(token())
        assert not any(task.done() for task in garbage)
        frozen.hang_up()
        answers = await asyncio.gather(*garbage, return_exceptions=True)
        assert {type(answer) for answer in answers} == {KeysUnavailable}

    async def test_keys_on_disk_answer_at_once(
        self, frozen: Frozen, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(tokens, "ASK_SECONDS", 1)
        write_cached(tmp_path / "keys.json", document(SIGNING_KEY))
        verifier = Verifier(jwks_fetcher(frozen.url), file=tmp_path / "keys.json")
        async with verifier.polling():
            asked = len(frozen.connections)
            await asyncio.gather(*(verifier.verify(token()) for _ in range(20)))
            assert len(frozen.connections) == asked == 1

    async def test_a_key_revoked_by_broadcast_is_not_kept(
        self, frozen: Frozen, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(tokens, "ASK_SECONDS", 1)
        file = tmp_path / "keys.json"
        write_cached(file, document(SIGNING_KEY))
        verifier = Verifier(jwks_fetcher(frozen.url), file=file)
        await verifier.keys_changed(KeysChanged(key_id="test", revoked=True))
        assert read_cached(file) is None


@pytest.mark.usefixtures("patient")
class TestKeepingKeys:
    async def test_the_last_answer_replaces_what_is_kept(
        self, identity: Identity, url: str, tmp_path: Path
    ) -> None:
        file = tmp_path / "keys" / "payments.json"
        write_cached(file, document(OTHER_KEY))
        verifier = Verifier(jwks_fetcher(url), file=file)
        async with verifier.polling():
            assert await refuses(verifier, token(OTHER_KEY))
            await verifier.verify(token())
        last = read_cached(file)
        assert last
        assert [key["kid"] for key in last.document.keys] == ["test"]
        assert [path.name for path in file.parent.iterdir()] == ["payments.json"]
        assert file.stat().st_mode & 0o777 == 0o600

    def test_it_is_not_trusted_for_longer_than_an_hour_nor_from_the_future(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        file, now = tmp_path / "keys.json", time.time()
        write_cached(file, document(SIGNING_KEY))
        for later, good in ((0, True), (TRUSTED_SECONDS + 1, False), (-10, False)):
            monkeypatch.setattr(
                "kit.security.key_documents.time.time", partial(float, now + 1 + later)
            )
            assert bool(read_cached(file)) is good

    def test_a_damaged_or_missing_file_is_no_keys(self, tmp_path: Path) -> None:
        (tmp_path / "keys.json").write_text('{"confirmed_at": 1')
        assert read_cached(tmp_path / "keys.json") is None
        assert read_cached(tmp_path / "none.json") is None

    def test_a_place_that_cannot_be_written_stops_nothing(self, tmp_path: Path) -> None:
        (tmp_path / "file").write_text("in the way")
        write_cached(tmp_path / "file" / "keys.json", document(SIGNING_KEY))
