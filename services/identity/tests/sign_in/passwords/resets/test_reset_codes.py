import asyncio

import httpx
from contracts.identity import OtpRequested
from identity.config import Settings
from kit.testing import ServiceUnderTest

from services.identity.tests.factories import (
    NEW_PASSWORD,
    execute,
    last_code,
    new_browser,
    reset_request,
    scalar,
    sign_up_form,
    signed_up,
    verified,
    wrong,
)

OWNER, STRANGER = "203.0.113.7", "198.51.100.1"


async def ask(client: httpx.AsyncClient, email: str) -> httpx.Response:
    return await client.post("auth/send-reset-password-otp", json={"email": email})


async def hand_in(client: httpx.AsyncClient, request: str, code: str) -> httpx.Response:
    body = {"request": request, "code": code}
    return await client.post("auth/verify-reset-password-otp", json=body)


async def later(service: ServiceUnderTest[Settings], seconds: int) -> None:
    """Let the limits pass while codes stay valid."""
    await execute(
        service, "UPDATE otps SET created_at = created_at - make_interval(secs => :s)", s=seconds
    )


async def mails(service: ServiceUnderTest[Settings]) -> list[OtpRequested]:
    return [o for o in await service.published(OtpRequested) if o.purpose == "password_reset"]


class TestAsking:
    async def test_answers_the_same_whether_or_not_somebody_has_the_address(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        person = await signed_up(client)
        for email in (person.user["email"].upper(), "nobody@example.com"):
            first = await ask(client, email)
            assert first.status_code == 202
            body = first.json()
            assert len(body.pop("request")) == 43
            assert body == {"resend_in": 60, "expires_in": 600, "digits": 6}
            again = await ask(client, email)
            assert again.status_code == 429
            assert again.json()["code"] == "one_time_code.too_soon"
            assert 0 < int(again.headers["retry-after"]) <= 60
        assert [otp.user_id for otp in await mails(service)] == [person.id]

    async def test_five_an_hour_from_one_address(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        for _ in range(5):
            assert (await ask(client, "nobody@example.com")).status_code == 202
            await later(service, 61)
        answer = await ask(client, "nobody@example.com")
        assert answer.status_code == 429
        assert answer.json()["code"] == "one_time_code.limit_reached"

    async def test_nothing_is_sent_to_a_disabled_user(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        person = await signed_up(client)
        await execute(service, "UPDATE users SET active = false")
        assert (await ask(client, person.user["email"])).status_code == 202
        assert await mails(service) == []

    async def test_422_for_no_address(self, client: httpx.AsyncClient) -> None:
        assert (await ask(client, "nobody")).status_code == 422


class TestHandingIn:
    async def test_guesses_look_the_same_for_an_address_that_nobody_has(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        person = await signed_up(client)
        texts = []
        for email in (person.user["email"], "nobody@example.com"):
            request = await reset_request(client, email)
            code = wrong(await last_code(service, person.id))
            answers = [await hand_in(client, request, code) for _ in range(6)]
            texts.append([answer.text for answer in answers])
            assert [answer.status_code for answer in answers] == [422] * 4 + [409] * 2
        assert texts[0] == texts[1]

    async def test_409_when_none_was_sent(self, client: httpx.AsyncClient) -> None:
        answer = await hand_in(client, "unknown", "123456")
        assert answer.status_code == 409
        assert answer.json()["code"] == "one_time_code.expired"

    async def test_a_code_is_exchanged_once(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        person = await signed_up(client)
        request = await reset_request(client, person.user["email"])
        code = await last_code(service, person.id)
        answers = await asyncio.gather(*(hand_in(client, request, code) for _ in range(3)))
        assert sorted(answer.status_code for answer in answers) == [200, 409, 409]

    async def test_guesses_at_once_are_counted_one_by_one(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        person = await signed_up(client)
        request = await reset_request(client, person.user["email"])
        code = wrong(await last_code(service, person.id))
        answers = await asyncio.gather(*(hand_in(client, request, code) for _ in range(50)))
        assert sum(answer.status_code == 422 for answer in answers) == 4
        assert await scalar(service, "SELECT max(attempts) FROM otps") == 5

    async def test_a_code_of_the_verification_does_not_do(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        person = await signed_up(client)
        verification = await last_code(service, person.id)
        request = await reset_request(client, person.user["email"])
        if verification != await last_code(service, person.id):
            assert (await hand_in(client, request, verification)).status_code == 422


class TestStrangers:
    """Requesting codes for another user's address neither locks them out nor helps guessing."""

    async def test_five_requests_do_not_use_up_the_owners_hour(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        person = await signed_up(client)
        email = person.user["email"]
        async with (
            new_browser(service, STRANGER) as stranger,
            new_browser(service, OWNER) as owner,
        ):
            for _ in range(5):
                assert (await ask(stranger, email)).status_code == 202
                await later(service, 61)
            assert (await ask(stranger, email)).status_code == 429
            request = await reset_request(owner, email)
            code = await last_code(service, person.id)
            assert (await hand_in(owner, request, code)).status_code == 200

    async def test_requests_from_everywhere_leave_the_owners_code_good(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        person = await signed_up(client)
        email = person.user["email"]
        async with new_browser(service, OWNER) as owner:
            request = await reset_request(owner, email)
            code = await last_code(service, person.id)
            for n in range(20):
                async with new_browser(service, f"198.51.100.{n}") as stranger:
                    theirs = await reset_request(stranger, email)
                    assert (await hand_in(stranger, theirs, "000000")).status_code in (409, 422)
            assert (await hand_in(owner, request, code)).status_code == 200

    async def test_the_owner_always_gets_a_code_however_many_were_asked_for(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        person = await signed_up(client)
        email = person.user["email"]
        for n in range(40):
            async with new_browser(service, f"198.51.100.{n}") as stranger:
                assert (await ask(stranger, email)).status_code == 202
        async with new_browser(service, OWNER) as owner:
            answer = await ask(owner, email)
            assert answer.json()["digits"] == 12
            code = await last_code(service, person.id)
            assert len(code) == 12
            assert (await hand_in(owner, answer.json()["request"], code)).status_code == 200

    async def test_mails_are_few_however_many_were_asked_for(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        person = await signed_up(client)
        for n in range(60):
            async with new_browser(service, f"198.51.100.{n}") as stranger:
                assert (await ask(stranger, person.user["email"])).status_code == 202
            await later(service, 10)
        # Five short codes, then a long one every two minutes for nine minutes.
        assert [len(otp.code) for otp in await mails(service)] == [6] * 5 + [12] * 5

    async def test_a_shared_code_has_attempts_for_each_asker(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        person = await signed_up(client)
        email = person.user["email"]
        requests = []
        for n in range(7):
            async with new_browser(service, f"198.51.100.{n}") as asker:
                requests.append(await reset_request(asker, email))
        code = await last_code(service, person.id)
        for _ in range(6):
            answer = await hand_in(client, requests[-2], wrong(code))
        assert answer.json()["code"] == "one_time_code.too_many_attempts"
        assert (await hand_in(client, requests[-1], code)).status_code == 200

    async def test_a_flood_looks_the_same_for_an_address_that_nobody_has(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        person = await signed_up(client)
        series = []
        for email in (person.user["email"], "nobody@example.com"):
            answers = []
            for n in range(8):
                async with new_browser(service, f"198.51.100.{n}") as stranger:
                    answers.append((await ask(stranger, email)).json())
            series.append([(each["digits"], each["resend_in"]) for each in answers])
        assert series[0] == series[1] == [(6, 60)] * 5 + [(12, 60)] * 3

    async def test_a_trusted_device_does_not_share_its_networks_limit(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        answer = await client.post("auth/signup", json=sign_up_form())
        own = {"Cookie": f"trusted_device={answer.cookies['trusted_device']}"}
        client.cookies.clear()
        body = {"email": answer.json()["user"]["email"]}
        for _ in range(2):
            sent = await client.post("auth/send-reset-password-otp", json=body)
        assert sent.status_code == 429
        sent = await client.post("auth/send-reset-password-otp", json=body, headers=own)
        assert sent.status_code == 202


async def test_a_repetition_gets_another_token_until_one_was_used(
    client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
) -> None:
    person = await verified(client, service)
    body = {
        "request": await reset_request(client, person.user["email"]),
        "code": await last_code(service, person.id),
    }
    path, key = "auth/verify-reset-password-otp", {"Idempotency-Key": "lost-on-the-way"}
    answers = [await client.post(path, json=body, headers=key) for _ in range(2)]
    assert [each.status_code for each in answers] == [200, 200]
    first, second = (each.json()["reset_token"] for each in answers)
    for token, status in ((first, 409), (second, 204)):
        form = {"reset_token": token, "password": NEW_PASSWORD}
        assert (await client.post("auth/reset-password", json=form)).status_code == status
    again = await client.post(path, json=body, headers=key)
    assert (again.status_code, again.json()["code"]) == (409, "request.already_done")
    other = await client.post(path, json=body | {"code": "000000"}, headers=key)
    assert (other.status_code, other.json()["code"]) == (422, "idempotency_key.reused")
