"""Guessing passwords does not lock out the owner, and is expensive for the attacker."""

import asyncio
import base64
import json
from typing import Any

import altcha
import httpx
import pytest
from identity.config import Settings
from identity.sign_in.passwords.hashes import service as hashing
from identity.sign_in.proofs import service as proofs
from kit.testing import ServiceUnderTest

from services.identity.tests.factories import (
    PASSWORD,
    execute,
    new_browser,
    proof_for,
    scalar,
    sign_up_form,
    signed_up,
)

GUESS = "wrong-one-123"
A, B = "198.51.100.1", "203.0.113.7"


@pytest.fixture(autouse=True)
def quick_work(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep the number of derivations, but make each one cheap."""
    monkeypatch.setattr(proofs, "ITERATIONS", 1)


@pytest.fixture
def judged(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Collect the passwords that were hashed."""
    passwords: list[str] = []
    verify = hashing.verify_password

    async def counted(stored: str | None, password: str) -> bool:
        passwords.append(password)
        return await verify(stored, password)

    monkeypatch.setattr(hashing, "verify_password", counted)
    return passwords


async def sign_in(
    client: httpx.AsyncClient, name: str, password: str = PASSWORD, proof: str | None = None
) -> httpx.Response:
    body = {"username": name, "password": password} | ({"proof": proof} if proof else {})
    answer = await client.post("auth/login", json=body)
    client.cookies.clear()
    return answer


async def sign_in_as_the_app_does(
    client: httpx.AsyncClient, name: str, password: str = PASSWORD
) -> httpx.Response:
    """Sign in, with a proof if required."""
    answer = await sign_in(client, name, password)
    if answer.status_code == 428:
        answer = await sign_in(client, name, password, await proof_for(client, name))
    return answer


async def guess_from_many(
    service: ServiceUnderTest[Settings], name: str, count: int, password: str = GUESS
) -> list[int]:
    """Guess concurrently from `count` addresses."""

    async def guess(n: int) -> int:
        async with new_browser(service, f"2001:db8:{n:x}::1") as stranger:
            return (await sign_in(stranger, name, password)).status_code

    return await asyncio.gather(*(guess(n) for n in range(count)))


class TestSteadyAttack:
    async def test_every_right_password_from_elsewhere_gets_in(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        """An attacker guesses after each wait and from new addresses, while the owner uses a new
        browser.
        """
        person = await signed_up(client)
        name = person.user["username"]
        got = []
        async with new_browser(service, A) as attacker, new_browser(service, B) as owner:
            for n in range(79):
                await execute(service, "UPDATE failed_attempts SET blocked_until = now()")
                assert (await sign_in_as_the_app_does(attacker, name, GUESS)).status_code == 401
                async with new_browser(service, f"2001:db8:{n:x}::1") as another:
                    assert (await sign_in_as_the_app_does(another, name, GUESS)).status_code == 401
                got.append((await sign_in_as_the_app_does(owner, name)).status_code)
            assert (await sign_in_as_the_app_does(attacker, name)).status_code == 429
        assert got == [200] * 79

    async def test_one_address_waits_alone(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        person = await signed_up(client)
        name = person.user["username"]
        async with new_browser(service, A) as attacker, new_browser(service, B) as owner:
            for _ in range(5):
                assert (await sign_in(attacker, name, GUESS)).status_code == 401
            locked = await sign_in(attacker, name)
            assert locked.status_code == 429
            assert 0 < int(locked.headers["retry-after"]) <= 30
            assert (await sign_in(owner, name)).status_code == 200

    async def test_addresses_of_one_line_are_one(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        person = await signed_up(client)
        name = person.user["username"]
        for n in range(5):
            async with new_browser(service, f"2001:db8:7:7::{n}") as attacker:
                assert (await sign_in(attacker, name, GUESS)).status_code == 401
        async with new_browser(service, "2001:db8:7:7:ffff::1") as attacker:
            assert (await sign_in(attacker, name)).status_code == 429

    async def test_many_addresses_at_once_get_ten_guesses_without_a_proof(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings], judged: list[str]
    ) -> None:
        person = await signed_up(client)
        for name in (person.user["username"], "nobody-here"):
            judged.clear()
            statuses = await guess_from_many(service, name, 50)
            assert sorted(statuses) == [401] * 10 + [428] * 40
            assert len(judged) == 10

    async def test_signing_in_is_not_taken_for_guessing(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        person = await signed_up(client)
        for _ in range(4):
            statuses = await guess_from_many(service, person.user["username"], 5, PASSWORD)
            assert statuses == [200] * 5

    async def test_a_trusted_device_is_asked_for_nothing(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        answer = await client.post("auth/signup", json=sign_up_form())
        cookie = {"trusted_device": answer.cookies["trusted_device"]}
        client.cookies.clear()
        name = answer.json()["user"]["username"]
        await guess_from_many(service, name, 12)
        async with new_browser(service, B) as owner:
            assert (await sign_in(owner, name)).status_code == 428
            owner.cookies.update(cookie)
            assert (await sign_in(owner, name)).status_code == 200

    async def test_an_hour_without_a_guess_ends_it(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        person = await signed_up(client)
        await guess_from_many(service, person.user["username"], 12)
        await execute(service, "UPDATE failed_attempts SET last_at = now() - interval '61 minutes'")
        async with new_browser(service, B) as owner:
            assert (await sign_in(owner, person.user["username"])).status_code == 200


class TestProof:
    @pytest.fixture
    async def name(self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]) -> str:
        """Return the username of a user under attack."""
        person = await signed_up(client)
        await guess_from_many(service, person.user["username"], 10)
        username: str = person.user["username"]
        return username

    async def test_is_asked_for_by_its_code(self, client: httpx.AsyncClient, name: str) -> None:
        answer = await sign_in(client, name)
        assert (answer.status_code, answer.json()["code"]) == (428, "proof.required")

    async def test_counts_once(
        self, client: httpx.AsyncClient, name: str, judged: list[str]
    ) -> None:
        proof = await proof_for(client, name)
        answers = await asyncio.gather(*(sign_in(client, name, GUESS, proof) for _ in range(5)))
        assert sorted(answer.status_code for answer in answers) == [401] + [428] * 4
        assert len(judged) == 1

    async def test_of_another_name_does_not_do(self, client: httpx.AsyncClient, name: str) -> None:
        proof = await proof_for(client, "somebody-else")
        assert (await sign_in(client, name, proof=proof)).status_code == 428

    async def test_holds_for_the_name_as_it_is_counted(
        self, client: httpx.AsyncClient, name: str
    ) -> None:
        proof = await proof_for(client, f" {name.upper()} ")
        assert (await sign_in(client, name, proof=proof)).status_code == 200

    async def test_expires(
        self, client: httpx.AsyncClient, name: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(proofs, "LIFETIME_SECONDS", -1)
        proof = await proof_for(client, name)
        assert (await sign_in(client, name, proof=proof)).status_code == 428

    @pytest.mark.parametrize(
        "change",
        [
            lambda p: p["challenge"]["parameters"].update(keyPrefix="00"),
            lambda p: p["challenge"]["parameters"].update(expiresAt=4_000_000_000),
            lambda p: p["challenge"].update(signature="00" * 32),
            lambda p: p["challenge"].pop("signature"),
            lambda p: p["challenge"]["parameters"].pop("keySignature"),
            lambda p: p["solution"].update(derivedKey="00" * 32),
            lambda p: p["solution"].update(derivedKey=None),
            lambda p: p.update(challenge=[]),
            lambda p: p.update(challenge={"parameters": "x"}),
            lambda p: p.pop("solution"),
        ],
    )
    async def test_that_was_tampered_with_does_not_do(
        self, client: httpx.AsyncClient, name: str, change: Any
    ) -> None:
        payload = json.loads(base64.b64decode(await proof_for(client, name)))
        change(payload)
        forged = base64.b64encode(json.dumps(payload).encode()).decode()
        assert (await sign_in(client, name, proof=forged)).status_code == 428

    @pytest.mark.parametrize("proof", ["x", "é", "W10=", "MQ==", "\0" * 10])
    async def test_that_is_none_does_not_do(
        self, client: httpx.AsyncClient, name: str, proof: str
    ) -> None:
        assert (await sign_in(client, name, proof=proof)).status_code in (422, 428)

    async def test_costs_more_the_more_was_guessed(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings], name: str
    ) -> None:
        async def work() -> int:
            answer = await client.post("auth/challenge", json={"username": name})
            solution = altcha.solve_challenge(altcha.Challenge.from_dict(answer.json()))
            assert solution
            return solution.counter

        assert 40 <= await work() < 80
        for failures, least, most in ((20, 80, 160), (30, 120, 240), (1000, 160, 320)):
            await execute(service, "UPDATE failed_attempts SET count = :n", n=failures)
            assert least <= await work() < most

    async def test_a_challenge_reveals_nothing_of_the_name(
        self, client: httpx.AsyncClient, name: str
    ) -> None:
        answers = [
            (await client.post("auth/challenge", json={"username": each})).json()
            for each in (name, "nobody-here")
        ]
        shapes = [{key: type(value) for key, value in a["parameters"].items()} for a in answers]
        assert shapes[0] == shapes[1]

    async def test_that_has_expired_is_forgotten(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings], name: str
    ) -> None:
        assert (await sign_in_as_the_app_does(client, name)).status_code == 200
        assert await service.sweep("prune_proofs") == 0
        await execute(service, "UPDATE used_proofs SET expires_at = now() - interval '1 second'")
        assert await service.sweep("prune_proofs") == 1
        assert await scalar(service, "SELECT count(*) FROM used_proofs") == 0
