import asyncio

import httpx
import pytest
from contracts.identity import OtpRequested, PrincipalChanged, ProfileUpdated
from identity.config import Settings
from kit.testing import ServiceUnderTest

from services.identity.tests.factories import (
    PASSWORD,
    Person,
    codes_of,
    execute,
    last_code,
    scalar,
    sign_up_form,
    signed_up,
    verified,
    wrong,
)


async def verify(client: httpx.AsyncClient, person: Person, code: str) -> httpx.Response:
    return await client.post("auth/verify-otp", json={"code": code}, headers=person.headers)


class TestVerify:
    async def test_the_right_code_verifies_and_answers_a_token_that_says_so(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        person = await signed_up(client)
        answer = await verify(client, person, await last_code(service, person.id))
        assert answer.status_code == 200
        assert answer.json()["user"]["verified_at"] is not None
        claims = await service.context.verifier.verify(answer.json()["access_token"])
        assert claims.verified
        assert claims.pv == 2
        (changed,) = await service.published(PrincipalChanged)
        assert changed.principal_version == 2
        assert (await service.published(ProfileUpdated))[-1].verified

    async def test_blanks_around_it_do_not_matter(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        person = await signed_up(client)
        code = await last_code(service, person.id)
        assert (await verify(client, person, f" {code} ")).status_code == 200

    async def test_a_wrong_code_is_a_field_error(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        person = await signed_up(client)
        code = await last_code(service, person.id)
        answer = await verify(client, person, wrong(code))
        assert answer.status_code == 422
        assert answer.json()["code"] == "one_time_code.invalid"
        assert codes_of(answer) == {"code": "one_time_code.invalid"}
        assert (await verify(client, person, code)).status_code == 200

    async def test_after_five_wrong_ones_even_the_right_one_is_refused(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        person = await signed_up(client)
        code = await last_code(service, person.id)
        answers = [await verify(client, person, wrong(code)) for _ in range(5)]
        assert [answer.status_code for answer in answers] == [422] * 4 + [409]
        assert answers[-1].json()["code"] == "one_time_code.too_many_attempts"
        answer = await verify(client, person, code)
        assert answer.status_code == 409
        assert answer.json()["code"] == "one_time_code.too_many_attempts"

    async def test_guesses_at_once_are_counted_one_by_one(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        person = await signed_up(client)
        code = await last_code(service, person.id)
        answers = await asyncio.gather(*(verify(client, person, wrong(code)) for _ in range(12)))
        assert sum(answer.status_code == 422 for answer in answers) == 4
        assert (await verify(client, person, code)).status_code == 409

    async def test_twice_at_once_verifies_once(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        person = await signed_up(client)
        code = await last_code(service, person.id)
        answers = await asyncio.gather(*(verify(client, person, code) for _ in range(4)))
        assert sorted(answer.status_code for answer in answers) == [200, 409, 409, 409]
        assert len(await service.published(PrincipalChanged)) == 1

    async def test_409_when_expired(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        person = await signed_up(client)
        await execute(service, "UPDATE otps SET expires_at = now()")
        answer = await verify(client, person, await last_code(service, person.id))
        assert answer.status_code == 409
        assert answer.json()["code"] == "one_time_code.expired"

    async def test_409_when_verified_already(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        person = await verified(client, service)
        answer = await verify(client, person, "000000")
        assert answer.status_code == 409
        assert answer.json()["code"] == "user.already_verified"

    async def test_another_users_code_is_wrong(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        one, other = await signed_up(client), await signed_up(client)
        code, own = await last_code(service, other.id), await last_code(service, one.id)
        if code != own:
            assert (await verify(client, one, code)).status_code == 422

    async def test_401_without_a_token_and_422_without_digits(
        self, client: httpx.AsyncClient
    ) -> None:
        assert (await client.post("auth/verify-otp", json={"code": "123456"})).status_code == 401
        person = await signed_up(client)
        for code in ("12345", "abcdef", "", "1234567"):
            answer = await verify(client, person, code)
            assert answer.status_code == 422
            assert "code" in codes_of(answer)


class TestResend:
    async def test_voids_the_code_before_it(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        person = await signed_up(client)
        first = await last_code(service, person.id)
        await execute(service, "UPDATE otps SET created_at = now() - interval '61 seconds'")
        answer = await client.get("auth/resend-otp", headers=person.headers)
        assert answer.status_code == 200
        assert answer.json() == {"resend_in": 60, "expires_in": 600}
        second = await last_code(service, person.id)
        if first != second:
            assert (await verify(client, person, first)).status_code == 422
        assert (await verify(client, person, second)).status_code == 200

    async def test_gives_five_new_attempts(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        person = await signed_up(client)
        code = await last_code(service, person.id)
        for _ in range(5):
            await verify(client, person, wrong(code))
        await execute(service, "UPDATE otps SET created_at = now() - interval '61 seconds'")
        await client.get("auth/resend-otp", headers=person.headers)
        answer = await verify(client, person, await last_code(service, person.id))
        assert answer.status_code == 200

    async def test_waits_a_minute(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        person = await signed_up(client)
        answer = await client.get("auth/resend-otp", headers=person.headers)
        assert answer.status_code == 429
        assert answer.json()["code"] == "one_time_code.too_soon"
        assert 0 < int(answer.headers["retry-after"]) <= 60
        assert len(await service.published(OtpRequested)) == 1

    async def test_sign_up_and_sign_in_return_the_wait(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        form = sign_up_form()
        answer = await client.post("auth/signup", json=form)
        assert 0 < answer.json()["resend_in"] <= 60
        body = {"username": form["username"], "password": form["password"]}
        for age, expected in ((20, range(1, 41)), (61, range(1))):
            await execute(service, f"UPDATE otps SET created_at = now() - interval '{age} seconds'")
            answer = await client.post("auth/login", json=body)
            assert answer.json()["resend_in"] in expected

    async def test_whoever_is_verified_has_no_wait(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        person = await verified(client, service)
        body = {"username": person.user["username"], "password": PASSWORD}
        assert (await client.post("auth/login", json=body)).json()["resend_in"] is None

    async def test_the_wait_is_a_setting(
        self,
        client: httpx.AsyncClient,
        service: ServiceUnderTest[Settings],
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        monkeypatch.setattr(service.settings, "otp_resend_seconds", 0)
        person = await signed_up(client)
        answer = await client.get("auth/resend-otp", headers=person.headers)
        assert answer.status_code == 200
        assert answer.json()["resend_in"] == 0

    async def test_at_most_five_an_hour(
        self,
        client: httpx.AsyncClient,
        service: ServiceUnderTest[Settings],
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        monkeypatch.setattr(service.settings, "otp_resend_seconds", 0)
        person = await signed_up(client)
        answers = [await client.get("auth/resend-otp", headers=person.headers) for _ in range(5)]
        assert [answer.status_code for answer in answers] == [200] * 4 + [429]
        assert answers[-1].json()["code"] == "one_time_code.limit_reached"
        assert int(answers[-1].headers["retry-after"]) > 3000

    async def test_two_at_once_send_one(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        person = await signed_up(client)
        await execute(service, "UPDATE otps SET created_at = now() - interval '61 seconds'")
        answers = await asyncio.gather(
            *(client.get("auth/resend-otp", headers=person.headers) for _ in range(4))
        )
        assert sorted(answer.status_code for answer in answers) == [200, 429, 429, 429]
        assert await scalar(service, "SELECT count(*) FROM otps") == 2

    async def test_401_and_409(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        assert (await client.get("auth/resend-otp")).status_code == 401
        person = await verified(client, service)
        answer = await client.get("auth/resend-otp", headers=person.headers)
        assert answer.status_code == 409
