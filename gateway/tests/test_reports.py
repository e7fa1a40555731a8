"""Errors and web vitals of browsers on their way to the operator's OTLP collector."""

from collections.abc import Iterator

import pytest

from gateway.tests.conftest import Gateway, StartGateway
from gateway.tests.upstream import Upstream, running

LIMIT = 16 * 1024


@pytest.fixture(scope="module")
def collector() -> Iterator[Upstream]:
    with running("collector") as upstream:
        yield upstream


@pytest.fixture(scope="module")
def reporting(start: StartGateway, collector: Upstream) -> Gateway:
    return start(
        trusted=["127.0.0.1/32"],
        FORWARDED_DEPTH="1",
        OTEL_EXPORTER_OTLP_ENDPOINT=f"http://127.0.0.1:{collector.port}",
    )


@pytest.mark.parametrize("signal", ["logs", "metrics"])
def test_reach_the_collector_without_credentials(reporting: Gateway, signal: str) -> None:
    headers = {"Cookie": "refresh=secret", "Authorization": "Bearer secret"}
    answer = reporting.http.post(f"/otlp/v1/{signal}", content=b"{}", headers=headers).json()
    assert (answer["service"], answer["path"]) == ("collector", f"/v1/{signal}")
    assert not {"cookie", "authorization"} & answer["headers"].keys()


def test_are_limited_in_size_and_number(reporting: Gateway) -> None:
    def post(size: int) -> int:
        headers = {"X-Forwarded-For": "203.0.113.9"}
        return reporting.http.post(
            "/otlp/v1/logs", content=b"x" * size, headers=headers
        ).status_code

    assert post(LIMIT) == 200
    assert post(LIMIT + 1) == 413
    assert 429 in [post(2) for _ in range(70)]


@pytest.mark.parametrize(
    ("method", "path"), [("POST", "/otlp/v1/traces"), ("GET", "/otlp/v1/logs")]
)
def test_nothing_else_reaches_the_collector(
    reporting: Gateway, collector: Upstream, method: str, path: str
) -> None:
    before = len(collector.seen)
    assert reporting.http.request(method, path).status_code in {404, 405}
    assert len(collector.seen) == before


def test_go_nowhere_without_a_collector(here: Gateway) -> None:
    assert here.http.post("/otlp/v1/logs", content=b"{}").status_code in {404, 405}
