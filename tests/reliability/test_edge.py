"""A system behind two gateways: sessions, limits and traces span both."""

import asyncio
import gzip
import json
import secrets
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from typing import NamedTuple
from uuid import UUID

import pytest
from contracts.identity import OtpRequested
from fastapi import FastAPI, Request
from kit.database.db import Database, utc_now
from kit.testing import eventually
from notifications.notifications.service import Notice, notify
from notifications.texts.models import Kind
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest
from opentelemetry.proto.trace.v1.trace_pb2 import Span

from deploy.sandboxes.paymob.serving import serve
from tests.reliability.edge import PASSWORD, Edge, edge

ADMIN = {"username": "admin", "password": PASSWORD}
GUESSES = 5
"""Failed attempts that identity accepts without a delay (`identity.sign_in.attempts`)."""
Spans = list[tuple[str, Span]]
"""Each with the service that it is of."""
CODE = "9".join(secrets.token_hex(2) for _ in range(4))
"""A secret in a query."""


class World(NamedTuple):
    """The running system, and the traces collected so far."""

    edge: Edge
    spans: Spans


@pytest.fixture(scope="module")
async def world(
    postgres_url: str, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[World]:
    """One for all tests here: its own broker alone takes longer to start than most of them run."""
    with collecting() as (endpoint, spans):
        variables = {"OTEL_EXPORTER_OTLP_ENDPOINT": endpoint, "OTEL_BSP_SCHEDULE_DELAY": "200"}
        folder = tmp_path_factory.mktemp("edge")
        async with edge(postgres_url, folder, gateways=2, variables=variables) as running:
            yield World(running, spans)


@contextmanager
def collecting() -> Iterator[tuple[str, Spans]]:
    """The address of a collector, and what has come to it so far."""
    spans: Spans = []

    collector = FastAPI()

    @collector.post("/v1/traces")
    async def collect(request: Request) -> None:
        body = await request.body()
        if request.headers.get("content-encoding") == "gzip":
            body = gzip.decompress(body)
        for resource in ExportTraceServiceRequest.FromString(body).resource_spans:
            names = {each.key: each.value.string_value for each in resource.resource.attributes}
            for scope in resource.scope_spans:
                spans.extend((names["service.name"], span) for span in scope.spans)

    with serve(collector) as url:
        yield url, spans


async def test_sessions_and_failed_attempts_are_shared_by_two_gateways(
    world: World,
) -> None:
    running = world.edge
    here, there = running.urls
    begun = await running.client.post(f"{here}/auth/login", json=ADMIN)
    refreshed = await running.client.post(f"{there}/auth/refresh")
    assert refreshed.status_code == 200
    # The access token may be the same one: it says when it was made in whole seconds.
    assert refreshed.headers["set-cookie"] != begun.headers["set-cookie"]
    user_id = begun.json()["user"]["id"]
    authorized = {"authorization": f"Bearer {refreshed.json()['access_token']}"}
    for url in running.urls:
        answer = await running.client.get(f"{url}/auth/authenticated", headers=authorized)
        assert answer.json()["id"] == user_id
    await _streamed_by_both(running, authorized, UUID(user_id))
    await _signed_out_everywhere(running, authorized)
    assert (
        await _guessed(running, 6)
        == ["sign_in.invalid_credentials"] * GUESSES + ["sign_in.locked"] * 7
    )


async def test_a_request_and_the_effects_of_its_events_are_one_trace(world: World) -> None:
    running, spans = world
    trace_id, parent = secrets.token_hex(16), secrets.token_hex(8)

    answer = await running.client.post(
        f"{running.urls[0]}/auth/send-reset-password-otp",
        params={"code": CODE},
        json={"email": "admin@itqan.example"},
        # As the app sends it (frontend/src/lib/session/fetch.ts).
        headers={"traceparent": f"00-{trace_id}-{parent}-00"},
    )
    assert answer.status_code == 202

    def of_trace() -> Spans:
        return [each for each in list(spans) if each[1].trace_id.hex() == trace_id]

    handled = f"handle {OtpRequested.type}"

    def way() -> list[str]:
        """The services from the consumer up to the browser, as far as spans have come."""
        by_id = {span.span_id: (service, span) for service, span in of_trace()}
        above = next((each for each in of_trace() if each[1].name == handled), None)
        passed: list[str] = []
        while above is not None:
            service, span = above
            passed += [service] if passed[-1:] != [service] else []
            above = by_id.get(span.parent_span_id)
            if span.parent_span_id.hex() == parent:
                passed.append("the browser")
        return passed

    whole = ["itqan-notifications", "itqan-identity", "the browser"]
    await eventually(lambda: way() == whole)
    (consumer,) = {span.span_id for _, span in of_trace() if span.name == handled}
    below = {span.name for _, span in of_trace() if span.parent_span_id == consumer}
    assert "INSERT" in below
    # No spans without a request, no secrets in queries, and neither health nor key requests.
    kept = [span for _, span in list(spans)]
    asked = {span.name for span in kept if span.kind == Span.SPAN_KIND_SERVER}
    assert all("/api/v1/" in name for name in asked)
    assert not [
        span.name for span in kept if span.kind == Span.SPAN_KIND_CLIENT and not span.parent_span_id
    ]
    assert CODE not in str(kept)


async def _streamed_by_both(running: Edge, headers: dict[str, str], user_id: UUID) -> None:
    """Open a stream at each gateway; both get a message that is sent once."""
    links: list[str] = []
    opened: set[str] = set()

    async def read(url: str) -> None:
        async with running.client.stream(
            "GET", f"{url}/notifications/stream", headers=headers, timeout=None
        ) as answer:
            if not answer.is_success:
                return
            async for line in answer.aiter_lines():
                opened.add(url)
                name, _, value = line.partition(": ")
                if name == "data":
                    links.append(json.loads(value)["link"])

    async def read_on(url: str) -> None:
        # It is refused as long as notifications, which began first, has none of identity's keys.
        while True:
            await read(url)
            await asyncio.sleep(0.2)

    reading = [asyncio.create_task(read_on(url)) for url in running.urls]
    await eventually(lambda: opened == set(running.urls))
    database = Database(running.databases["notifications"])
    values = {"username": "admin", "product": "Itqan"}
    notice = Notice("topic:1", 1, Kind.WELCOME, values, "/here", utc_now())
    async with database.transaction() as session:
        await notify(session, [user_id], notice)
    await eventually(lambda: links == ["/here"] * 2)
    for task in reading:
        task.cancel()
    await asyncio.wait(reading)
    await database.close()


async def _signed_out_everywhere(running: Edge, headers: dict[str, str]) -> None:
    here, there = running.urls
    answer = await running.client.post(f"{here}/auth/logout", headers=headers)
    assert answer.status_code == 204
    assert (await running.client.post(f"{there}/auth/refresh")).status_code == 401


async def _guessed(running: Edge, times: int) -> list[str]:
    """Return the answers to guesses at one name, through both gateways in turn."""
    wrong = {"username": "somebody", "password": "wrong"}
    return [
        (await running.client.post(f"{url}/auth/login", json=wrong)).json()["code"]
        for _ in range(times)
        for url in running.urls
    ]
