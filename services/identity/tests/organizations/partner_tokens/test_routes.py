"""The token endpoint follows RFC 6749 for any request."""

import base64
from typing import Any

import httpx
import pytest
from identity.config import Settings
from kit.security.claims import PartnerClaims
from kit.security.partners import get_partner
from kit.security.rules import PARTNER_TOKEN_SECONDS
from kit.testing import ServiceUnderTest

from services.identity.tests.factories import execute, new_browser, refuses, scalar
from services.identity.tests.organizations.partner_clients.factories import (
    a_client,
    a_token,
    an_organization,
    ask,
    client_form,
)

Service = ServiceUnderTest[Settings]
GRANT = {"grant_type": "client_credentials"}


@pytest.fixture
async def issued(client: httpx.AsyncClient, service: Service) -> dict[str, Any]:
    boss, _ = await an_organization(client, service)
    return await a_client(client, boss)


class TestTokens:
    async def test_carry_the_organization_and_the_permissions(
        self, client: httpx.AsyncClient, service: Service, issued: dict[str, Any]
    ) -> None:
        answer = await ask(client, issued)
        body = answer.json()
        assert answer.headers["cache-control"] == "no-store"
        assert (body["token_type"], body["expires_in"]) == ("Bearer", PARTNER_TOKEN_SECONDS)
        assert body["scope"] == "view-batch view-enrollments"
        claims = await service.context.verifier.identify(body["access_token"])
        assert isinstance(claims, PartnerClaims)
        assert str(claims.client_id) == issued["id"]
        assert claims.permissions == {"view-batch", "view-enrollments"}

    async def test_say_of_a_test_client_that_it_is_one_for_good(
        self, client: httpx.AsyncClient, service: Service
    ) -> None:
        boss, _ = await an_organization(client, service)
        made = await a_client(client, boss, test=True)
        assert (made["test"], made["client_secret"][:11]) == (True, "itqan_test_")
        path, changed = f"partner-clients/{made['id']}", client_form(version=made["version"])
        live = {"test": False}
        answer = await client.put(path, json=changed | live, headers=boss.headers)
        assert refuses(answer, live), answer.text
        answer = await client.put(path, json=changed, headers=boss.headers)
        assert (answer.status_code, answer.json()["test"]) == (200, True)
        for each, is_test in ((made, True), (await a_client(client, boss), False)):
            claims = await service.context.verifier.identify(await a_token(client, each))
            assert isinstance(claims, PartnerClaims)
            assert get_partner(claims).test is is_test

    async def test_are_given_by_the_body_too_and_for_a_part_of_the_scope(
        self, client: httpx.AsyncClient, service: Service, issued: dict[str, Any]
    ) -> None:
        named = {"client_id": issued["id"], "client_secret": issued["client_secret"]}
        answer = await client.post("auth/token", data=GRANT | named | {"scope": "view-batch"})
        claims = await service.context.verifier.identify(answer.json()["access_token"])
        assert answer.json()["scope"] == "view-batch"
        assert claims.permissions == {"view-batch"}

    async def test_end_with_the_client(
        self, client: httpx.AsyncClient, service: Service, issued: dict[str, Any]
    ) -> None:
        soon = "UPDATE partner_clients SET expires_at = now() + interval '1 minute'"
        await execute(service, soon)
        assert (await ask(client, issued)).json()["expires_in"] <= 60
        await execute(service, "UPDATE partner_clients SET expires_at = now()")
        answer = await ask(client, issued)
        assert answer.status_code == 400
        assert answer.json()["error_description"] == "The client has expired."

    async def test_leave_a_trace_once_a_minute(
        self, client: httpx.AsyncClient, service: Service, issued: dict[str, Any]
    ) -> None:
        last = "SELECT last_used_at FROM partner_clients"
        await a_token(client, issued)
        first = await scalar(service, last)
        assert first
        await a_token(client, issued)
        assert await scalar(service, last) == first
        await execute(
            service, "UPDATE partner_clients SET last_used_at = now() - interval '61 seconds'"
        )
        await a_token(client, issued)
        assert await scalar(service, last) > first


class TestAddresses:
    async def test_decide_who_gets_a_token_and_who_may_use_it(
        self, client: httpx.AsyncClient, service: Service
    ) -> None:
        boss, _ = await an_organization(client, service)
        issued = await a_client(client, boss, networks=["203.0.113.0/24"])
        async with new_browser(service, "203.0.113.9") as inside:
            token = await a_token(inside, issued)
            headers = {"Authorization": f"Bearer {token}"}
            answer = await inside.get("auth/authenticated", headers=headers)
            assert answer.json()["code"] == "permission.required"
        async with new_browser(service, "198.51.100.9") as outside:
            answer = await ask(outside, issued)
            assert answer.json() == {
                "error": "unauthorized_client",
                "error_description": "The client may not call from this address.",
            }
            answer = await outside.get("auth/authenticated", headers=headers)
            assert (answer.status_code, answer.json()["code"]) == (
                403,
                "api_client.address_not_allowed",
            )


class TestRefusals:
    @pytest.mark.parametrize(
        ("form", "status", "error"),
        [
            ({}, 400, "invalid_request"),
            ({"grant_type": "password"}, 400, "unsupported_grant_type"),
            (GRANT, 401, "invalid_client"),
            (GRANT | {"client_id": "x", "client_secret": "y"}, 401, "invalid_client"),
            ({"grant_type": ["client_credentials"] * 2}, 400, "invalid_request"),
        ],
    )
    async def test_are_oauth2_s_own(
        self, client: httpx.AsyncClient, form: dict[str, Any], status: int, error: str
    ) -> None:
        answer = await client.post("auth/token", data=form)
        assert (answer.status_code, answer.json()["error"]) == (status, error)
        assert answer.headers["cache-control"] == "no-store"
        assert answer.headers.get("www-authenticate", "").startswith("Basic") is (status == 401)

    async def test_are_the_same_for_a_wrong_id_and_a_wrong_secret(
        self, client: httpx.AsyncClient, issued: dict[str, Any]
    ) -> None:
        wrong = [
            await ask(client, issued | {"client_secret": "itqan_wrong"}),
            await ask(client, issued | {"id": "0198b1a0-0000-7000-8000-000000000000"}),
        ]
        assert [answer.status_code for answer in wrong] == [401, 401]
        assert wrong[0].json() == wrong[1].json()

    async def test_are_for_scopes_beyond_the_client_s_and_for_two_ways_at_once(
        self, client: httpx.AsyncClient, issued: dict[str, Any]
    ) -> None:
        answer = await ask(client, issued, scope="view-batch manage-roles")
        assert (answer.status_code, answer.json()["error"]) == (400, "invalid_scope")
        answer = await ask(client, issued, client_secret=issued["client_secret"])
        assert (answer.status_code, answer.json()["error"]) == (400, "invalid_request")

    @pytest.mark.parametrize("credentials", ["é", "%%%", base64.b64encode(b"\xff:\xff").decode()])
    async def test_are_for_credentials_that_cannot_be_read(
        self, client: httpx.AsyncClient, credentials: str
    ) -> None:
        headers = {b"Authorization": f"Basic {credentials}".encode()}
        answer = await client.post("auth/token", data=GRANT, headers=headers)
        assert (answer.status_code, answer.json()["error"]) == (401, "invalid_client")

    async def test_make_a_guesser_wait_and_nobody_else(
        self, client: httpx.AsyncClient, service: Service, issued: dict[str, Any]
    ) -> None:
        async with new_browser(service, "198.51.100.9") as guesser:
            wrong = issued | {"client_secret": "itqan_wrong"}
            answers = [await ask(guesser, wrong) for _ in range(6)]
            assert [answer.status_code for answer in answers] == [401] * 5 + [429]
            assert int(answers[-1].headers["retry-after"]) > 0
            # Not even the right secret reveals itself during a wait.
            assert (await ask(guesser, issued)).status_code == 429
        assert await a_token(client, issued)
