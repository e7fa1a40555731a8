"""Responses: security headers, compression, streams, caching and log entries."""

import json
import re
import threading
from pathlib import Path
from typing import Any
from urllib.parse import quote

import httpx
import pytest

from deploy.local import ports
from gateway.tests.conftest import CHECKOUT, Gateway, StartGateway, eventually, serving


def policy(gateway: Gateway, path: str = "/") -> dict[str, list[str]]:
    text = gateway.http.get(path).headers["content-security-policy"]
    parts = (part.split() for part in text.split(";") if part.strip())
    return {name: values for name, *values in parts}


class TestSecurityHeaders:
    @pytest.mark.parametrize("path", ["/", "/trainings", "/api/v1/trainings", "/api/v1/auth/x"])
    def test_are_on_every_answer(self, here: Gateway, path: str) -> None:
        headers = here.http.get(path).headers
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["x-frame-options"] == "DENY"
        assert headers["referrer-policy"] == "strict-origin-when-cross-origin"
        assert headers["cross-origin-opener-policy"] == "same-origin"
        assert "camera=(self)" in headers["permissions-policy"]
        assert "server" not in headers
        assert "x-powered-by" not in headers

    @pytest.mark.parametrize(
        "path", ["/assets/index-abc123.js", "/_i18n/b1/ar/messages.json", "/favicon.svg"]
    )
    def test_a_file_of_the_app_has_those_that_count_for_a_file(
        self, here: Gateway, path: str
    ) -> None:
        headers = here.http.get(path).headers
        assert headers["x-content-type-options"] == "nosniff"
        # For a worker, and for an image opened as a page.
        assert headers["content-security-policy"] == "default-src 'self'"
        assert "server" not in headers
        # The first page load has about twelve responses.
        assert sum(len(name) + len(value) + 4 for name, value in headers.items()) < 320

    def test_the_policy_refuses_inline_scripts_and_framing(self, here: Gateway) -> None:
        rules = policy(here)
        assert rules["default-src"] == ["'self'"]
        assert rules["script-src"] == ["'self'"]
        assert rules["connect-src"] == ["'self'"]
        assert rules["img-src"] == ["'self'", "data:", "blob:"]
        assert rules["frame-ancestors"] == rules["object-src"] == ["'none'"]
        assert rules["form-action"] == ["'self'", CHECKOUT]

    def test_the_policy_lets_firebase_through_where_there_are_pushes(
        self, here: Gateway, start: StartGateway
    ) -> None:
        with_pushes = policy(start(FIREBASE_WEB='{"apiKey": "key"}'))
        assert with_pushes.pop("connect-src") == [
            "'self'",
            "https://firebaseinstallations.googleapis.com",
            "https://fcmregistrations.googleapis.com",
        ]
        without = policy(here)
        assert without.pop("connect-src") == ["'self'"]
        assert with_pushes == without

    def test_a_service_s_own_policy_is_kept(self, here: Gateway) -> None:
        answer = here.http.get("/api/v1/media/policy")
        assert answer.headers["content-security-policy"] == "default-src 'none'; sandbox"

    def test_hsts_is_sent_over_tls_only(self, here: Gateway, start: StartGateway) -> None:
        assert "strict-transport-security" not in here.http.get("/").headers
        http = start(HSTS="true").http
        for path in ("/", "/favicon.svg"):
            headers = http.get(path).headers
            assert headers["strict-transport-security"] == "max-age=31536000; includeSubDomains"


class TestCompression:
    @pytest.mark.parametrize("encoding", ["gzip", "br", "zstd"])
    def test_a_large_answer_is_packed_as_the_client_asks(
        self, here: Gateway, encoding: str
    ) -> None:
        headers = {"Accept-Encoding": encoding}
        with here.http.stream("GET", "/api/v1/trainings/big", headers=headers) as answer:
            raw = b"".join(answer.iter_raw())
        assert answer.headers["content-encoding"] == encoding
        assert len(raw) < 1000

    def test_a_page_is_packed_by_brotli_for_browsers(self, here: Gateway) -> None:
        headers = {"Accept-Encoding": "gzip, deflate, br, zstd"}
        with here.http.stream("GET", "/large.html", headers=headers) as answer:
            assert answer.headers["content-encoding"] == "br"

    def test_a_small_answer_is_left_alone(self, here: Gateway) -> None:
        answer = here.http.get("/icon.svg", headers={"Accept-Encoding": "gzip"})
        assert "content-encoding" not in answer.headers


class TestStream:
    @pytest.mark.parametrize(
        ("service", "path"),
        [("notifications", "notifications/stream"), ("enrollment", "bulk-enrollments/7/progress")],
    )
    def test_is_neither_held_back_nor_packed(self, here: Gateway, service: str, path: str) -> None:
        upstream = here.copies[service][0]
        upstream.go_on.clear()
        # The second message ends the wait and fails the test, should the first be held back.
        rescue = threading.Timer(50, upstream.go_on.set)
        rescue.start()
        with here.http.stream(
            "GET", f"/api/v1/{path}", headers={"Accept-Encoding": "gzip, br"}
        ) as answer:
            lines = answer.iter_lines()
            assert next(lines) == "data: first"
            assert not upstream.go_on.is_set()
            upstream.go_on.set()
            assert "data: second" in list(lines)
        rescue.cancel()
        assert "content-encoding" not in answer.headers
        assert answer.headers["content-type"] == "text/event-stream"


class TestApp:
    @pytest.mark.parametrize("path", ["/", "/trainings/7/batch/9", "/dashboard"])
    def test_every_page_has_its_own_head_and_is_asked_for_anew(
        self, here: Gateway, path: str
    ) -> None:
        # Validators of an older build must not produce a 304.
        headers = {"If-None-Match": "*", "If-Modified-Since": "Fri, 01 Jan 2100 00:00:00 GMT"}
        answer = here.http.get(path, headers=headers)
        assert answer.status_code == 200
        assert answer.text == f"<html>path={quote(path, safe='')} the app</html>"
        assert answer.headers["cache-control"] == "no-cache"
        assert "Accept-Language" in answer.headers["vary"]

    @pytest.mark.parametrize("path", ["/ar/any.page", "/trainings/missing", "/page.html", "/x/"])
    def test_what_is_no_page_is_the_app_with_404(self, here: Gateway, path: str) -> None:
        for method in ("GET", "HEAD"):
            answer = here.http.request(method, path)
            assert answer.status_code == 404
            assert answer.headers["cache-control"] == "no-cache"
            assert answer.text == ("<html>no page</html>" if method == "GET" else "")

    def test_a_page_does_without_its_head_while_catalog_is_away(self, tmp_path: Path) -> None:
        with serving(tmp_path, ports.choose()) as port:
            address = f"http://127.0.0.1:{port}/trainings/7"
            answer = httpx.get(address, timeout=60, trust_env=False)
        assert (answer.status_code, answer.text) == (200, "<html>unavailable the app</html>")

    @pytest.mark.parametrize("name", ["robots.txt", "sitemap.xml", "sitemap-batches-1.xml"])
    def test_what_crawlers_ask_for_is_catalogs(self, here: Gateway, name: str) -> None:
        answer = here.http.get(f"/{name}").json()
        assert (answer["service"], answer["path"]) == ("catalog", f"/api/v1/web/{name}")

    def test_the_worker_is_asked_for_anew(self, here: Gateway) -> None:
        answer = here.http.get("/sw.js")
        assert answer.text == "// the worker"
        assert answer.headers["cache-control"] == "no-cache"
        assert "javascript" in answer.headers["content-type"]

    def test_built_files_are_kept_for_good_and_sent_as_they_were_packed(
        self, here: Gateway
    ) -> None:
        with here.http.stream(
            "GET", "/assets/index-abc123.js", headers={"Accept-Encoding": "br"}
        ) as answer:
            raw = b"".join(answer.iter_raw())
        assert raw == b"stands for the packed file"
        assert answer.headers["content-encoding"] == "br"
        assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"

    def test_built_files_are_packed_for_who_takes_no_brotli(self, here: Gateway) -> None:
        headers = {"Accept-Encoding": "gzip"}
        with here.http.stream("GET", "/assets/large-abc123.js", headers=headers) as answer:
            assert answer.headers["content-encoding"] == "gzip"

    def test_a_missing_built_file_is_missing_and_not_remembered(self, here: Gateway) -> None:
        answer = here.http.get("/assets/index-old.js")
        assert answer.status_code == 404
        assert answer.headers["cache-control"] == "no-store"

    def test_messages_are_kept_for_a_day(self, here: Gateway) -> None:
        answer = here.http.get("/_i18n/b1/ar/messages.json")
        assert answer.json() == {"hello": "مرحبا"}
        assert answer.headers["cache-control"] == "public, max-age=86400"
        assert here.http.get("/_i18n/b1/fr/messages.json").status_code == 404


class TestRequestId:
    @pytest.mark.parametrize("sent", [None, "short", "a b c d e f g h", "x" * 65])
    def test_is_created_unless_the_client_sends_a_usable_one(
        self, here: Gateway, sent: str | None
    ) -> None:
        headers = {"X-Request-Id": sent} if sent else {}
        reached = here.http.get("/api/v1/trainings", headers=headers).json()["headers"]
        assert re.fullmatch(r"[0-9a-f]{32}", reached["x-request-id"])
        again = here.http.get("/api/v1/trainings", headers=headers).json()["headers"]
        assert again["x-request-id"] != reached["x-request-id"]

    def test_of_the_client_is_kept(self, here: Gateway) -> None:
        headers = {"X-Request-Id": "from-the.client_1"}
        reached = here.http.get("/api/v1/trainings", headers=headers).json()["headers"]
        assert reached["x-request-id"] == "from-the.client_1"

    def test_is_in_the_problem_and_the_log_when_the_service_gives_no_answer(
        self, here: Gateway
    ) -> None:
        """The service logged the request under this ID but cannot return it."""
        answer = here.http.get("/api/v1/payments/dies")
        assert answer.status_code == 502
        (entry,) = logged(here, "/payments/dies")
        assert entry["request_X-Request-Id"] == answer.headers["x-request-id"]

    def test_is_in_the_refusal_of_the_gateway(self, here: Gateway) -> None:
        large = b"x" * 1_048_577
        answer = here.http.post("/api/v1/payments/too-large", content=large)
        assert answer.status_code == 413
        (entry,) = logged(here, "/payments/too-large")
        assert entry["request_X-Request-Id"] == answer.headers["x-request-id"]


class TestAccessLog:
    def test_a_line_carries_the_id_that_the_service_answered(self, here: Gateway) -> None:
        answer = here.http.get("/api/v1/trainings/for-the-log?code=secret-code")
        assert answer.headers["x-request-id"] == "id-from-the-service"
        (entry,) = logged(here, "for-the-log")
        assert entry["downstream_X-Request-Id"] == "id-from-the-service"
        assert entry["DownstreamStatus"] == 200
        assert entry["ServiceName"] == "catalog@file"
        assert "secret-code" not in json.dumps(entry)

    def test_health_checks_are_left_out(self, here: Gateway) -> None:
        for path in ("/ping", "/loaded", "/metrics"):
            assert here.private.get(path).status_code == 200
        here.http.get("/api/v1/trainings/after-the-checks")
        logged(here, "after-the-checks")
        paths = {json.loads(line).get("RequestPath") for line in complete_lines(here)}
        assert paths & {"/ping", "/loaded", "/metrics", "/health/serving"} == set()


def complete_lines(gateway: Gateway) -> list[str]:
    """Return the log's complete lines; the last may be partial."""
    return gateway.access_log.read_text().rpartition("\n")[0].splitlines()


def logged(gateway: Gateway, text: str) -> list[dict[str, Any]]:
    """Return the access log entries that contain a text, once there are any."""
    found: list[dict[str, Any]] = []

    def written() -> bool:
        found[:] = [json.loads(line) for line in complete_lines(gateway) if text in line]
        return bool(found)

    eventually(written, "no line was written")
    return found
