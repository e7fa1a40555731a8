"""Routing of public paths, and rejection of internal ones."""

import json
import socket

import pytest
import yaml

from deploy.local.gateway import SOURCE
from deploy.local.layout import ROOT
from gateway.tests.conftest import Gateway

OWNERS = {
    "identity": "auth users profiles organizations staff candidates roles permissions "
    "confirmations partner-clients learner-passes media audit-trail",
    "catalog": "web countries states cities categories settings trainings batches announcements "
    "pages",
    "enrollment": "enrollments bulk-enrollments applications seats attendance results appeals "
    "surveys certificates credentials verifications learners papers requirements",
    "payments": "payments charges webhooks refunds receipts transfers statements "
    "payment-accounts payment-methods",
    "approvals": "approvals approval-levels approvers",
    "notifications": "notifications fcm queries webhook-endpoints",
}
OWNED = [
    (path, owner)
    for owner, paths in OWNERS.items()
    for path in (*paths.split(), f"invariants/{owner}")
]
DOCUMENTS = ROOT / "frontend" / "openapi"


class TestOwners:
    @pytest.mark.parametrize(("path", "owner"), OWNED)
    def test_a_path_and_what_is_below_it_reach_their_owner(
        self, here: Gateway, path: str, owner: str
    ) -> None:
        for suffix in ("", "/7/more?page=2"):
            answer = here.http.get(f"/api/v1/{path}{suffix}")
            assert answer.json()["service"] == owner
            assert answer.json()["path"] == f"/api/v1/{path}{suffix.partition('?')[0]}"
        assert here.http.post(f"/api/v1/{path}/7", json={}).json()["service"] == owner

    def test_the_issuer_of_certificates_is_where_programs_look_for_it(self, here: Gateway) -> None:
        answer = here.http.get("/.well-known/did.json").json()
        assert (answer["service"], answer["path"]) == (
            "enrollment",
            "/api/v1/credentials/did.json",
        )

    @pytest.mark.parametrize("service", OWNERS)
    def test_every_path_of_a_service_is_its_own(self, service: str) -> None:
        document = json.loads((DOCUMENTS / f"{service}.json").read_text("utf-8"))
        paths = {path.removeprefix("/api/v1/") for path in document["paths"]}
        named = {path.partition("/")[0] for path in paths - {f"invariants/{service}"}}
        assert named <= set(OWNERS[service].split())

    @pytest.mark.parametrize(
        "path", ["/api", "/api/v1", "/api/v1/nothing", "/api/v1/usersandmore", "/api/v2/users"]
    )
    def test_an_unowned_path_below_api_is_a_problem_and_not_the_app(
        self, here: Gateway, path: str
    ) -> None:
        answer = here.http.get(path)
        assert answer.status_code == 404
        assert answer.headers["content-type"] == "application/problem+json"
        assert answer.json()["code"] == "resource.not_found"


class TestPrivatePaths:
    @pytest.mark.parametrize(
        "path",
        [
            "/metrics",
            "/internal",
            "/internal/jwks",
            "/internal/openapi.json",
            "/health/live",
            "/health/ready",
            "/health/serving",
            "/health",
            "/docs",
            "/openapi.json",
            "/api/v1/users/../../../internal/jwks",
            "/api/v1/../../metrics",
            "/api/v1/users/%2e%2e/%2e%2e/%2e%2e/metrics",
            "/api/v1/users/..%2f..%2f..%2fmetrics",
            "//internal/jwks",
            "/./metrics",
        ],
    )
    def test_are_not_there_for_the_outside(self, here: Gateway, path: str) -> None:
        everyone = [copy for group in here.copies.values() for copy in group]
        for copy in everyone:
            copy.seen.clear()
        assert raw_get(here, path) in (400, 404)
        assert not any(copy.seen for copy in everyone)

    @pytest.mark.parametrize("path", ["/metrics", "/ping"])
    def test_the_gateways_own_are_on_its_private_port(self, here: Gateway, path: str) -> None:
        assert here.private.get(path).status_code == 200
        assert here.http.get(path).text != here.private.get(path).text

    def test_metrics_count_requests_by_service(self, here: Gateway) -> None:
        here.http.get("/api/v1/trainings")
        assert 'service="catalog@file"' in here.private.get("/metrics").text


class TestHardening:
    def test_an_encoded_slash_is_refused(self, here: Gateway) -> None:
        assert raw_get(here, "/api/v1/users/a%2fb") == 400

    def test_a_header_that_poses_as_another_is_dropped(self, here: Gateway) -> None:
        headers = {"X_Forwarded_For": "9.9.9.9", "X.Real.Ip": "9.9.9.9", "X-Profile": "p"}
        got = here.http.get("/api/v1/users", headers=headers).json()["headers"]
        assert "9.9.9.9" not in str(got)
        assert got["x-profile"] == "p"

    def test_every_entry_point_says_what_it_does_with_odd_headers_and_characters(self) -> None:
        static = yaml.safe_load((SOURCE / "traefik.yaml").read_text())
        for entry_point in static["entryPoints"].values():
            assert entry_point["http"]["aliasHeadersStrategy"] == "delete"
            assert not any(entry_point["http"]["encodedCharacters"].values())

    def test_nothing_is_left_to_warn_about_at_the_start(self, here: Gateway) -> None:
        lines = [
            line
            for line in here.access_log.read_text().splitlines()
            if '"level":"warn"' in line or '"level":"error"' in line
        ]
        # A busy machine may answer a health check late.
        assert [line for line in lines if "health check" not in line.lower()] == []


def raw_get(gateway: Gateway, path: str) -> int:
    """Return the status of a GET with the exact path; HTTP clients normalize paths."""
    url = gateway.http.base_url
    with socket.create_connection((url.host, url.port), timeout=60) as connection:
        request = f"GET {path} HTTP/1.1\r\nHost: {url.host}\r\nConnection: close\r\n\r\n"
        connection.sendall(request.encode())
        return int(connection.makefile("rb").readline().split()[1])
