"""Requests beyond a replica's capacity: some are refused at once, others still get through."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from pathlib import Path
from types import SimpleNamespace

import httpx
import pytest
from fastapi import APIRouter
from kit.core.config import Environment, KitSettings
from kit.database.db import DatabaseDep, Session
from kit.telemetry.admission import Essential
from kit.telemetry.instrumentation import LongRunning
from kit.testing import ServiceUnderTest, eventually, fresh_database, running
from kit.web.app import Service
from kit.web.cache import CachedRoute
from sqlalchemy import MetaData, text
from starlette.responses import StreamingResponse

router = APIRouter()
first = APIRouter(dependencies=[Essential])
kept = APIRouter(route_class=CachedRoute)
may_go = asyncio.Event()


@router.get("/slow")
async def slow(session: Session) -> None:
    await session.execute(text("SELECT 1"))
    await may_go.wait()


@router.get("/quick")
async def quick(session: Session) -> None:
    await session.execute(text("SELECT 1"))


@router.post("/written")
async def write(session: Session) -> None:
    await slow(session)


@router.post("/outside", dependencies=[LongRunning])
async def outside() -> None:
    await may_go.wait()


@router.get("/stream")
async def stream(database: DatabaseDep) -> StreamingResponse:
    async def lines() -> AsyncIterator[str]:
        yield "one\n"
        await may_go.wait()

    return StreamingResponse(lines(), media_type="text/event-stream")


@first.post("/callbacks")
async def call_back(session: Session) -> None:
    await session.execute(text("SELECT 1"))


@kept.get("/kept")
async def keep(session: Session) -> int | None:
    one: int | None = await session.scalar(text("SELECT 1"))
    return one


SERVICE = Service("crowded", KitSettings, MetaData(), [router, first, kept])
READS = 3
"""Concurrent reads with the default connections; one route gets two of them."""
MOST_WAITING = 100


@pytest.fixture
async def service(postgres_url: str, tmp_path: Path) -> AsyncIterator[ServiceUnderTest]:
    may_go.clear()
    async with fresh_database(postgres_url, "crowded") as url:
        settings = KitSettings(env=Environment.TEST, database_url=url, files_url=tmp_path.as_uri())
        async with running(SERVICE, settings) as under_test:
            # Readiness reports the broker, which is not started here.
            under_test.app.state.messaging = SimpleNamespace(connected=False)
            yield under_test
            may_go.set()


@pytest.fixture
async def client(service: ServiceUnderTest) -> AsyncIterator[httpx.AsyncClient]:
    transport = httpx.ASGITransport(app=service.app)
    url = "http://test/api/v1"
    async with httpx.AsyncClient(transport=transport, base_url=url, timeout=None) as client:
        yield client


async def shown(client: httpx.AsyncClient, name: str) -> float:
    lines = (await client.get("http://test/metrics")).text.splitlines()
    return float(next(line for line in lines if line.startswith(name)).rpartition(" ")[2])


async def test_a_flood_of_one_slow_read_leaves_room_for_everybody_else(
    client: httpx.AsyncClient, service: ServiceUnderTest, monkeypatch: pytest.MonkeyPatch
) -> None:
    # As long as the test takes, so that those who wait are answered at last.
    monkeypatch.setattr("kit.telemetry.admission.WAIT_SECONDS", 600.0)
    monkeypatch.setattr("kit.telemetry.instrumentation.ANSWER_SECONDS", 600.0)
    assert (await client.get("/kept")).status_code == 200
    flood = [asyncio.create_task(client.get("/slow")) for _ in range(100)]
    refused = 100 - MOST_WAITING // 2 - (READS - 1)
    # No waiting request was released, so these were refused at once.
    await eventually(lambda: sum(task.done() for task in flood) >= refused)
    answers = [task.result() for task in flood if task.done()]
    assert len(answers) == refused
    for answer in answers:
        assert (answer.status_code, answer.json()["code"]) == (503, "service.overloaded")
        assert int(answer.headers["retry-after"]) > 0
    await eventually(lambda: service.database.usage()["requests"][0] == READS - 1)

    for method, path in (
        ("GET", "/quick"),
        ("GET", "/kept"),
        ("POST", "/callbacks"),
        ("GET", "http://test/health/ready"),
        ("GET", "http://test/health/serving"),
    ):
        assert (await client.request(method, path)).status_code == 200, path
    assert await shown(client, 'itqan_requests_refused_total{lane="read"}') == refused
    assert await shown(client, 'itqan_requests_refused_total{lane="essential"}') == 0
    assert await shown(client, 'itqan_requests_waiting{lane="read"}') == MOST_WAITING // 2
    may_go.set()
    served = Counter([(await task).status_code for task in flood])
    assert served == {503: refused, 200: 100 - refused}
    assert await shown(client, 'itqan_requests_waiting{lane="read"}') == 0


async def test_slow_reads_and_writes_together_leave_connections_for_what_matters(
    client: httpx.AsyncClient, service: ServiceUnderTest, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kit.telemetry.instrumentation.ANSWER_SECONDS", 600.0)
    flood = [
        asyncio.create_task(client.request(method, path))
        for method, path in (("GET", "/slow"), ("POST", "/written")) * 30
    ]
    await eventually(lambda: service.database.usage()["requests"][0] == 2 * (READS - 1))
    for _ in range(3):
        assert (await client.post("/callbacks")).status_code == 200
    may_go.set()
    await asyncio.gather(*flood)


async def test_readiness_does_not_depend_on_a_free_connection(
    client: httpx.AsyncClient, service: ServiceUnderTest
) -> None:
    _, limit = service.database.usage()["requests"]
    async with asyncio.TaskGroup() as group:
        for _ in range(limit):
            group.create_task(_hold(service))
        await eventually(lambda: service.database.usage()["requests"][0] == limit)
        assert (await client.get("http://test/health/ready")).status_code == 200
        may_go.set()


async def _hold(service: ServiceUnderTest) -> None:
    async with service.database.transaction() as session:
        await session.execute(text("SELECT 1"))
        await may_go.wait()


async def test_what_has_begun_to_answer_and_what_waits_for_others_takes_no_place_of_reads(
    client: httpx.AsyncClient,
) -> None:
    # The test's transport gives an answer only when it has ended.
    open_ones = [
        asyncio.create_task(client.request(method, path))
        for method, path in (("GET", "/stream"), ("POST", "/outside")) * 20
    ]
    await eventually(lambda: _running(client, 40))
    assert (await client.get("/quick")).status_code == 200
    assert await shown(client, 'itqan_requests_waiting{lane="read"}') == 0
    may_go.set()
    assert {(await task).status_code for task in open_ones} == {200}


async def _running(client: httpx.AsyncClient, count: int) -> bool:
    return await shown(client, "http_requests_running") == count


async def test_whoever_waits_too_long_or_hangs_up_leaves_no_place_taken(
    client: httpx.AsyncClient, service: ServiceUnderTest, monkeypatch: pytest.MonkeyPatch
) -> None:
    # As long as the test takes.
    monkeypatch.setattr("kit.telemetry.instrumentation.ANSWER_SECONDS", 600.0)
    within = [asyncio.create_task(client.get("/slow")) for _ in range(READS - 1)]
    await eventually(lambda: service.database.usage()["requests"][0] == READS - 1)
    monkeypatch.setattr("kit.telemetry.admission.WAIT_SECONDS", 0.05)
    late = await client.get("/slow")
    assert (late.status_code, late.json()["code"]) == (503, "service.unavailable")
    assert int(late.headers["retry-after"]) > 0
    monkeypatch.setattr("kit.telemetry.admission.WAIT_SECONDS", 600.0)
    gone = asyncio.create_task(client.get("/slow"))
    await eventually(lambda: _waiting(client))
    gone.cancel()
    within[0].cancel()
    await asyncio.gather(gone, within[0], return_exceptions=True)
    may_go.set()
    assert [(await task).status_code for task in within[1:]] == [200] * (READS - 2)
    answers = await asyncio.gather(*(client.get("/slow") for _ in range(READS * 3)))
    assert {answer.status_code for answer in answers} == {200}


async def _waiting(client: httpx.AsyncClient, count: int = 1) -> bool:
    return await shown(client, 'itqan_requests_waiting{lane="read"}') == count


OVERLOAD = 5
STEP_SECONDS = 0.5


@first.post("/steps")
async def take_steps(database: DatabaseDep) -> None:
    # Sign-in queries the database several times.
    for _ in range(2):
        async with database.transaction() as session:
            await session.execute(text("SELECT pg_sleep(:seconds)"), {"seconds": STEP_SECONDS})


async def test_at_five_times_capacity_goodput_stays_at_80_percent(
    client: httpx.AsyncClient, service: ServiceUnderTest
) -> None:
    """Admitted requests that then time out while waiting for connections are wasted work."""
    clients = service.database.usage()["requests"][1]
    clock = asyncio.get_running_loop().time
    answers: list[tuple[int, float]] = []

    async def ask() -> None:
        answers.append(((await client.post("/steps")).status_code, clock()))

    def rate(since: float, until: float) -> float:
        return sum(status == 200 and since <= at < until for status, at in answers) / (
            until - since
        )

    async def ask_again(until: float) -> None:
        while clock() < until:
            await ask()

    began = clock()
    await asyncio.gather(*(ask_again(began + 4) for _ in range(clients)))
    most = rate(began, clock())
    began = clock()
    flood = []
    while clock() < began + 10:
        flood.append(asyncio.create_task(ask()))
        await asyncio.sleep(1 / (OVERLOAD * most))
    under_load = rate(began + 2, began + 10)
    await asyncio.gather(*flood)
    assert {status for status, _ in answers} <= {200, 503}
    assert under_load >= 0.8 * most


async def test_a_refused_read_is_neither_routed_nor_logged(
    client: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("kit.telemetry.instrumentation.ANSWER_SECONDS", 600.0)
    monkeypatch.setattr("kit.telemetry.admission.WAIT_SECONDS", 600.0)
    flood = [asyncio.create_task(client.get("/slow")) for _ in range(READS - 1 + MOST_WAITING // 2)]
    await eventually(lambda: _waiting(client, MOST_WAITING // 2))
    # A parameter that the route does not have, which its preparation refuses.
    refused = await client.get("/slow?unknown=1", headers={"x-request-id": "trace-me-123"})
    assert (refused.status_code, refused.json()["code"]) == (503, "service.overloaded")
    assert refused.headers["retry-after"] == "2"
    assert refused.headers["x-request-id"] == "trace-me-123"
    assert refused.headers["cache-control"] == "no-store"
    assert await shown(client, 'http_requests_total{method="GET",route="/slow",status="503"}') == 1
    # Behind telemetry it would have taken time.
    assert "http_request_seconds_count" not in (await client.get("http://test/metrics")).text
    assert await shown(client, 'itqan_requests_refused_total{lane="read"}') == 1
    assert not [record for record in caplog.records if "/slow" in str(record.msg)]
    may_go.set()
    assert {(await task).status_code for task in flood} == {200}
