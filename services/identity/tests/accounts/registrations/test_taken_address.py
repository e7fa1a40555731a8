"""Sign-up does not reveal that an address has an account."""

import asyncio
import re
from collections.abc import Callable
from typing import Any

import httpx
import pytest
from contracts.identity import (
    OrganizationSubmitted,
    OrganizationUpdated,
    OtpRequested,
    ProfileUpdated,
    SignUpAttempted,
    UserRegistered,
)
from identity.config import Settings
from identity.republish import republish
from kit.testing import ServiceUnderTest

from services.identity.tests.factories import (
    PASSWORD,
    execute,
    new_browser,
    organization_form,
    scalar,
    sign_up_form,
    signed_up,
    verified,
)

GUESS = "000000"
SECRETS = [
    (r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", "<id>"),
    (r"eyJ[\w-]+\.[\w-]+\.[\w-]+", "<token>"),
    (r"(refresh_token|trusted_device)=[\w.-]+", r"\1=<secret>"),
    (r'"request":"[\w-]{43}"', '"request":"<secret>"'),
    (r'"(resend_in|expires_in)":[1-9]\d*', r'"\1":<seconds>'),
    (r"expires=[\w, :]+ GMT", "expires=<time>"),
    (r"retry-after: [1-9]\d*", "retry-after: <seconds>"),
]


def seen(answer: httpx.Response, form: dict[str, Any]) -> str:
    """Dump a response without the parts that differ in every response."""
    headers = [f"{name}: {value}" for name, value in answer.headers.multi_items()]
    # Depends on the lengths of the names.
    headers = [line for line in headers if not line.startswith("content-length")]
    text = "\n".join([str(answer.status_code), *headers, answer.text])
    for pattern, name in SECRETS:
        text = re.sub(pattern, name, text)
    for field in ("email", "username", "phone"):
        text = text.replace(form[field], f"<{field}>")
    return text


async def all_that_a_stranger_sees(
    service: ServiceUnderTest[Settings], form: dict[str, Any]
) -> list[str]:
    """List all that a stranger can learn by trying an address."""
    username, email, password = form["username"], form["email"], form["password"]
    transcript: list[str] = []

    async def call(
        client: httpx.AsyncClient, method: str, path: str, headers: Any = None, **json: Any
    ) -> httpx.Response:
        answer = await client.request(method, path, headers=headers, json=json or None)
        transcript.append(f"{method} {path}\n{seen(answer, form)}")
        return answer

    async def sign_in(client: httpx.AsyncClient, name: str, password: str) -> None:
        await call(client, "POST", "auth/login", username=name, password=password)

    async def ask_for_reset(client: httpx.AsyncClient) -> None:
        answer = await call(client, "POST", "auth/send-reset-password-otp", email=email)
        request = answer.json().get("request", "none")
        for _ in range(6):
            await call(
                client, "POST", "auth/verify-reset-password-otp", request=request, code=GUESS
            )

    async with (
        new_browser(service, "198.51.100.1") as client,
        new_browser(service, "198.51.100.1") as other,
        new_browser(service, "203.0.113.7") as elsewhere,
    ):
        answer = await client.post("auth/signup", json=form)
        transcript.append(f"sign-up\n{seen(answer, form)}")
        assert answer.status_code == 201
        token = {"Authorization": f"Bearer {answer.json()['access_token']}"}
        await call(client, "GET", "auth/authenticated", token)
        await call(client, "GET", "auth/resend-otp", token)
        for _ in range(6):
            await call(client, "POST", "auth/verify-otp", token, code=GUESS)
        await execute(service, "UPDATE otps SET created_at = created_at - interval '61 seconds'")
        await call(client, "GET", "auth/resend-otp", token)
        await call(client, "POST", "auth/verify-otp", token, code=GUESS)
        await call(client, "PUT", "users/me", token, phone="+966500000000")
        await call(client, "POST", "auth/change-password", token, current_password=password,
                   password="another-horse-8")  # fmt: skip
        await call(client, "POST", "auth/refresh")
        for browser in (client, elsewhere):
            await call(browser, "POST", "auth/username/is-available", username=username)
            await ask_for_reset(browser)
            for name in (email, username):
                await sign_in(browser, name, password)
                await sign_in(browser, name, "wrong-one-123")
        await ask_for_reset(other)
        again = sign_up_form(email=email)
        answer = await other.post("auth/signup", json=again)
        transcript.append(f"again\n{seen(answer, again)}")
        await call(client, "POST", "auth/logout", token)
        await call(client, "GET", "auth/authenticated", token)
        await call(client, "POST", "auth/refresh")
    return transcript


class TestTakenAddress:
    @pytest.mark.parametrize("make_form", [sign_up_form, organization_form])
    @pytest.mark.parametrize("proved", [True, False])
    async def test_looks_like_a_free_one_in_every_answer(
        self,
        client: httpx.AsyncClient,
        service: ServiceUnderTest[Settings],
        make_form: Callable[..., dict[str, Any]],
        proved: bool,
    ) -> None:
        owner = await (verified(client, service) if proved else signed_up(client))
        # Not the owner's password, which would sign in.
        own = {"password": "strangers-horse-9"}
        taken = make_form(email=owner.user["email"], **own)
        free = make_form(**own)
        of_taken = await all_that_a_stranger_sees(service, taken)
        of_free = await all_that_a_stranger_sees(service, free)
        assert len(of_free) > 40
        for got, expected in zip(of_taken, of_free, strict=True):
            assert got == expected

    async def test_changes_nothing_of_the_account(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        person = await verified(client, service)
        user = "SELECT users::text FROM users WHERE id = :id"
        before = await scalar(service, user, id=person.id)
        await all_that_a_stranger_sees(service, sign_up_form(email=person.user["email"]))
        assert await scalar(service, user, id=person.id) == before
        assert (await client.post("auth/refresh", headers=person.cookies)).status_code == 200
        async with new_browser(service) as owner:
            body = {"username": person.user["email"], "password": PASSWORD}
            answer = await owner.post("auth/login", json=body)
            assert answer.json()["user"]["id"] == str(person.id)

    async def test_is_reported_to_its_owner_in_their_language(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        person = await verified(client, service, sign_up_form(locale="ar"))
        await signed_up(client, sign_up_form(email=person.user["email"].upper(), locale="en"))
        (event,) = await service.published(SignUpAttempted)
        assert event.user_id == person.id
        assert (event.email, event.locale) == (person.user["email"], "ar")

    async def test_is_reported_three_times_a_day_at_most(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        person = await verified(client, service)
        for _ in range(6):
            await signed_up(client, sign_up_form(email=person.user["email"]))
        assert len(await service.published(SignUpAttempted)) == 3
        await execute(
            service, "UPDATE users SET created_at = now() - interval '25 hours' WHERE decoy"
        )
        await signed_up(client, sign_up_form(email=person.user["email"]))
        assert len(await service.published(SignUpAttempted)) == 4

    async def test_sends_no_code_and_is_heard_of_nowhere_else(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        person = await verified(client, service)
        before = [len(await service.published(kind)) for kind in (OtpRequested, ProfileUpdated)]
        decoy = await signed_up(client, organization_form(email=person.user["email"]))
        after = [len(await service.published(kind)) for kind in (OtpRequested, ProfileUpdated)]
        assert after == before
        for kind in (OrganizationUpdated, OrganizationSubmitted):
            assert await service.published(kind) == []
        # The welcome of every new user.
        assert [u.user_id for u in await service.published(UserRegistered)] == [person.id, decoy.id]
        async with service.database.transaction() as session:
            (event,) = [event async for event, _ in republish(session)]
        assert isinstance(event, ProfileUpdated)
        assert event.user_id == person.id

    async def test_two_at_once_make_one_owner(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        email = sign_up_form()["email"]
        forms = [sign_up_form(email=email) for _ in range(4)]
        answers = await asyncio.gather(*(client.post("auth/signup", json=f) for f in forms))
        assert [answer.status_code for answer in answers] == [201] * 4
        assert await scalar(service, "SELECT count(*) FROM users WHERE NOT decoy") == 1
        assert len(await service.published(OtpRequested)) == 1


class TestDecoy:
    async def test_goes_after_a_month_with_all_that_is_its_own(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        person = await verified(client, service)
        await signed_up(client, organization_form(email=person.user["email"]))
        await signed_up(client, sign_up_form(email=person.user["email"]))
        assert await service.sweep("prune_decoys") == 0
        await execute(service, "UPDATE users SET created_at = now() - interval '31 days'")
        assert await service.sweep("prune_decoys") == 2
        for table, left in {"users": 1, "profiles": 1, "sessions": 1, "organizations": 0}.items():
            assert await scalar(service, f"SELECT count(*) FROM {table}") == left
        assert await service.sweep("prune_decoys") == 0


class TestUnprovedAddress:
    """An unverified address signs in only on the device where it was entered, like a decoy's."""

    async def test_signs_in_in_the_browser_that_signed_up(self, client: httpx.AsyncClient) -> None:
        form = sign_up_form()
        answer = await client.post("auth/signup", json=form)
        assert answer.status_code == 201
        body = {"username": form["email"], "password": PASSWORD}
        assert (await client.post("auth/login", json=body)).status_code == 200
        client.cookies.clear()
        assert (await client.post("auth/login", json=body)).status_code == 401
        body["username"] = form["username"]
        assert (await client.post("auth/login", json=body)).status_code == 200
