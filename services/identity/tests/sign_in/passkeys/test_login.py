import asyncio

import httpx
from identity.config import Settings
from kit.testing import ServiceUnderTest

from services.identity.tests.factories import execute, verified
from services.identity.tests.sign_in.passkeys.factories import (
    Authenticator,
    hand_in,
    login_options,
    with_passkey,
)
from services.identity.tests.sign_in.second_factors.factories import with_second_factor


class TestPasskey:
    async def test_is_both_factors_and_needs_no_name(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        person = await verified(client, service)
        authenticator = await with_passkey(client, person)
        await with_second_factor(client, person)
        options = await login_options(client)
        assert options["allowCredentials"] == []
        assert (options["rpId"], options["userVerification"]) == ("localhost", "required")
        answer = await hand_in(client, authenticator.sign(options))
        assert {"refresh_token", "trusted_device"} <= set(answer.cookies)
        person.use(answer)
        (passkey,) = (await client.get("auth/passkeys", headers=person.headers)).json()
        assert passkey["last_used_at"]

    async def test_signs_each_challenge_once_and_of_two_at_once_one_counts(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        person = await verified(client, service)
        authenticator = await with_passkey(client, person)
        signed = authenticator.sign(await login_options(client))
        answers = await asyncio.gather(*(hand_in(client, signed) for _ in range(2)))
        assert sorted(answer.status_code for answer in answers) == [200, 409]
        expired = authenticator.sign(await login_options(client))
        await execute(service, "UPDATE ceremonies SET expires_at = now()")
        assert (await hand_in(client, expired)).status_code == 409

    async def test_whose_count_does_not_grow_is_a_copy(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        person = await verified(client, service)
        authenticator = await with_passkey(client, person)
        for count, status in ((6, 200), (6, 401), (3, 401), (7, 200)):
            authenticator.count = count - 1
            answer = await hand_in(client, authenticator.sign(await login_options(client)))
            assert answer.status_code == status, count

    async def test_is_refused_where_anything_is_not_as_it_was_asked(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        person, other = await verified(client, service), await verified(client, service)
        authenticator = await with_passkey(client, person)
        await with_passkey(client, other)
        good = authenticator.credential_id, authenticator.key
        for changes in (
            {"origin": "https://evil.example"},
            {"verified": False},
            {"user_handle": other.id.bytes},
            {"key": Authenticator().key},
            {"credential_id": b"unknown"},
        ):
            odd = Authenticator(
                credential_id=good[0], key=good[1], user_handle=person.id.bytes, count=9
            )
            for name, value in changes.items():
                setattr(odd, name, value)
            answer = await hand_in(client, odd.sign(await login_options(client)))
            assert (answer.status_code, answer.json()["code"]) == (401, "passkey.refused"), changes
        made_up = await login_options(client) | {"challenge": "A" * 43}
        assert (await hand_in(client, authenticator.sign(made_up))).status_code == 409
        await execute(service, "UPDATE users SET active = false")
        answer = await hand_in(client, authenticator.sign(await login_options(client)))
        assert answer.status_code == 401
