import asyncio
from typing import Any

import httpx
import pytest
from identity.config import Settings
from identity.sign_in.passwords.hashes import service as hashing
from identity.sign_in.revocations.service import OwnVerifier
from kit.security.auth import TokenInvalid
from kit.security.key_documents import KeyDocument
from kit.security.tokens import Verifier
from kit.testing import ServiceUnderTest

from services.identity.tests.factories import (
    PASSWORD,
    Queries,
    execute,
    scalar,
    sign_up_form,
    signed_up,
    verified,
)


class TestLogin:
    async def test_answers_token_user_and_cookie(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        person = await verified(client, service)
        answer = await client.post(
            "auth/login", json={"username": person.user["username"], "password": PASSWORD}
        )
        assert answer.status_code == 200
        assert answer.json()["user"] == person.user
        claims = await service.context.verifier.verify(answer.json()["access_token"])
        assert claims.sub == person.id
        assert claims.verified
        cookie = answer.headers["set-cookie"]
        assert cookie.startswith("refresh_token=")
        for part in ("HttpOnly", "SameSite=strict", "Path=/api/v1/auth", "Max-Age=2592000"):
            assert part in cookie
        assert "Secure" not in cookie

    async def test_the_email_address_and_any_case_do_too(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        person = await verified(client, service)
        for name in (person.user["email"].upper(), f" {person.user['username'].upper()} "):
            answer = await client.post("auth/login", json={"username": name, "password": PASSWORD})
            assert answer.status_code == 200

    async def test_the_cookie_is_secure_where_the_address_is(
        self,
        client: httpx.AsyncClient,
        service: ServiceUnderTest[Settings],
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        person = await signed_up(client)
        monkeypatch.setattr(service.settings, "public_url", "https://itqan.example")
        answer = await client.post(
            "auth/login", json={"username": person.user["username"], "password": PASSWORD}
        )
        assert "Secure" in answer.headers["set-cookie"]

    async def test_wrong_password_and_unknown_user_answer_the_same(
        self, client: httpx.AsyncClient
    ) -> None:
        person = await signed_up(client)
        answers = [
            await client.post("auth/login", json={"username": name, "password": "wrong-one-123"})
            for name in (person.user["username"], "nobody-here", "nobody@example.com")
        ]
        assert {answer.status_code for answer in answers} == {401}
        assert len({answer.text for answer in answers}) == 1
        assert answers[0].json()["code"] == "sign_in.invalid_credentials"

    async def test_an_unknown_user_takes_as_long(
        self, client: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Compare the work instead of the time, which depends on the machine."""
        person = await signed_up(client)
        hasher, compared = hashing._hasher, []

        class Watched:
            def verify(self, stored: str, password: str) -> bool:
                compared.append(stored)
                return hasher.verify(stored, password)

        monkeypatch.setattr(hashing, "_hasher", Watched())
        for name in (person.user["username"], "nobody-here"):
            await client.post("auth/login", json={"username": name, "password": "wrong-one-123"})
        known, unknown = compared
        # All but the salt and the hash: the passes, the memory and the lanes.
        assert known.rsplit("$", 2)[0] == unknown.rsplit("$", 2)[0]
        assert known != unknown

    async def test_must_wait_after_five_failures_even_with_the_right_password(
        self, client: httpx.AsyncClient
    ) -> None:
        person = await signed_up(client)
        for name in (person.user["username"], "nobody-here"):
            body = {"username": name, "password": "wrong-one-123"}
            codes = [(await client.post("auth/login", json=body)).status_code for _ in range(5)]
            assert codes == [401] * 5
            answer = await client.post("auth/login", json=body | {"password": PASSWORD})
            assert answer.status_code == 429
            assert answer.json()["code"] == "sign_in.locked"
            assert 0 < int(answer.headers["retry-after"]) <= 30

    async def test_the_wait_doubles_and_ends(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        person = await signed_up(client)
        body = {"username": person.user["username"], "password": "wrong-one-123"}
        for _ in range(5):
            await client.post("auth/login", json=body)
        await execute(service, "UPDATE failed_attempts SET blocked_until = now()")
        assert (await client.post("auth/login", json=body)).status_code == 401
        answer = await client.post("auth/login", json=body)
        assert 30 < int(answer.headers["retry-after"]) <= 60
        await execute(service, "UPDATE failed_attempts SET blocked_until = now()")
        answer = await client.post("auth/login", json=body | {"password": PASSWORD})
        assert answer.status_code == 200
        # The total of untrusted devices remains, without a wait.
        assert await scalar(service, "SELECT count(*) FROM failed_attempts") == 1

    async def test_a_disabled_user_cannot(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        person = await signed_up(client)
        await execute(service, "UPDATE users SET active = false")
        answer = await client.post(
            "auth/login", json={"username": person.user["username"], "password": PASSWORD}
        )
        assert answer.status_code == 401

    @pytest.mark.usefixtures("full_hashes")
    async def test_old_hashes_are_made_anew(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        from argon2 import PasswordHasher

        person = await signed_up(client)
        old = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1).hash(PASSWORD)
        await execute(service, "UPDATE users SET password_hash = :old", old=old)
        body = {"username": person.user["username"], "password": PASSWORD}
        assert (await client.post("auth/login", json=body)).status_code == 200
        stored = await scalar(service, "SELECT password_hash FROM users")
        assert "m=19456,t=2,p=1" in stored
        assert (await client.post("auth/login", json=body)).status_code == 200

    async def test_missing_fields_are_named(self, client: httpx.AsyncClient) -> None:
        answer = await client.post("auth/login", json={})
        assert answer.status_code == 422
        assert {item["field"] for item in answer.json()["fields"]} == {"username", "password"}

    async def test_takes_ten_statements(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings], queries: Queries
    ) -> None:
        person = await verified(client, service)
        body = {"username": person.user["username"], "password": PASSWORD}
        with queries() as statements:
            await client.post("auth/login", json=body)
        # The user, the attempt and the total; the account (3), both again, the session and its
        # token.
        assert len(statements) == 10

    async def test_some_at_once_all_succeed(self, client: httpx.AsyncClient) -> None:
        person = await signed_up(client)
        body = {"username": person.user["username"], "password": PASSWORD}
        answers = await asyncio.gather(*(client.post("auth/login", json=body) for _ in range(5)))
        assert {answer.status_code for answer in answers} == {200}

    async def test_guesses_at_once_get_no_further_than_one_by_one(
        self, client: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        from identity.sign_in.passwords.hashes import service as hashing

        hashed = []
        verify = hashing.verify_password

        async def counted(stored: str | None, password: str) -> bool:
            hashed.append(password)
            return await verify(stored, password)

        monkeypatch.setattr(hashing, "verify_password", counted)
        person = await signed_up(client)
        for name in (person.user["username"], "nobody-here"):
            hashed.clear()
            guesses = ({"username": name, "password": f"guess-no-{n}"} for n in range(50))
            answers = await asyncio.gather(*(client.post("auth/login", json=g) for g in guesses))
            assert sorted(answer.status_code for answer in answers) == [401] * 5 + [429] * 45
            assert len(hashed) == 5

    async def test_a_password_that_was_reset_while_it_was_checked_opens_nothing(
        self,
        client: httpx.AsyncClient,
        service: ServiceUnderTest[Settings],
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        from identity.sign_in.passwords.hashes import service as hashing

        person = await signed_up(client)
        verify = hashing.verify_password

        async def slow(stored: str | None, password: str) -> bool:
            right = await verify(stored, password)
            await execute(service, "UPDATE users SET password_hash = 'another'")
            return right

        monkeypatch.setattr(hashing, "verify_password", slow)
        body = {"username": person.user["username"], "password": PASSWORD}
        assert (await client.post("auth/login", json=body)).status_code == 401

    @pytest.mark.parametrize("field", ["username", "password"])
    async def test_a_zero_character_is_no_crash(
        self, client: httpx.AsyncClient, field: str
    ) -> None:
        body = {"username": "somebody", "password": PASSWORD} | {field: "a\0b"}
        assert (await client.post("auth/login", json=body)).status_code in {401, 422}


class TestTrustedDevice:
    """Failed attempts elsewhere do not lock the owner out."""

    async def trusted(self, client: httpx.AsyncClient) -> tuple[Any, dict[str, str]]:
        answer = await client.post("auth/signup", json=sign_up_form())
        client.cookies.clear()
        cookie = next(c for c in answer.headers.get_list("set-cookie") if "trusted_device" in c)
        for part in ("HttpOnly", "SameSite=strict", "Path=/api/v1/auth"):
            assert part in cookie
        return answer.json()["user"], {"Cookie": cookie.partition(";")[0]}

    async def fail_until_locked(
        self,
        client: httpx.AsyncClient,
        service: ServiceUnderTest[Settings],
        user: dict[str, Any],
        headers: Any = None,
    ) -> None:
        """Guess until the lock-out, which then outlasts the slowest test."""
        body = {"username": user["username"], "password": "wrong-one-123"}
        for _ in range(5):
            answer = await client.post("auth/login", json=body, headers=headers)
            assert answer.status_code == 401
        await execute(service, "UPDATE failed_attempts SET blocked_until = now() + '1 hour'")

    async def sign_in(
        self, client: httpx.AsyncClient, user: dict[str, Any], headers: Any = None
    ) -> int:
        body = {"username": user["username"], "password": PASSWORD}
        answer = await client.post("auth/login", json=body, headers=headers)
        client.cookies.clear()
        return answer.status_code

    async def test_signs_its_user_in_while_others_must_wait(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        user, own = await self.trusted(client)
        await self.fail_until_locked(client, service, user)
        assert await self.sign_in(client, user, own) == 200
        assert await self.sign_in(client, user) == 429

    async def test_must_wait_when_somebody_guesses_there(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        user, own = await self.trusted(client)
        await self.fail_until_locked(client, service, user, own)
        assert await self.sign_in(client, user, own) == 429
        assert await self.sign_in(client, user) == 200

    async def test_keeps_counting_under_its_former_name(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        """Browsers keep the cookie `known_browser` for a year."""
        user, own = await self.trusted(client)
        await self.fail_until_locked(client, service, user)
        former = {"Cookie": own["Cookie"].replace("trusted_device", "known_browser")}
        assert await self.sign_in(client, user, former) == 200

    async def test_of_another_user_or_forged_is_not_trusted(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        user, own = await self.trusted(client)
        _, foreign = await self.trusted(client)
        await self.fail_until_locked(client, service, user)
        forged = [
            f"{own['Cookie']}0",
            "trusted_device=",
            "trusted_device=.",
            "trusted_device=x.\xe9",
        ]
        for cookie in (foreign["Cookie"], *forged):
            headers = {"Cookie": cookie.encode("latin-1")}
            assert await self.sign_in(client, user, headers) == 429


class TestAuthenticated:
    async def test_is_the_user_in_full(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        form = sign_up_form()
        person = await verified(client, service, form)
        answer = await client.get("auth/authenticated", headers=person.headers)
        assert answer.status_code == 200
        user = answer.json()
        assert user.pop("verified_at") is not None
        assert user.pop("second_factor_due") is False
        assert user == {
            "id": str(person.id),
            **{name: form[name] for name in ("username", "email", "phone", "name_en", "name_ar")},
            "locale": "en",
            "image": None,
            "image_2x": None,
            "civil_number": None,
            "passport_number": None,
            "passport_country": None,
            "identified": False,
            "numbers_fixed_at": None,
            "nationality": None,
            "birth_date": None,
            "gender": None,
            "user_roles": [],
            "permissions": [],
            "profiles": [
                {
                    "id": str(person.profile_id),
                    "type": "candidate",
                    "organization_id": None,
                    "organization_name_en": None,
                    "organization_name_ar": None,
                    "paid": False,
                    "image": None,
                    "image_2x": None,
                    "approval": {"status": "approved", "comment": None},
                    "suspension": None,
                    "roles": [],
                    "permissions": [],
                }
            ],
        }

    async def test_401_without_a_token_and_with_a_false_one(
        self, client: httpx.AsyncClient
    ) -> None:
        assert (await client.get("auth/authenticated")).status_code == 401
        answer = await client.get(
            "auth/authenticated", headers={"Authorization": "Bearer not.a.token"}
        )
        assert answer.status_code == 401
        assert answer.json()["code"] == "token.invalid"

    async def test_401_once_the_session_has_ended_elsewhere(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        person = await signed_up(client)
        await execute(service, "UPDATE sessions SET ended_at = now()")
        answer = await client.get("auth/authenticated", headers=person.headers)
        assert answer.status_code == 401

    async def test_401_for_a_disabled_user(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        person = await signed_up(client)
        await execute(service, "UPDATE users SET active = false")
        answer = await client.get("auth/authenticated", headers=person.headers)
        assert answer.status_code == 401

    async def test_takes_two_statements(self, client: httpx.AsyncClient, queries: Queries) -> None:
        person = await signed_up(client)
        with queries() as statements:
            await client.get("auth/authenticated", headers=person.headers)
        assert len(statements) == 2


class TestKeys:
    async def test_another_service_accepts_the_token_by_the_published_keys(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        person = await signed_up(client)
        answer = await client.get("http://test/internal/jwks")
        assert answer.status_code == 200
        (key,) = answer.json()["keys"]
        assert key["crv"] == "Ed25519"
        assert "d" not in key
        assert await _verify(answer.content, person.token)

    async def test_recent_revocations_are_listed_and_older_ones_not(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        changed = await verified(client, service)
        ended = await signed_up(client)
        await client.post("auth/logout", headers=ended.headers)
        document = (await client.get("http://test/internal/jwks")).json()
        assert document["principals"] == {str(changed.id): 2}
        assert len(document["ended_sessions"]) == 1
        await execute(
            service, "UPDATE users SET principal_changed_at = now() - interval '12 minutes'"
        )
        await execute(service, "UPDATE sessions SET ended_at = now() - interval '12 minutes'")
        document = (await client.get("http://test/internal/jwks")).json()
        assert document["principals"] == {}
        assert document["ended_sessions"] == []

    async def test_identity_itself_recalls_them_after_a_restart(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        person = await signed_up(client)
        await execute(service, "UPDATE sessions SET ended_at = now()")
        verifier = OwnVerifier(service.settings, service.database)
        with pytest.raises(TokenInvalid):
            await verifier.verify(person.token)


async def _verify(document: bytes, token: str) -> bool:
    verifier = Verifier()
    verifier.use(KeyDocument.model_validate_json(document))
    return bool(await verifier.verify(token))
