"""An attempt that fails before the check does not count against its user."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from contextlib import suppress
from datetime import timedelta
from typing import Any

import httpx
import pytest
from identity.accounts.learner_passes import service as learner_passes
from identity.accounts.own_account import service as users
from identity.accounts.verifications import service as verification
from identity.config import Settings
from identity.organizations.partner_tokens import service as partner_tokens
from identity.sign_in.attempts import service as attempts
from identity.sign_in.logins import service as logins
from identity.sign_in.passwords.hashes import service as hashing
from identity.sign_in.passwords.resets import service as reset_codes
from identity.sign_in.second_factors import service as second_factors
from identity.sign_in.second_factors.challenges import service as second_factor
from kit.core.errors import Invalid, NotFound, TooManyRequests, Unavailable
from kit.database.db import AsyncSession
from kit.security.rate_limiter import RateLimiter
from kit.testing import ServiceUnderTest, eventually

from services.identity.tests.accounts.numbers.factories import update
from services.identity.tests.factories import (
    PASSWORD,
    a_civil_number,
    execute,
    last_code,
    reset_request,
    scalar,
    signed_up,
    verified,
    wrong,
)
from services.identity.tests.sign_in.logins.test_strangers import sign_in
from services.identity.tests.sign_in.second_factors.factories import (
    challenge,
    hand_in,
    with_second_factor,
)

GUESS = "wrong-one-123"
FAILED = 503


class Failing:
    """Replaces a function and fails the given number of times."""

    def __init__(self, patch: pytest.MonkeyPatch, module: object, name: str) -> None:
        self.left = 0
        original: Callable[..., Awaitable[Any]] = getattr(module, name)

        async def call(*arguments: Any, **named: Any) -> Any:
            if self.left:
                self.left -= 1
                raise Unavailable
            return await original(*arguments, **named)

        patch.setattr(module, name, call)


@pytest.fixture
def judging(monkeypatch: pytest.MonkeyPatch) -> Failing:
    return Failing(monkeypatch, hashing, "verify_password")


@pytest.fixture
def slow_judging(monkeypatch: pytest.MonkeyPatch) -> Iterator[asyncio.Event]:
    """Block password checks until the event is set."""
    released, verify = asyncio.Event(), hashing.verify_password

    async def wait(stored: str | None, password: str) -> bool:
        await released.wait()
        return await verify(stored, password)

    monkeypatch.setattr(hashing, "verify_password", wait)
    yield released
    released.set()


async def abort(request: Awaitable[httpx.Response]) -> None:
    """Cancel the request after 50 ms."""
    with suppress(TimeoutError):
        async with asyncio.timeout(0.05):
            await request


async def nothing_counts(service: ServiceUnderTest[Settings]) -> bool:
    return not await scalar(service, "SELECT sum(count) FROM failed_attempts")


class TestPasswords:
    async def test_eight_that_fail_with_503_leave_the_way_free(
        self, client: httpx.AsyncClient, judging: Failing
    ) -> None:
        name = (await signed_up(client)).user["username"]
        judging.left = 8
        answers = [(await sign_in(client, name)).status_code for _ in range(9)]
        assert answers == [FAILED] * 8 + [200]

    async def test_a_failure_behind_the_right_password_is_uncounted_too(
        self, client: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        name = (await signed_up(client)).user["username"]
        opening = Failing(monkeypatch, logins, "open_session")
        opening.left = 12
        answers = [(await sign_in(client, name)).status_code for _ in range(13)]
        assert answers == [FAILED] * 12 + [200]

    async def test_eight_aborted_sign_ins_leave_the_way_free(
        self,
        client: httpx.AsyncClient,
        service: ServiceUnderTest[Settings],
        slow_judging: asyncio.Event,
    ) -> None:
        name = (await signed_up(client)).user["username"]
        for _ in range(8):
            await abort(sign_in(client, name))
        slow_judging.set()

        await eventually(lambda: nothing_counts(service))
        assert (await sign_in(client, name)).status_code == 200

    async def test_a_wrong_one_counts_although_the_client_has_gone(
        self,
        client: httpx.AsyncClient,
        service: ServiceUnderTest[Settings],
        slow_judging: asyncio.Event,
    ) -> None:
        name = (await signed_up(client)).user["username"]
        for _ in range(3):
            await abort(sign_in(client, name, GUESS))
        slow_judging.set()
        await eventually(lambda: not attempts._running)
        assert await scalar(service, "SELECT max(count) FROM failed_attempts") == 3

    async def test_an_unjudged_one_ends_no_wait_of_wrong_ones(
        self, client: httpx.AsyncClient, judging: Failing, service: ServiceUnderTest[Settings]
    ) -> None:
        name = (await signed_up(client)).user["username"]
        for _ in range(5):
            await sign_in(client, name, GUESS)
        await execute(service, "UPDATE failed_attempts SET blocked_until = now()")
        judging.left = 1
        assert (await sign_in(client, name)).status_code == FAILED
        # The sixth attempt's wait is reverted with it; the first five still count.
        assert await scalar(service, "SELECT max(count) FROM failed_attempts") == 5
        assert (await sign_in(client, name, GUESS)).status_code == 401
        assert (await sign_in(client, name)).status_code == 429

    async def test_what_cannot_be_uncounted_at_once_is_later(
        self,
        client: httpx.AsyncClient,
        service: ServiceUnderTest[Settings],
        judging: Failing,
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        monkeypatch.setattr(attempts, "_UNCOUNT_BACKOFF_SECONDS", (0.01, 0.01))
        uncounting = Failing(monkeypatch, attempts.Attempt, "uncount")
        name = (await signed_up(client)).user["username"]
        judging.left, uncounting.left = 1, 2
        assert (await sign_in(client, name)).status_code == FAILED

        await eventually(lambda: nothing_counts(service))

    async def test_confirming_the_own_password(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings], judging: Failing
    ) -> None:
        person = await verified(client, service)
        judging.left = 8
        answers = [
            await client.post(
                "auth/second-factor", json={"password": PASSWORD}, headers=person.headers
            )
            for _ in range(9)
        ]
        assert [answer.status_code for answer in answers] == [FAILED] * 8 + [201]


class TestCodes:
    async def test_one_time_codes(
        self,
        client: httpx.AsyncClient,
        service: ServiceUnderTest[Settings],
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        person = await signed_up(client)
        using = Failing(monkeypatch, verification, "use_otp")
        code = await last_code(service, person.id)

        async def verify(given: str) -> int:
            url = "auth/verify-otp"
            answer = await client.post(url, json={"code": given}, headers=person.headers)
            return answer.status_code

        assert await verify(wrong(code)) == Invalid.status
        using.left = 6
        assert [await verify(code) for _ in range(6)] == [FAILED] * 6
        assert await scalar(service, "SELECT attempts FROM otps") == 1
        assert await verify(code) == 200

    async def test_codes_of_a_reset(
        self,
        client: httpx.AsyncClient,
        service: ServiceUnderTest[Settings],
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        person = await verified(client, service)
        request = await reset_request(client, person.user["email"])
        body = {"request": request, "code": await last_code(service, person.id)}
        using = Failing(monkeypatch, reset_codes, "use_otp")
        using.left = 6
        answers = [await client.post("auth/verify-reset-password-otp", json=body) for _ in range(7)]
        assert [answer.status_code for answer in answers] == [FAILED] * 6 + [200]

    async def test_codes_of_a_second_factor(
        self,
        client: httpx.AsyncClient,
        service: ServiceUnderTest[Settings],
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        person = await verified(client, service)
        app = await with_second_factor(client, person)
        token = await challenge(client, person)
        failing = Failing(monkeypatch, second_factor, "open_session")
        failing.left = 8
        answers = [(await hand_in(client, token, app.code())).status_code for _ in range(9)]
        assert answers == [FAILED] * 8 + [200]

    async def test_codes_that_turn_a_second_factor_off(
        self,
        client: httpx.AsyncClient,
        service: ServiceUnderTest[Settings],
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        person = await verified(client, service)
        app = await with_second_factor(client, person)
        body = {"password": PASSWORD, "code": app.code()}
        failing = Failing(monkeypatch, second_factors, "remove_second_factor")
        failing.left = 8
        url = "auth/second-factor/turn-off"
        answers = [await client.post(url, json=body, headers=person.headers) for _ in range(9)]
        assert [answer.status_code for answer in answers] == [FAILED] * 8 + [204]


class TestNumbers:
    async def test_of_the_own_account(
        self,
        client: httpx.AsyncClient,
        service: ServiceUnderTest[Settings],
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        person = await verified(client, service)
        failing = Failing(monkeypatch, users, "publish_changes")
        failing.left = 6
        answers = [
            (await update(client, person, civil_number=a_civil_number())).status_code
            for _ in range(7)
        ]
        assert answers == [FAILED] * 6 + [200]
        assert await scalar(service, "SELECT max(count) FROM number_attempts") == 1

    def test_counted_in_the_process(self) -> None:
        quota = RateLimiter(1, timedelta(hours=1))
        for error in (Unavailable, asyncio.CancelledError, RuntimeError):
            with pytest.raises(error), quota.attempt("number"):
                raise error
        with pytest.raises(NotFound), quota.attempt("number"):
            raise NotFound
        with pytest.raises(TooManyRequests), quota.attempt("number"):
            pass

    async def test_of_learners(
        self,
        client: httpx.AsyncClient,
        service: ServiceUnderTest[Settings],
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        monkeypatch.setattr(learner_passes, "_LOOKS", RateLimiter(1, timedelta(hours=1)))
        body = {"civil_number": a_civil_number(), "name": "Huda"}
        failing = Failing(monkeypatch, AsyncSession, "scalar")
        failing.left = 2
        answers = [(await client.post("learner-passes", json=body)).status_code for _ in range(4)]
        assert answers == [FAILED, FAILED, 200, 429]


class TestSecrets:
    async def test_a_wrong_one_counts_although_the_client_has_gone(
        self,
        client: httpx.AsyncClient,
        service: ServiceUnderTest[Settings],
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        released, count = asyncio.Event(), attempts.count_attempt

        async def wait(*arguments: Any) -> None:
            await released.wait()
            await count(*arguments)

        monkeypatch.setattr(partner_tokens, "count_attempt", wait)
        form = {"grant_type": "client_credentials", "client_id": "x", "client_secret": GUESS}
        await abort(client.post("auth/token", data=form))
        released.set()

        await eventually(lambda: scalar(service, "SELECT sum(count) = 1 FROM failed_attempts"))
