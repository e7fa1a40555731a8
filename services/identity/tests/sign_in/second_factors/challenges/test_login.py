import asyncio

import httpx
import pytest
from identity.config import Settings
from kit.security.totp import matching_step
from kit.testing import ServiceUnderTest

from services.identity.tests.factories import PASSWORD, execute, new_browser, scalar, verified
from services.identity.tests.sign_in.second_factors.factories import (
    challenge,
    hand_in,
    sign_in,
    with_second_factor,
)


class TestCode:
    async def test_is_asked_for_in_place_of_a_token(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        person = await verified(client, service)
        login = {"username": person.user["username"], "password": PASSWORD}
        without = await client.post("auth/login", json=login)
        assert set(without.json()) == {"access_token", "user", "resend_in"}
        trusted = {"Cookie": f"trusted_device={without.cookies['trusted_device']}"}
        client.cookies.clear()
        app = await with_second_factor(client, person)
        # A trusted device needs the code too.
        answer = await client.post("auth/login", json=login, headers=trusted)
        assert set(answer.json()) == {"second_factor"}
        assert answer.json()["second_factor"]["expires_in"] == 300
        assert "set-cookie" not in answer.headers
        wrong = await client.post("auth/login", json=login | {"password": "wrong-one-123"})
        assert wrong.json()["code"] == "sign_in.invalid_credentials"
        token = answer.json()["second_factor"]["challenge"]
        done = await hand_in(client, token, app.code())
        assert done.json()["user"]["username"] == person.user["username"]
        assert {"refresh_token", "trusted_device"} <= set(done.cookies)
        person.use(done)
        current = await client.get("auth/authenticated", headers=person.headers)
        assert current.status_code == 200

    async def test_counts_once_and_so_does_the_challenge(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        person = await verified(client, service)
        app = await with_second_factor(client, person)
        token, code = await challenge(client, person), app.code()
        assert (await hand_in(client, token, code)).status_code == 200
        spent = await hand_in(client, token, app.code(1))
        assert (spent.status_code, spent.json()["code"]) == (409, "ceremony.expired")
        # Neither the code nor the previous one works in another sign-in.
        for old in (code, app.code(-1)):
            assert (await sign_in(client, person, old)).status_code == 422
        assert (await sign_in(client, person, app.code(1))).status_code == 200

    async def test_of_two_at_once_one_signs_in(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        person = await verified(client, service)
        app = await with_second_factor(client, person)
        for code in (app.code(), app.recovery_codes[0]):
            tokens = [await challenge(client, person) for _ in range(2)]
            answers = await asyncio.gather(*(hand_in(client, token, code) for token in tokens))
            assert sorted(answer.status_code for answer in answers) == [200, 422]
        token = await challenge(client, person)
        codes = (app.recovery_codes[1], app.recovery_codes[2])
        answers = await asyncio.gather(*(hand_in(client, token, code) for code in codes))
        assert sorted(answer.status_code for answer in answers) == [200, 409]

    async def test_may_be_typed_with_spaces_and_in_arabic_digits(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        person = await verified(client, service)
        app = await with_second_factor(client, person)
        arabic = app.code().translate(str.maketrans("0123456789", "٠١٢٣٤٥٦٧٨٩"))
        assert (await sign_in(client, person, f" {arabic[:3]} {arabic[3:]}")).status_code == 200
        typed = app.recovery_codes[0].upper().replace("-", " ")
        assert (await sign_in(client, person, typed)).status_code == 200
        assert (await sign_in(client, person, app.recovery_codes[0])).status_code == 422

    @pytest.mark.parametrize("garbage", ["", "12345", "1234567", "０" * 6, "\u0000", "a" * 41])
    async def test_garbage_is_refused(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings], garbage: str
    ) -> None:
        person = await verified(client, service)
        await with_second_factor(client, person)
        answer = await sign_in(client, person, garbage)
        assert 400 <= answer.status_code < 500, answer.text

    def test_counts_a_step_early_and_late(self) -> None:
        """RFC 6238 example: 081804 is the code for 30 seconds from this time on."""
        secret, start = b"12345678901234567890", 1_111_111_080
        seconds = (-31, -30, 0, 29, 59, 60)
        steps = [matching_step(secret, "081804", start + second) for second in seconds]
        assert steps == [None, *[start // 30] * 4, None]


class TestChallenge:
    async def test_ends_with_its_time_the_password_and_the_account(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        person = await verified(client, service)
        app = await with_second_factor(client, person)
        for statement in (
            "UPDATE ceremonies SET expires_at = now()",
            "UPDATE users SET active = false",
            "UPDATE users SET active = true, password_hash = password_hash || ' '",
        ):
            token = await challenge(client, person)
            await execute(service, statement)
            answer = await hand_in(client, token, app.code())
            assert (answer.status_code, answer.json()["code"]) == (409, "ceremony.expired")
            await execute(service, "UPDATE users SET active = true")

    async def test_of_nobody_is_refused(self, client: httpx.AsyncClient) -> None:
        assert (await hand_in(client, "made-up", "123456")).status_code == 409


class TestGuessing:
    async def test_has_the_guesser_wait_and_nobody_else(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        person = await verified(client, service)
        app = await with_second_factor(client, person)
        async with new_browser(service, "198.51.100.1") as guesser:
            token = await challenge(guesser, person)
            for _ in range(5):
                wrong = await hand_in(guesser, token, app.wrong_code())
                assert wrong.status_code == 422
            waits = await hand_in(guesser, token, app.code())
            assert (waits.status_code, waits.json()["code"]) == (429, "sign_in.locked")
        assert (await sign_in(client, person, app.code())).status_code == 200

    async def test_at_once_gets_no_further(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        person = await verified(client, service)
        app = await with_second_factor(client, person)
        token = await challenge(client, person)
        guesses = (hand_in(client, token, app.wrong_code()) for _ in range(12))
        codes = [answer.status_code for answer in await asyncio.gather(*guesses)]
        assert codes.count(422) == 5 and codes.count(429) == 7

    async def test_from_many_networks_waits_too_while_the_owner_has_ways_in(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        person = await verified(client, service)
        app = await with_second_factor(client, person)
        signed_in = await sign_in(client, person, app.recovery_codes[0])
        token = await challenge(client, person)
        for n in range(20):
            async with new_browser(service, f"2001:db8:{n:x}::1") as guesser:
                assert (await hand_in(guesser, token, app.wrong_code())).status_code == 422
        async with new_browser(service, "203.0.113.7") as elsewhere:
            assert (await hand_in(elsewhere, token, app.code())).status_code == 429
            recovered = await hand_in(elsewhere, token, app.recovery_codes[1])
            assert recovered.status_code == 200
        # On a trusted device, the app's code works.
        cookie = {"Cookie": f"trusted_device={signed_in.cookies['trusted_device']}"}
        body = {"challenge": await challenge(client, person), "code": app.code()}
        answer = await client.post("auth/login/second-factor", json=body, headers=cookie)
        assert answer.status_code == 200

    async def test_is_forgiven_with_a_new_password(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        person = await verified(client, service)
        app = await with_second_factor(client, person)
        token = await challenge(client, person)
        await hand_in(client, token, app.wrong_code())
        assert await scalar(service, "SELECT count(*) FROM failed_attempts") == 3
        body = {"current_password": PASSWORD, "password": "an entirely new 42"}
        changed = await client.post("auth/change-password", json=body, headers=person.headers)
        assert changed.status_code == 204
        assert await scalar(service, "SELECT count(*) FROM failed_attempts") == 2
