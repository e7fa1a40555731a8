import asyncio

import httpx
import pytest
from contracts.identity import SessionEnded
from identity.config import Settings
from identity.sign_in.passwords.hashes import service as hashing
from identity.sign_in.passwords.rules import RULES
from kit.testing import ServiceUnderTest

from services.identity.tests.factories import (
    PASSWORD,
    Person,
    a_civil_number,
    codes_of,
    execute,
    last_code,
    reset_token,
    scalar,
    sign_up_form,
    signed_up,
    verified,
)

NEW = "another-horse-8"


async def login(client: httpx.AsyncClient, person: Person, password: str) -> httpx.Response:
    body = {"username": person.user["username"], "password": password}
    answer = await client.post("auth/login", json=body)
    client.cookies.clear()
    return answer


class TestRules:
    async def test_every_code_has_its_text(self, client: httpx.AsyncClient) -> None:
        answer = await client.get("auth/password-rules")
        assert answer.status_code == 200
        rules = answer.json()
        assert (rules["min_length"], rules["max_length"]) == (10, 128)
        assert {rule["code"] for rule in rules["rules"]} == set(RULES)

    async def test_the_dictionaries_are_handed_out(self, client: httpx.AsyncClient) -> None:
        answer = await client.get("auth/password-dictionaries")
        assert answer.headers["cache-control"] == "public, max-age=86400"
        words = answer.json()["words"]
        assert words["passwords"].split()[:2] == ["123456", "password"]
        assert "user_inputs" not in words


class TestResetPassword:
    async def test_sets_the_password_and_ends_every_session(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        person = await verified(client, service)
        await login(client, person, PASSWORD)
        token = await reset_token(client, service, person)
        body = {"reset_token": token, "password": NEW}
        assert (await client.post("auth/reset-password", json=body)).status_code == 204
        assert (await login(client, person, PASSWORD)).status_code == 401
        assert (await login(client, person, NEW)).status_code == 200
        assert len(await service.published(SessionEnded)) == 2
        assert (await client.post("auth/refresh", headers=person.cookies)).status_code == 401

    async def test_a_bad_password_leaves_the_token_good(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        person = await signed_up(client)
        body = {"reset_token": await reset_token(client, service, person), "password": "too-short"}
        answer = await client.post("auth/reset-password", json=body)
        assert answer.status_code == 422
        assert codes_of(answer) == {"password": "password.too_short"}
        answer = await client.post("auth/reset-password", json=body | {"password": NEW})
        assert answer.status_code == 204

    async def test_own_data_is_refused_and_leaves_the_token_good(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        person = await signed_up(client, sign_up_form(name_en="Ruqayyah Alqahtani"))
        token = await reset_token(client, service, person)
        body = {"reset_token": token, "password": "ruqayyahalqahtani"}
        answer = await client.post("auth/reset-password", json=body)
        assert codes_of(answer) == {"password": "password.own_data"}
        answer = await client.post("auth/reset-password", json=body | {"password": NEW})
        assert answer.status_code == 204

    async def test_the_token_works_once(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        person = await signed_up(client)
        body = {"reset_token": await reset_token(client, service, person), "password": NEW}
        answers = await asyncio.gather(
            *(client.post("auth/reset-password", json=body) for _ in range(3))
        )
        assert sorted(answer.status_code for answer in answers) == [204, 409, 409]
        assert (await client.post("auth/reset-password", json=body)).status_code == 409

    async def test_voids_what_else_was_sent_or_exchanged(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        """A stolen code is useless afterwards."""
        person = await signed_up(client)
        verification = await last_code(service, person.id)
        first = await reset_token(client, service, person)
        await execute(service, "UPDATE otps SET created_at = created_at - interval '61 seconds'")
        body = {"reset_token": await reset_token(client, service, person), "password": NEW}
        assert (await client.post("auth/reset-password", json=body)).status_code == 204
        body = {"reset_token": first, "password": "a-thief-was-here-1"}
        assert (await client.post("auth/reset-password", json=body)).status_code == 409
        await execute(service, "UPDATE users SET verified_at = NULL")
        signed_in = await login(client, person, NEW)
        answer = await client.post(
            "auth/verify-otp",
            json={"code": verification},
            headers={"Authorization": f"Bearer {signed_in.json()['access_token']}"},
        )
        assert answer.json()["code"] == "one_time_code.expired"

    async def test_409_when_expired_or_unknown(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        person = await signed_up(client)
        token = await reset_token(client, service, person)
        await execute(service, "UPDATE otps SET used_at = now() - interval '11 minutes'")
        for each in (token, "unknown"):
            answer = await client.post(
                "auth/reset-password", json={"reset_token": each, "password": NEW}
            )
            assert answer.status_code == 409
            assert answer.json()["code"] == "password_reset.expired"

    async def test_proves_the_address_too(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        person = await signed_up(client)
        body = {"reset_token": await reset_token(client, service, person), "password": NEW}
        await client.post("auth/reset-password", json=body)
        user = (await login(client, person, NEW)).json()["user"]
        assert user["verified_at"] is not None

    async def test_ends_the_wait_after_failures(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        person = await signed_up(client)
        for _ in range(5):
            await login(client, person, "wrong-one-123")
        assert (await login(client, person, PASSWORD)).status_code == 429
        body = {"reset_token": await reset_token(client, service, person), "password": NEW}
        await client.post("auth/reset-password", json=body)
        assert (await login(client, person, NEW)).status_code == 200


class TestChangePassword:
    async def change(
        self,
        client: httpx.AsyncClient,
        person: Person,
        current: str = PASSWORD,
        password: str = NEW,
    ) -> httpx.Response:
        body = {"current_password": current, "password": password}
        return await client.post("auth/change-password", json=body, headers=person.headers)

    async def test_ends_the_other_sessions_only(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        person = await verified(client, service)
        elsewhere = (await client.post(
            "auth/login", json={"username": person.user["username"], "password": PASSWORD}
        )).cookies["refresh_token"]  # fmt: skip
        client.cookies.clear()
        assert (await self.change(client, person)).status_code == 204
        assert (await login(client, person, NEW)).status_code == 200
        assert (await client.post("auth/refresh", headers=person.cookies)).status_code == 200
        other = {"Cookie": f"refresh_token={elsewhere}"}
        assert (await client.post("auth/refresh", headers=other)).status_code == 401
        assert len(await service.published(SessionEnded)) == 1

    async def test_a_counted_attempt_is_not_the_change(
        self,
        client: httpx.AsyncClient,
        service: ServiceUnderTest[Settings],
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        person = await verified(client, service)
        client.headers["Idempotency-Key"] = "one-change-of-password"

        async def die(_: str) -> str:
            raise RuntimeError("the process died")

        with monkeypatch.context() as patch:
            patch.setattr(hashing, "hash_password", die)
            assert (await self.change(client, person)).status_code == 500
        # Its lease has not expired.
        assert (await self.change(client, person)).json()["code"] == "request.in_progress"
        await execute(service, "UPDATE idempotency_keys SET lease_until = now()")
        assert (await self.change(client, person)).status_code == 204
        assert (await login(client, person, NEW)).status_code == 200

    async def test_voids_a_reset_that_somebody_else_has_begun(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        person = await verified(client, service)
        token = await reset_token(client, service, person)
        assert (await self.change(client, person)).status_code == 204
        body = {"reset_token": token, "password": "a-thief-was-here-1"}
        assert (await client.post("auth/reset-password", json=body)).status_code == 409

    async def test_does_not_undo_a_reset_at_the_same_time(
        self,
        client: httpx.AsyncClient,
        service: ServiceUnderTest[Settings],
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        from identity.sign_in.passwords.hashes import service as hashing

        person = await verified(client, service)
        verify = hashing.verify_password

        async def slow(stored: str | None, password: str) -> bool:
            right = await verify(stored, password)
            await execute(service, "UPDATE users SET password_hash = 'reset'")
            return right

        monkeypatch.setattr(hashing, "verify_password", slow)
        answer = await self.change(client, person)
        assert codes_of(answer) == {"current_password": "password.current_wrong"}
        assert await scalar(service, "SELECT password_hash FROM users") == "reset"

    async def test_the_present_password_must_be_right(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        person = await verified(client, service)
        answer = await self.change(client, person, current="wrong-one-123")
        assert answer.status_code == 422
        assert codes_of(answer) == {"current_password": "password.current_wrong"}
        assert (await login(client, person, PASSWORD)).status_code == 200

    async def test_guessing_it_is_held_back(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        person = await verified(client, service)
        for _ in range(5):
            await self.change(client, person, current="wrong-one-123")
        assert (await self.change(client, person)).status_code == 429

    async def test_guesses_at_once_get_no_further(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        person = await verified(client, service)
        answers = await asyncio.gather(
            *(self.change(client, person, current=f"guess-no-{n}") for n in range(20))
        )
        assert sorted(answer.status_code for answer in answers) == [422] * 5 + [429] * 15

    async def test_the_new_one_keeps_the_rules_and_differs(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        person = await verified(client, service, sign_up_form(username="huda.amri"))
        answer = await self.change(client, person, password="huda.amri-2026")
        assert codes_of(answer) == {"password": "password.own_data"}
        answer = await self.change(client, person, password=PASSWORD)
        assert codes_of(answer) == {"password": "password.unchanged"}

    async def test_what_was_given_since_is_own_data_too(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        person = await verified(client, service)
        number = a_civil_number()
        await execute(service, "UPDATE users SET civil_number = :number", number=number)
        answer = await self.change(client, person, password=f"{number}xy")
        assert codes_of(answer) == {"password": "password.own_data"}

    async def test_401_and_403(self, client: httpx.AsyncClient) -> None:
        body = {"current_password": PASSWORD, "password": NEW}
        assert (await client.post("auth/change-password", json=body)).status_code == 401
        unverified = await signed_up(client)
        answer = await self.change(client, unverified)
        assert answer.status_code == 403
        assert answer.json()["code"] == "user.unverified"

    async def test_only_hashes_are_kept(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        person = await verified(client, service)
        await self.change(client, person)
        assert NEW not in await scalar(service, "SELECT users::text FROM users")
