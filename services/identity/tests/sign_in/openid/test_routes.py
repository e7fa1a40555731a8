from collections.abc import Iterator
from typing import Any
from urllib.parse import parse_qs, urlsplit

import httpx
import pytest
from contracts.identity import SecurityChange, SecurityChanged
from identity.config import Settings
from joserfc.jwk import RSAKey
from kit.testing import ServiceUnderTest

from services.identity.tests.factories import (
    Person,
    codes_of,
    execute,
    new_browser,
    scalar,
    verified,
)
from services.identity.tests.sign_in.openid.factories import (
    CALLBACK,
    Provider,
    begin,
    configure,
    serving,
)
from services.identity.tests.sign_in.second_factors.factories import hand_in, with_second_factor

LOGIN = "auth/openid/login"
LINK = "auth/openid/link"


@pytest.fixture(scope="module")
def running() -> Iterator[Provider]:
    with serving() as provider:
        yield provider


@pytest.fixture
def provider(running: Provider, service: ServiceUnderTest[Settings]) -> Iterator[Provider]:
    configure(service, running.issuer)
    running.claims, running.published = {}, None
    yield running
    configure(service, None)


def account_of(person: Person, **changes: Any) -> dict[str, Any]:
    """Build the person's account at the provider."""
    own = {"sub": f"there-{person.id}", "email": person.user["email"], "email_verified": True}
    return own | changes


async def sign_in(
    client: httpx.AsyncClient, provider: Provider, account: dict[str, Any]
) -> httpx.Response:
    back = provider.send_back(await begin(client), account)
    answer = await client.post(LOGIN, json=back)
    client.cookies.clear()
    return answer


async def link(client: httpx.AsyncClient, person: Person, asked: httpx.Response) -> httpx.Response:
    body = {"token": asked.json()["openid"]["token"]}
    return await client.post(LINK, json=body, headers=person.headers)


class TestOff:
    async def test_there_is_no_such_way_unless_it_is_configured(
        self, client: httpx.AsyncClient
    ) -> None:
        assert (await client.get("auth/openid")).json() == {"name": None}
        assert (await client.post("auth/openid/options")).json()[
            "code"
        ] == "identity_provider.not_configured"
        body = {"code": "x", "state": "y"}
        assert (await client.post(LOGIN, json=body)).status_code == 404


class TestSigningIn:
    async def test_begins_with_state_nonce_and_a_challenge(
        self, client: httpx.AsyncClient, provider: Provider
    ) -> None:
        assert (await client.get("auth/openid")).json() == {"name": "Company"}
        address = await begin(client)
        query = {name: value[0] for name, value in parse_qs(urlsplit(address).query).items()}
        assert address.startswith(f"{provider.issuer}/authorize?")
        assert query["redirect_uri"] == CALLBACK
        assert (query["response_type"], query["scope"]) == ("code", "openid email")
        assert query["code_challenge_method"] == "S256" and len(query["code_challenge"]) == 43
        assert query["state"] == client.cookies["openid_state"] and query["nonce"]

    async def test_needs_the_own_sign_in_once_and_then_no_more(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings], provider: Provider
    ) -> None:
        person, other = await verified(client, service), await verified(client, service)
        account = account_of(person, email=person.user["email"].upper())
        asked = await sign_in(client, provider, account)
        # An equal address alone does not sign in.
        assert set(asked.json()) == {"openid"} and "refresh_token" not in asked.cookies
        stolen = await link(client, other, asked)
        assert stolen.json()["code"] == "ceremony.expired"
        asked = await sign_in(client, provider, account)
        assert (await link(client, person, asked)).status_code == 204
        assert (await link(client, person, asked)).status_code == 409
        answer = await sign_in(client, provider, account | {"email": "another@example.com"})
        assert answer.json()["user"]["id"] == str(person.id)
        assert "refresh_token" in answer.cookies
        state = (await client.get(LINK, headers=person.headers)).json()
        assert state["linked_at"] and state["last_used_at"]
        assert (await client.delete(LINK, headers=person.headers)).status_code == 204
        assert set((await sign_in(client, provider, account)).json()) == {"openid"}
        changes = [event.change for event in await service.published(SecurityChanged)]
        assert changes == [SecurityChange.OPENID_LINKED, SecurityChange.OPENID_UNLINKED]

    async def test_asks_for_the_second_factor_and_refuses_the_disabled(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings], provider: Provider
    ) -> None:
        person = await verified(client, service)
        await link(client, person, await sign_in(client, provider, account_of(person)))
        app = await with_second_factor(client, person)
        answer = await sign_in(client, provider, account_of(person))
        assert set(answer.json()) == {"second_factor"}
        token = answer.json()["second_factor"]["challenge"]
        assert (await hand_in(client, token, app.code())).status_code == 200
        await execute(service, "UPDATE users SET active = false")
        refused = await sign_in(client, provider, account_of(person))
        assert refused.json()["code"] == "connected_account.unconfirmed"

    async def test_makes_no_account_and_trusts_no_unverified_address(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings], provider: Provider
    ) -> None:
        person = await verified(client, service)
        for account in (
            account_of(person, email="nobody@example.com"),
            account_of(person, email_verified=False),
            account_of(person, email_verified="true"),
            {"sub": "no-address"},
        ):
            answer = await sign_in(client, provider, account)
            assert (answer.status_code, answer.json()["code"]) == (
                409,
                "connected_account.not_found",
            )
        await execute(service, "UPDATE users SET verified_at = NULL")
        answer = await sign_in(client, provider, account_of(person))
        assert answer.json()["code"] == "connected_account.not_found"
        assert await scalar(service, "SELECT count(*) FROM users") == 1

    async def test_connects_one_account_with_one(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings], provider: Provider
    ) -> None:
        person = await verified(client, service)
        first = await sign_in(client, provider, account_of(person))
        second = await sign_in(client, provider, account_of(person, sub="another"))
        assert (await link(client, person, first)).status_code == 204
        assert codes_of(await link(client, person, second)) == {
            "token": "connected_account.already_connected"
        }


class TestAttacks:
    async def test_the_browser_must_be_the_one_that_began(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings], provider: Provider
    ) -> None:
        person = await verified(client, service)
        back = provider.send_back(await begin(client), account_of(person))
        async with new_browser(service) as victim:
            assert (await victim.post(LOGIN, json=back)).status_code == 409
            await begin(victim)
            assert (await victim.post(LOGIN, json=back)).status_code == 409
        assert (await client.post(LOGIN, json=back)).status_code == 200
        again = await client.post(LOGIN, json=back)
        assert again.json()["code"] == "ceremony.expired"

    async def test_a_code_of_another_sign_in_is_refused(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings], provider: Provider
    ) -> None:
        """In the victim's sign-in, it matches neither the PKCE verifier nor the nonce."""
        person = await verified(client, service)
        attackers = provider.send_back(await begin(client), account_of(person))
        mine = provider.send_back(await begin(client), account_of(person))
        answer = await client.post(LOGIN, json=mine | {"code": attackers["code"]})
        assert (answer.status_code, answer.json()["code"]) == (409, "connected_account.unconfirmed")

    @pytest.mark.parametrize(
        "claims",
        [
            {"iss": "https://evil.example"},
            {"aud": "another-client"},
            {"aud": ["another-client"], "azp": "itqan-test"},
            {"nonce": "another"},
            {"exp": 1},
            {"iat": 99_999_999_999},
            {"sub": None},
        ],
        ids=lambda claims: next(iter(claims)),
    )
    async def test_an_id_token_that_is_not_as_it_must_be_is_refused(
        self,
        client: httpx.AsyncClient,
        service: ServiceUnderTest[Settings],
        provider: Provider,
        claims: dict[str, Any],
    ) -> None:
        person = await verified(client, service)
        provider.claims = claims
        answer = await sign_in(client, provider, account_of(person))
        assert (answer.status_code, answer.json()["code"]) == (409, "connected_account.unconfirmed")

    async def test_so_is_one_of_another_key_and_a_provider_that_is_away(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings], provider: Provider
    ) -> None:
        person = await verified(client, service)
        right, provider.key = provider.key, RSAKey.generate_key(2048, {"kid": "one"})
        provider.published = right
        answer = await sign_in(client, provider, account_of(person))
        assert answer.json()["code"] == "connected_account.unconfirmed"
        provider.key = right
        configure(service, "http://127.0.0.1:9")
        answer = await client.post("auth/openid/options")
        assert (answer.status_code, answer.json()["code"]) == (503, "identity_provider.unavailable")
