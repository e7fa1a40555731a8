"""Load balancing over several copies; failed copies are excluded."""

import json
import re
import socket
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import ClassVar

import pytest
from kit.database.db import POOL_SECONDS
from kit.telemetry.instrumentation import ANSWER_SECONDS, LONG_SECONDS
from kit.web.serving import GRACE_SECONDS, SEEN_SECONDS

from deploy.local.gateway import SOURCE
from gateway import copies
from gateway.tests.conftest import Gateway, StartGateway, eventually
from gateway.tests.upstream import Upstream

LEFT_OUT_SECONDS = 10
"""Two seconds according to services.yaml, plus slack for a busy machine."""


def seconds(pattern: str, text: str) -> int:
    found = re.search(pattern, text, re.MULTILINE)
    assert found
    return int(found[1])


@pytest.fixture(scope="module")
def three(start: StartGateway) -> Gateway:
    """Start a gateway with three copies of payments."""
    return start(copies={"payments": 3})


def served(gateway: Gateway, requests: int = 30) -> list[int]:
    """Return the number of requests each copy of payments received."""
    before = [len(copy.seen) for copy in gateway.copies["payments"]]
    for _ in range(requests):
        assert gateway.http.get("/api/v1/payments").status_code == 200
    return [
        len(copy.seen) - count
        for copy, count in zip(gateway.copies["payments"], before, strict=True)
    ]


def test_requests_are_spread_evenly(three: Gateway) -> None:
    # A copy that answers a health check slowly is excluded briefly.
    eventually(lambda: served(three) == [10, 10, 10], "the copies do not share the load evenly")


def test_a_copy_that_reports_ill_gets_nothing_until_it_is_well(three: Gateway) -> None:
    ill = three.copies["payments"][1]
    ill.healthy = False
    eventually(lambda: served(three, 9)[1] == 0, "the ill copy still gets requests")
    assert served(three)[1] == 0
    ill.healthy = True
    eventually(lambda: served(three, 9)[1] == 3, "the copy does not come back")


def test_no_reader_notices_that_a_copy_dies(start: StartGateway) -> None:
    gateway = start(copies={"payments": 2})
    # The second copy's port refuses connections immediately.
    dead = gateway.copies["payments"][1]
    dead.healthy = False
    dead.stop()
    for _ in range(40):
        assert gateway.http.get("/api/v1/payments").status_code == 200


def test_many_at_once_do_not_notice_a_dead_copy_which_is_soon_left_out(
    start: StartGateway,
) -> None:
    gateway = start(copies={"payments": 3})
    dead = gateway.copies["payments"][0]
    eventually(lambda: is_up(gateway, dead) is True, "the copy is not used")
    died_at = time.monotonic()
    dead.stop()
    answers: list[int] = []

    def post_again_and_again() -> None:
        while is_up(gateway, dead):
            answers.append(gateway.http.post("/api/v1/payments/7", content=b"{}").status_code)

    with ThreadPoolExecutor(8) as pool:
        for client in [pool.submit(post_again_and_again) for _ in range(8)]:
            client.result()
    assert time.monotonic() - died_at < LEFT_OUT_SECONDS
    assert set(answers) <= {200}


def test_copies_come_and_go_without_a_lost_request(start: StartGateway, tmp_path: Path) -> None:
    file = tmp_path / "copies.json"
    file.write_text("{}")
    gateway = start(copies={"payments": 2}, COPIES_FILE=str(file))
    first, second = gateway.copies["payments"]
    answers: list[int] = []
    ended = threading.Event()

    def get_again_and_again() -> None:
        while not ended.is_set():
            answers.append(gateway.http.get("/api/v1/payments").status_code)

    def count_of_first() -> int:
        before = len(first.seen)
        time.sleep(0.2)
        return len(first.seen) - before

    with ThreadPoolExecutor(4) as pool:
        clients = [pool.submit(get_again_and_again) for _ in range(4)]
        try:
            file.write_text(json.dumps({"payments": [f"http://127.0.0.1:{second.port}"]}))
            eventually(lambda: count_of_first() == 0, "the first copy is still used")
            file.write_text("{}")
            eventually(lambda: count_of_first() > 0, "the first copy is not used again")
        finally:
            ended.set()
        for client in clients:
            client.result()
    assert set(answers) == {200}


def test_a_new_copy_joins_once_it_serves(here: Gateway) -> None:
    (serving,) = here.copies["payments"]
    old, new = "http://127.0.0.1:1", f"http://127.0.0.1:{serving.port}"
    not_yet = "http://127.0.0.1:2"
    before = {"payments": [old]}
    assert copies.exclude_unready({"payments": [old, new, not_yet]}, before) == {
        "payments": [old, new]
    }
    assert copies.exclude_unready({"payments": [not_yet]}, before) == before


class TestFind:
    """`copies.find` for different DNS answers."""

    URLS: ClassVar = {f"{name.upper()}_URLS": f"http://{name}:8000" for name in copies.NAMES}

    @pytest.fixture
    def names(self, monkeypatch: pytest.MonkeyPatch) -> dict[str, list[str]]:
        listed = {name: ["10.0.0.1"] for name in copies.NAMES}

        def answer(host: str, port: int, **_: object) -> list[tuple[object, ...]]:
            if not listed[host]:
                raise OSError
            return [(0, 0, 0, "", (address, port)) for address in listed[host]]

        monkeypatch.setattr(socket, "getaddrinfo", answer)
        return listed

    def test_a_name_stands_for_all_its_copies(self, names: dict[str, list[str]]) -> None:
        names["payments"] = ["10.0.0.3", "fd00::2", "10.0.0.3"]
        found = copies.find_copies(self.URLS, {})
        assert found["payments"] == ["http://10.0.0.3:8000", "http://[fd00::2]:8000"]

    def test_a_service_without_copies_keeps_its_last_ones(
        self, names: dict[str, list[str]]
    ) -> None:
        before = copies.find_copies(self.URLS, {})
        names["payments"] = []
        assert copies.find_copies(self.URLS, before) == before
        assert copies.find_copies(self.URLS, {})["payments"] == ["http://payments:8000"]


def is_up(gateway: Gateway, copy: Upstream) -> bool:
    """Return whether the gateway's metrics report the copy as up."""
    return f'url="http://127.0.0.1:{copy.port}"}} 1' in gateway.private.get("/metrics").text


def test_an_error_of_one_request_does_not_affect_others(here: Gateway) -> None:
    """A request that fails must not make the whole service unavailable."""
    for _ in range(5):
        assert here.http.get("/api/v1/payments/broken").status_code == 500
        assert here.http.get("/api/v1/payments").status_code == 200


class TestTimes:
    """Outer timeouts exceed the inner ones."""

    @pytest.fixture
    def services(self) -> str:
        return (SOURCE / "dynamic" / "services.yaml").read_text()

    def test_a_copy_that_stops_serves_until_the_health_check_has_seen_it(
        self, services: str
    ) -> None:
        check = services.partition("path: /health/serving")[2]
        interval, timeout = (
            seconds(rf"^ *{name}: (\d+)s$", check) for name in ("interval", "timeout")
        )
        assert interval + timeout == SEEN_SECONDS

    @pytest.mark.parametrize(
        ("transport", "inside"), [("upstream", ANSWER_SECONDS), ("patient", LONG_SECONDS)]
    )
    def test_a_service_answers_before_the_gateway_gives_up(
        self, services: str, transport: str, inside: float
    ) -> None:
        outside = seconds(rf'"{transport}" "(\d+)s"', services)
        # Disconnecting from an unresponsive database takes as long as waiting for a connection.
        assert inside + POOL_SECONDS < outside
        if transport == "upstream":
            assert outside == GRACE_SECONDS
