"""Rate limits and size limits per client."""

from ipaddress import ip_address
from zlib import crc32

import httpx
import pytest

from gateway.tests.conftest import Gateway, StartGateway

MIB = 1024 * 1024
SIGN_IN = ["/api/v1/auth/login", "/api/v1/auth/token"]
CODES = [
    "/api/v1/auth/verify-otp",
    "/api/v1/auth/send-reset-password-otp",
    "/api/v1/auth/verify-reset-password-otp",
    "/api/v1/auth/reset-password",
    "/api/v1/users/me/email/confirm",
]


@pytest.fixture(scope="module")
def strict(start: StartGateway) -> Gateway:
    """Start a gateway behind a local proxy, with limits a test can reach."""
    return start(
        trusted=["127.0.0.1/32"],
        FORWARDED_DEPTH="1",
        RATE_SIGN_IN="3",
        RATE_CODES="3",
        RATE_SIGN_UP="3",
        RATE_LOOKUPS="3",
    )


def statuses(gateway: Gateway, method: str, path: str, client: str, times: int = 5) -> list[int]:
    headers = {"X-Forwarded-For": client}
    return [gateway.http.request(method, path, headers=headers).status_code for _ in range(times)]


class TestRates:
    @pytest.mark.parametrize(
        ("method", "path"),
        [
            *(("POST", path) for path in SIGN_IN),
            *(("POST", path) for path in CODES),
            ("GET", "/api/v1/auth/resend-otp"),
            ("POST", "/api/v1/auth/signup"),
            ("POST", "/api/v1/auth/signup/"),
            ("POST", "/api/v1/auth/username/is-available"),
            ("POST", "/api/v1/auth/challenge"),
            ("POST", "/api/v1/queries"),
            ("GET", "/api/v1/queries/threads/ABC"),
            ("GET", "/api/v1/verifications/ABC"),
            ("POST", "/api/v1/learner-passes"),
            ("GET", "/api/v1/learners/passes/ABC"),
            ("GET", "/api/v1/learners/links/ABC"),
            ("POST", "/api/v1/verifications"),
        ],
    )
    def test_a_client_that_hammers_is_asked_to_wait(
        self, strict: Gateway, method: str, path: str, request: pytest.FixtureRequest
    ) -> None:
        client = str(ip_address(0x0A000000 + crc32(request.node.name.encode()) % 2**24))
        assert statuses(strict, method, path, client) == [200, 200, 200, 429, 429]
        refused = strict.http.request(method, path, headers={"X-Forwarded-For": client})
        assert int(refused.headers["retry-after"]) > 0

    def test_others_are_not_held_back_by_it(self, strict: Gateway) -> None:
        statuses(strict, "POST", "/api/v1/auth/login", "203.0.113.1")
        assert statuses(strict, "POST", "/api/v1/auth/login", "203.0.113.2", 3) == [200] * 3

    def test_sign_in_does_not_use_up_the_codes(self, strict: Gateway) -> None:
        statuses(strict, "POST", "/api/v1/auth/login", "203.0.113.3")
        assert statuses(strict, "POST", "/api/v1/auth/verify-otp", "203.0.113.3", 1) == [200]

    def test_the_rest_is_not_limited(self, strict: Gateway) -> None:
        assert statuses(strict, "GET", "/api/v1/trainings", "203.0.113.4", 20) == [200] * 20
        assert statuses(strict, "GET", "/api/v1/auth/authenticated", "203.0.113.4", 9) == [200] * 9

    def test_each_of_several_gateways_lets_its_own_through(
        self, start: StartGateway, strict: Gateway
    ) -> None:
        both = [
            strict,
            start(trusted=["127.0.0.1/32"], beside=strict, FORWARDED_DEPTH="1", RATE_CODES="3"),
        ]
        got = [
            statuses(each, "POST", "/api/v1/auth/verify-otp", "203.0.113.5", 1)[0]
            for _ in range(5)
            for each in both
        ]
        # Exactly twice the limit, however the requests are distributed.
        assert got == [200] * 6 + [429] * 4

    def test_a_client_cannot_pose_as_many(self, here: Gateway) -> None:
        got = [
            here.http.post(
                "/api/v1/auth/signup", headers={"X-Forwarded-For": f"203.0.113.{n}"}
            ).status_code
            for n in range(30)
        ]
        assert got.count(200) < 30
        assert 429 in got


class TestBodies:
    @pytest.mark.parametrize(
        ("path", "content_type", "limit"),
        [
            ("/api/v1/trainings", "application/json", MIB),
            ("/api/v1/webhooks/paymob", "application/json", MIB),
            ("/api/v1/bulk-enrollments", "application/json", 25 * MIB),
            ("/api/v1/auth/login", "application/json", MIB),
            ("/api/v1/countries/7/flag", "multipart/form-data; boundary=x", 6 * MIB),
            ("/api/v1/media", "multipart/form-data; boundary=x", 6 * MIB),
            ("/api/v1/bulk-enrollments", "multipart/form-data; boundary=x", 25 * MIB),
            ("/api/v1/queries", "multipart/form-data; boundary=x", 26 * MIB),
            ("/api/v1/queries/inbound-mails", "application/json", 26 * MIB),
        ],
    )
    def test_end_at_the_limit_of_their_route(
        self, strict: Gateway, path: str, content_type: str, limit: int
    ) -> None:
        headers = {"Content-Type": content_type, "X-Forwarded-For": "203.0.113.77"}
        fits = strict.http.post(path, content=b"x" * limit, headers=headers)
        assert (fits.status_code, fits.json()["size"]) == (200, limit)
        too_large = strict.http.post(path, content=b"x" * (limit + 1), headers=headers)
        assert too_large.status_code == 413

    def test_the_limit_holds_without_a_declared_length(self, strict: Gateway) -> None:
        chunks = (b"x" * 65536 for _ in range(40))
        assert strict.http.put("/api/v1/trainings/7", content=chunks).status_code == 413


class TestForwardedHeaders:
    def test_of_a_stranger_are_replaced(self, here: Gateway) -> None:
        sent = {
            "X-Forwarded-For": "1.2.3.4",
            "X-Forwarded-Proto": "https",
            "X-Forwarded-Host": "evil.example",
            "X-Real-Ip": "1.2.3.4",
            "Forwarded": "for=1.2.3.4",
        }
        got = here.http.get("/api/v1/users", headers=sent).json()["headers"]
        assert got["x-forwarded-for"] == "127.0.0.1"
        assert got["x-forwarded-proto"] == "http"
        assert "evil.example" not in got["x-forwarded-host"]
        assert got["x-real-ip"] == "127.0.0.1"

    def test_of_a_trusted_proxy_are_kept(self, strict: Gateway) -> None:
        sent = {"X-Forwarded-For": "1.2.3.4", "X-Forwarded-Proto": "https"}
        got = strict.http.get("/api/v1/users", headers=sent).json()["headers"]
        assert got["x-forwarded-for"] == "1.2.3.4, 127.0.0.1"
        assert got["x-forwarded-proto"] == "https"


class TestClientsNetwork:
    """`remote_address` behind the gateway, with the services' own server."""

    @pytest.mark.parametrize(
        "made_up",
        [
            {"X-Forwarded-For": "1.2.3.4"},
            {"X-Forwarded-For": "1.2.3.4, 127.0.0.1"},
            {"X-Real-Ip": "1.2.3.4"},
            {"Forwarded": "for=1.2.3.4"},
            {"X_Forwarded_For": "1.2.3.4"},
            {"Connection": "X-Forwarded-For", "X-Forwarded-For": "1.2.3.4"},
        ],
    )
    def test_cannot_be_made_up(self, here: Gateway, made_up: dict[str, str]) -> None:
        assert here.http.get("/api/v1/users", headers=made_up).json()["network"] == "127.0.0.1"

    def test_is_what_a_trusted_proxy_says(self, strict: Gateway) -> None:
        for sent, network in (
            ("203.0.113.9", "203.0.113.9"),
            ("2001:db8:7:7:1:2:3:4", "2001:db8:7:7::/64"),
            # The proxy appends the true address after the client's forged one.
            ("1.2.3.4, 203.0.113.9", "203.0.113.9"),
        ):
            got = strict.http.get("/api/v1/users", headers={"X-Forwarded-For": sent}).json()
            assert got["network"] == network

    def test_is_not_taken_from_who_reaches_a_service_past_the_gateway(self, here: Gateway) -> None:
        port = here.copies["identity"][0].port
        transport = httpx.HTTPTransport(local_address="127.0.0.2")
        with httpx.Client(transport=transport, trust_env=False) as client:
            sent = {"X-Forwarded-For": "1.2.3.4", "X-Real-Ip": "1.2.3.4"}
            got = client.get(f"http://127.0.0.1:{port}/api/v1/users", headers=sent).json()
        assert got["network"] == "127.0.0.2"
