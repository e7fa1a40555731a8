"""A frozen database: every request is answered in time, and cached responses are served."""

import asyncio
import os
import signal
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from pathlib import Path

import asyncpg
import httpx
import pytest
from fastapi import APIRouter
from kit.core.config import Environment, KitSettings
from kit.database.db import DatabaseDep, Session, is_unavailable
from kit.telemetry.instrumentation import LongRunning
from kit.testing import running
from kit.web.app import Service
from kit.web.cache import REFRESH_TIMEOUT, CachedRoute, clear_answers
from sqlalchemy import MetaData, text

from deploy.local import memory, ports
from deploy.local.scratch import scratch_state
from deploy.local.servers import PrivatePostgres

GATEWAY_SECONDS = 10.0
"""Timeout of the gateway for an ordinary response."""
router = APIRouter()
kept = APIRouter(route_class=CachedRoute)


@router.get("/mapped")
async def mapped(session: Session) -> int | None:
    one: int | None = await session.scalar(text("SELECT 1"))
    return one


@router.get("/raw")
async def raw(database: DatabaseDep, terminate: bool = False) -> int:
    async with database.raw_transaction() as connection:
        if terminate:
            pid = await connection.fetchval("SELECT pg_backend_pid()")
            async with database.transaction() as session:
                await session.execute(text(f"SELECT pg_terminate_backend({pid}, 10000)"))
        return int(await connection.fetchval("SELECT 1"))


@router.get("/locked")
async def locked(session: Session) -> None:
    await session.execute(text("SELECT pg_sleep(600)"))


@router.get("/outside", dependencies=[LongRunning])
async def outside() -> str:
    await asyncio.sleep(0.2)
    return "done"


@router.get("/inside")
async def inside() -> None:
    await asyncio.sleep(0.2)


@kept.get("/kept")
async def keep(session: Session) -> int | None:
    one: int | None = await session.scalar(text("SELECT 1"))
    return one


@kept.get("/slow")
async def slow(session: Session) -> int | None:
    one: int | None = await session.scalar(text("SELECT 1 FROM pg_sleep(:seconds)"), slowness)
    return one


slowness = {"seconds": 0.0}
SERVICE = Service("frozen", KitSettings, MetaData(), [router, kept])


@pytest.fixture(scope="module")
def postgres() -> Iterator[PrivatePostgres]:
    with scratch_state("itqan-frozen-") as state:
        server = PrivatePostgres(
            state.data / "postgres", ports.choose(), "secret", max_connections=40, durable=False
        )
        with server.running(state.folder / "log"):
            yield server


@pytest.fixture
async def client(postgres: PrivatePostgres, tmp_path: Path) -> AsyncIterator[httpx.AsyncClient]:
    settings = KitSettings(
        env=Environment.TEST,
        database_url=f"{postgres.url}/postgres",
        files_url=tmp_path.as_uri(),
        database_connections=8,
    )
    async with running(SERVICE, settings) as service:
        transport = httpx.ASGITransport(app=service.app, raise_app_exceptions=False)
        url = "http://test/api/v1"
        async with httpx.AsyncClient(transport=transport, base_url=url, timeout=None) as client:
            yield client


@contextmanager
def frozen(postgres: PrivatePostgres) -> Iterator[None]:
    """Freeze all processes of the server within the block."""
    pid = int((postgres.data / "postmaster.pid").read_text().split()[0])
    # Its children may come and go until the first one stands.
    os.kill(pid, signal.SIGSTOP)
    everyone = memory.descendants(pid)
    for one in everyone:
        os.kill(one, signal.SIGSTOP)
    try:
        yield
    finally:
        for one in everyone:
            os.kill(one, signal.SIGCONT)


async def timed(client: httpx.AsyncClient, path: str) -> tuple[httpx.Response, float]:
    began = time.monotonic()
    answer = await client.get(path)
    return answer, time.monotonic() - began


async def test_an_old_answer_is_given_while_a_new_one_takes_long(
    client: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kit.web.cache.REFRESH_TIMEOUT", 0.1)
    assert (await client.get("/slow")).status_code == 200
    clear_answers()
    monkeypatch.setitem(slowness, "seconds", 60.0)
    answer, seconds = await timed(client, "/slow")
    assert (answer.status_code, answer.text) == (200, "1")
    assert seconds < 10


async def test_every_request_is_answered_before_the_gateway_gives_up(
    postgres: PrivatePostgres, client: httpx.AsyncClient
) -> None:
    for path in ("/mapped", "/raw", "/kept"):
        assert (await client.get(path)).status_code == 200
    clear_answers()
    with frozen(postgres):
        # More than there are connections.
        asked = await asyncio.gather(
            *(timed(client, path) for _ in range(12) for path in ("/mapped", "/raw"))
        )
        for answer, seconds in asked:
            assert (answer.status_code, answer.json()["code"]) == (503, "service.unavailable")
            assert int(answer.headers["retry-after"]) > 0
            assert seconds < GATEWAY_SECONDS
        first, seconds = await timed(client, "/kept")
        assert (first.status_code, first.text) == (200, "1")
        assert seconds < GATEWAY_SECONDS
        again, seconds = await timed(client, "/kept")
        assert again.status_code == 200
        assert seconds < REFRESH_TIMEOUT, "the database was waited for again"
        ready, seconds = await timed(client, "http://test/health/ready")
        assert (ready.status_code, ready.json()["code"]) == (503, "service.not_ready")
        assert seconds < GATEWAY_SECONDS
        assert (await client.get("http://test/health/serving")).status_code == 200
    for path in ("/mapped", "/raw"):
        assert (await client.get(path)).status_code == 200


async def test_a_statement_that_waits_too_long_is_ended(
    client: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as hasty:
        hasty.setattr("kit.telemetry.instrumentation.ANSWER_SECONDS", 0.5)
        answer = await client.get("/locked")
    assert (answer.status_code, answer.json()["code"]) == (503, "service.unavailable")
    found = await client.get("/mapped")
    assert found.status_code == 200


async def test_who_asks_somebody_outside_may_take_longer(
    client: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kit.telemetry.instrumentation.ANSWER_SECONDS", 0.05)
    assert (await client.get("/inside")).status_code == 503
    assert (await client.get("/outside")).status_code == 200


async def test_a_raw_connection_that_breaks_says_to_come_again(client: httpx.AsyncClient) -> None:
    broken = await client.get("/raw", params={"terminate": True})
    assert (broken.status_code, broken.json()["code"]) == (503, "service.unavailable")
    assert (await client.get("/raw")).status_code == 200


@pytest.mark.parametrize(
    ("error", "away"),
    [
        (asyncpg.InternalClientError("unexpected connection_lost() call"), True),
        (asyncpg.InterfaceError("cannot call rollback(): the underlying connection is closed"), 1),
        (asyncpg.InterfaceError("pool is closing"), True),
        (asyncpg.InterfaceError("the server expects 2 arguments, 1 was passed"), False),
        (asyncpg.UniqueViolationError("key"), False),
    ],
)
def test_only_a_broken_connection_is_away(error: Exception, away: bool) -> None:
    assert is_unavailable(error) is bool(away)
