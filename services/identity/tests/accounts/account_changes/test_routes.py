"""The former address reverts an admin's change."""

import httpx
import pytest
from contracts.identity import SignInDetailsChanged

from services.identity.tests.administration.confirmations.factories import (
    EDITOR,
    NEW,
    Service,
    edit,
)
from services.identity.tests.factories import (
    NEW_PASSWORD,
    PASSWORD,
    Person,
    admin,
    execute,
    last_code,
    reset_request,
    scalar,
    signed_up,
    verified,
)


async def post(client: httpx.AsyncClient, path: str, token: str) -> httpx.Response:
    return await client.post(f"auth/account-change{path}", json={"token": token})


async def taken_over(
    client: httpx.AsyncClient, service: Service
) -> tuple[Person, Person, SignInDetailsChanged]:
    """Return a candidate, the admin who took over the address, and the event."""
    boss, victim = await admin(client, service, *EDITOR), await verified(client, service)
    path = f"candidates/{victim.profile_id}"
    answer = await client.put(path, json={"email": NEW}, headers=boss.headers)
    assert answer.status_code == 200, answer.text
    (event,) = await service.published(SignInDetailsChanged)
    return boss, victim, event


async def reset(client: httpx.AsyncClient, service: Service, email: str, person: Person) -> None:
    body = {
        "request": await reset_request(client, email),
        "code": await last_code(service, person.id),
    }
    token = (await client.post("auth/verify-reset-password-otp", json=body)).json()["reset_token"]
    body = {"reset_token": token, "password": NEW_PASSWORD}
    assert (await client.post("auth/reset-password", json=body)).status_code == 204


async def sign_in(client: httpx.AsyncClient, name: str, password: str) -> int:
    body = {"username": name, "password": password}
    answer = await client.post("auth/login", json=body)
    client.cookies.clear()
    return answer.status_code


class TestReverting:
    async def test_gives_the_account_back_and_ends_every_way_in(
        self, client: httpx.AsyncClient, service: Service
    ) -> None:
        _, victim, event = await taken_over(client, service)
        former, name = victim.user["email"], victim.user["username"]
        assert (event.email, event.user_id) == (former, victim.id)
        assert (await client.get("auth/authenticated", headers=victim.headers)).status_code == 401
        # The admin resets the password by the new address and signs in.
        await reset(client, service, NEW, victim)
        assert await sign_in(client, name, NEW_PASSWORD) == 200
        shown = await post(client, "", event.token)
        assert (shown.json()["email"], shown.json()["fields"]) == (former, ["email"])
        assert (await post(client, "/revert", event.token)).status_code == 204
        assert await sign_in(client, name, NEW_PASSWORD) == 401
        assert await sign_in(client, name, PASSWORD) == 401
        live = "SELECT count(*) FROM sessions WHERE user_id = :id AND ended_at IS NULL"
        assert await scalar(service, live, id=victim.id) == 0
        email = "SELECT email FROM users WHERE id = :id AND verified_at IS NOT NULL"
        assert await scalar(service, email, id=victim.id) == former
        again = await post(client, "/revert", event.token)
        assert (again.status_code, again.json()["code"]) == (409, "account_change.already_reverted")

    async def test_voids_the_links_of_later_changes(
        self, client: httpx.AsyncClient, service: Service
    ) -> None:
        boss, victim, first = await taken_over(client, service)
        await execute(service, "UPDATE users SET verified_at = now() WHERE id = :id", id=victim.id)
        assert (await edit(client, boss, victim, email="third@example.com")).status_code == 200
        second = (await service.published(SignInDetailsChanged))[-1]
        assert second.email == NEW
        assert (await post(client, "/revert", first.token)).status_code == 204
        assert (await post(client, "/revert", second.token)).status_code == 409
        email = "SELECT email FROM users WHERE id = :id"
        assert await scalar(service, email, id=victim.id) == victim.user["email"]

    @pytest.mark.parametrize(
        ("statement", "code"),
        [
            ("UPDATE account_changes SET expires_at = now()", "account_change.expired"),
            (
                "INSERT INTO users (id, username, email, phone, password_hash, name_en, name_ar,"
                " locale, active, decoy, principal_version) SELECT gen_random_uuid(), 'later',"
                " email, '', '', '', '', 'en', true, false, 1 FROM account_changes",
                "account_change.details_taken",
            ),
        ],
    )
    async def test_is_refused_when_it_is_too_late(
        self, client: httpx.AsyncClient, service: Service, statement: str, code: str
    ) -> None:
        _, _, event = await taken_over(client, service)
        await execute(service, statement)
        answer = await post(client, "/revert", event.token)
        assert (answer.status_code, answer.json()["code"]) == (409, code)

    async def test_takes_the_link(self, client: httpx.AsyncClient) -> None:
        for path in ("", "/revert"):
            answer = await post(client, path, "guessed")
            assert (answer.status_code, answer.json()["code"]) == (404, "account_change.not_found")

    async def test_an_address_that_was_never_verified_gets_no_link(
        self, client: httpx.AsyncClient, service: Service
    ) -> None:
        boss, person = await admin(client, service, *EDITOR), await signed_up(client)
        assert (await edit(client, boss, person, email=NEW)).status_code == 200
        assert await service.published(SignInDetailsChanged) == []
        assert (await client.get("auth/authenticated", headers=person.headers)).status_code == 401
