"""Every error is a problem document, from gateway or service; a service's own passes unchanged."""

import http.client
import json
import socket
import threading
from collections.abc import Iterator
from functools import partial

import httpx
import pytest

from gateway.tests.conftest import Gateway, StartGateway, eventually

MIB = 1024 * 1024
UPLOAD = "/api/v1/profiles/7/picture"
FORM = {"Content-Type": "multipart/form-data; boundary=x"}


def assert_problem(answer: httpx.Response, status: int, code: str) -> None:
    assert answer.status_code == status
    assert answer.headers["content-type"] == "application/problem+json"
    assert answer.json().keys() == {"type", "title", "status", "code", "detail"}
    assert (answer.json()["status"], answer.json()["code"]) == (status, code)
    assert answer.headers["x-content-type-options"] == "nosniff"


@pytest.fixture(scope="module")
def alone(start: StartGateway) -> Gateway:
    """Start a separate gateway for tests that break its copies."""
    return start(RATE_SIGN_IN="2")


def test_no_copy_is_left(alone: Gateway) -> None:
    (copy,) = alone.copies["payments"]
    copy.healthy = False
    eventually(lambda: alone.http.get("/api/v1/payments").status_code == 503, "is still used")
    for method, body in (("GET", None), ("POST", b"{}"), ("DELETE", None)):
        answer = alone.http.request(method, "/api/v1/payments/7", content=body)
        assert_problem(answer, 503, "service.unavailable")
        assert int(answer.headers["retry-after"]) > 0
    copy.healthy = True
    eventually(lambda: alone.http.get("/api/v1/payments").status_code == 200, "is not used again")


@pytest.mark.parametrize("method", ["GET", "POST"])
def test_a_copy_that_is_gone(start: StartGateway, method: str) -> None:
    gateway = start()
    gateway.copies["payments"][0].stop()
    answer = gateway.http.request(method, "/api/v1/payments/7")
    # Before and after the health check detects it.
    if answer.status_code == 502:
        assert_problem(answer, 502, "service.no_answer")
        assert int(answer.headers["retry-after"]) > 0
    else:
        assert_problem(answer, 503, "service.unavailable")


@pytest.mark.parametrize(("method", "sent"), [("GET", 2), ("POST", 1), ("PATCH", 1)])
def test_a_copy_that_dies_with_the_request(here: Gateway, method: str, sent: int) -> None:
    """POST and PATCH are sent once; a request that kills its copy kills two at most."""
    (copy,) = here.copies["payments"]
    copy.seen.clear()
    answer = here.http.request(method, "/api/v1/payments/dies")
    assert_problem(answer, 502, "service.no_answer")
    assert copy.seen == ["/api/v1/payments/dies"] * sent


def test_a_reader_does_not_notice_that_a_copy_dies_with_the_request(here: Gateway) -> None:
    (copy,) = here.copies["payments"]
    copy.seen.clear()
    answer = here.http.get("/api/v1/payments/dies-once")
    assert answer.status_code == 200
    assert copy.seen == ["/api/v1/payments/dies-once"] * 2


@pytest.mark.parametrize("method", ["GET", "POST"])
def test_a_copy_that_hangs(here: Gateway, method: str) -> None:
    (copy,) = here.copies["payments"]
    copy.go_on.clear()
    answer = here.http.request(method, "/api/v1/payments/hangs")
    copy.go_on.set()
    assert_problem(answer, 504, "service.no_answer")
    assert int(answer.headers["retry-after"]) > 0
    assert 9 < answer.elapsed.total_seconds() < 30


def test_too_often(alone: Gateway) -> None:
    for _ in range(2):
        assert alone.http.post("/api/v1/auth/login").status_code == 200
    answer = alone.http.post("/api/v1/auth/login")
    assert_problem(answer, 429, "request.rate_limited")
    assert int(answer.headers["retry-after"]) > 0


@pytest.mark.parametrize("status", [400, 401, 413, 429, 500, 503])
@pytest.mark.parametrize(
    ("path", "headers"),
    [
        ("/api/v1/payments/refused", {}),
        (f"{UPLOAD}/refused", FORM),
        ("/api/v1/verifications/refused", {}),
    ],
)
def test_a_services_own_problem_passes_unchanged(
    here: Gateway, status: int, path: str, headers: dict[str, str]
) -> None:
    answer = here.http.post(path, headers={**headers, "X-Status": str(status)}, content=b"x")
    assert answer.status_code == status
    assert answer.json() == {"status": status, "code": "services.own"}
    assert answer.headers["retry-after"] == "77"
    assert answer.headers["content-type"] == "application/problem+json"


def test_the_error_texts_are_not_public(here: Gateway) -> None:
    assert_problem(here.http.get("/internal/problems/503"), 404, "resource.not_found")


class TestTooLarge:
    """A browser shows the response only if it could send the whole body."""

    @pytest.fixture
    def connection(self, here: Gateway) -> Iterator[http.client.HTTPConnection]:
        url = here.http.base_url
        connection = http.client.HTTPConnection(url.host, url.port, timeout=60)
        yield connection
        connection.close()

    @pytest.mark.parametrize("path", [UPLOAD, "/api/v1/bulk-enrollments"])
    @pytest.mark.parametrize("declared", [True, False])
    def test_a_client_that_sends_all_of_it_sees_the_answer(
        self, connection: http.client.HTTPConnection, path: str, declared: bool
    ) -> None:
        length = {"Content-Length": str(30 * MIB)} if declared else {}
        chunks = (b"x" * 65536 for _ in range(30 * MIB // 65536))
        connection.request("POST", path, chunks, headers=FORM | length, encode_chunked=not declared)
        self._assert_answered(connection)

    def test_one_that_asks_first_sends_nothing(
        self, connection: http.client.HTTPConnection
    ) -> None:
        connection.putrequest("POST", UPLOAD)
        for name, value in {**FORM, "Content-Length": str(30 * MIB)}.items():
            connection.putheader(name, value)
        connection.putheader("Expect", "100-continue")
        connection.endheaders()
        self._assert_answered(connection)

    def test_a_small_body_too_large_for_json(self, here: Gateway) -> None:
        answer = here.http.post("/api/v1/trainings", content=b"x" * (MIB + 1))
        assert_problem(answer, 413, "request.too_large")

    def test_one_without_an_end_is_not_heard_out(self, here: Gateway) -> None:
        url = here.http.base_url
        sent = 0
        with socket.create_connection((url.host, url.port), timeout=60) as connection:
            head = f"POST {UPLOAD} HTTP/1.1\r\nHost: {url.host}\r\nTransfer-Encoding: chunked\r\n"
            connection.sendall(f"{head}Content-Type: {FORM['Content-Type']}\r\n\r\n".encode())
            chunk = b"100000\r\n" + b"x" * MIB + b"\r\n"
            with pytest.raises(OSError):
                while sent < 1000:
                    connection.sendall(chunk)
                    sent += 1
        assert sent < 300

    def _assert_answered(self, connection: http.client.HTTPConnection) -> None:
        answer = connection.getresponse()
        assert answer.status == 413
        assert answer.headers["content-type"] == "application/problem+json"
        assert json.loads(answer.read())["code"] == "request.too_large"


class TestRestart:
    def test_no_request_is_answered_before_the_routes_are_loaded(self, start: StartGateway) -> None:
        gateway = start()
        answers: list[int] = []
        stopping = threading.Event()

        def ask() -> None:
            while not stopping.is_set():
                try:
                    # New connection each time, like a webhook's.
                    url = f"{gateway.http.base_url}/api/v1/payments/7"
                    answers.append(httpx.post(url, timeout=60, trust_env=False).status_code)
                except httpx.TransportError:
                    continue

        askers = [threading.Thread(target=ask) for _ in range(4)]
        for asker in askers:
            asker.start()
        for _ in range(3):
            gateway.restart()
            before = len(answers)
            eventually(partial(lambda most: len(answers) > most, before + 20), "it does not answer")
        stopping.set()
        for asker in askers:
            asker.join()
        assert set(answers) == {200}
