import asyncio

import httpx
import pytest
from contracts.identity import SessionEnded
from identity.config import Settings
from identity.sign_in.sessions.tasks import prune_sessions
from kit.testing import ServiceUnderTest

from services.identity.tests.factories import PASSWORD, Queries, execute, scalar, signed_up


async def age_used_tokens(service: ServiceUnderTest[Settings]) -> None:
    """Let the grace period of all used tokens pass."""
    await execute(
        service,
        "UPDATE refresh_tokens SET used_at = used_at - interval '31 seconds'"
        " WHERE used_at IS NOT NULL",
    )


class TestRefresh:
    async def test_rotates_and_answers_a_token(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        person = await signed_up(client)
        answer = await client.post("auth/refresh", headers=person.cookies)
        assert answer.status_code == 200
        assert answer.json()["user"] == person.user
        assert answer.cookies["refresh_token"] != person.refresh_token
        claims = await service.context.verifier.verify(answer.json()["access_token"])
        assert claims.sub == person.id

    async def test_tokens_are_stored_hashed(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        person = await signed_up(client)
        stored = await scalar(service, "SELECT encode(hash, 'escape') FROM refresh_tokens")
        assert person.refresh_token not in stored

    @pytest.mark.parametrize(
        ("idle", "age", "status"),
        [
            ("29 days 23 hours", "29 days 23 hours", 200),
            ("30 days 1 minute", "30 days 1 minute", 401),
            ("0 days", "89 days 23 hours", 200),
            ("0 days", "90 days 1 minute", 401),
        ],
    )
    async def test_a_session_lives_30_days_unused_and_90_in_all(
        self,
        client: httpx.AsyncClient,
        service: ServiceUnderTest[Settings],
        idle: str,
        age: str,
        status: int,
    ) -> None:
        person = await signed_up(client)
        began = f"now() - interval '{age}'"
        # Same state as after the previous refresh.
        await execute(
            service,
            f"UPDATE sessions SET created_at = {began}, expires_at ="
            f" least(now() - interval '{idle}' + interval '30 days', {began} + interval '90 days')",
        )
        answer = await client.post("auth/refresh", headers=person.cookies)
        assert answer.status_code == status
        over = "SELECT expires_at > created_at + interval '90 days' FROM sessions"
        assert await scalar(service, over) is False

    async def test_how_long_is_a_setting(
        self,
        client: httpx.AsyncClient,
        service: ServiceUnderTest[Settings],
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        monkeypatch.setattr(service.settings, "session_idle_days", 7)
        person = await signed_up(client)
        answer = await client.post("auth/refresh", headers=person.cookies)
        assert "Max-Age=604800;" in answer.headers["set-cookie"]
        left = "SELECT expires_at < now() + interval '7 days 1 minute' FROM sessions"
        assert await scalar(service, left) is True

    async def test_sessions_are_deleted_a_day_after_their_end(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        for hours in (23, 25):
            person = await signed_up(client)
            ended = f"now() - interval '{hours} hours'"
            await execute(
                service,
                f"UPDATE sessions SET expires_at = {ended} WHERE user_id = :id",
                id=person.id,
            )
        async with service.database.transaction() as session:
            assert await prune_sessions(session) == 1
        assert await scalar(service, "SELECT count(*) FROM refresh_tokens") == 1

    async def test_two_tabs_at_once_keep_one_session(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        person = await signed_up(client)
        answers = await asyncio.gather(
            *(client.post("auth/refresh", headers=person.cookies) for _ in range(4))
        )
        assert [answer.status_code for answer in answers] == [200] * 4
        assert sum("set-cookie" in answer.headers for answer in answers) == 1
        assert await scalar(service, "SELECT count(*) FROM refresh_tokens") == 2
        assert await service.published(SessionEnded) == []

    async def test_an_old_token_after_the_grace_ends_the_session(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        person = await signed_up(client)
        newer = (await client.post("auth/refresh", headers=person.cookies)).cookies["refresh_token"]
        client.cookies.clear()
        held = {"Cookie": f"refresh_token={newer}"}
        newer = (await client.post("auth/refresh", headers=held)).cookies["refresh_token"]
        await age_used_tokens(service)
        client.cookies.clear()
        stolen = await client.post("auth/refresh", headers=person.cookies)
        assert stolen.status_code == 401
        assert stolen.json()["code"] == "session.ended"
        (ended,) = await service.published(SessionEnded)
        assert ended.user_id == person.id
        rightful = await client.post("auth/refresh", headers={"Cookie": f"refresh_token={newer}"})
        assert rightful.status_code == 401

    async def test_an_answer_that_was_lost_does_not_end_the_session(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        """The browser retries minutes later with the token that it has."""
        person = await signed_up(client)
        for _ in range(2):
            await client.post("auth/refresh", headers=person.cookies)
            client.cookies.clear()
            await age_used_tokens(service)
        answer = await client.post("auth/refresh", headers=person.cookies)
        assert answer.status_code == 200
        newest = {"Cookie": f"refresh_token={answer.cookies['refresh_token']}"}
        client.cookies.clear()
        assert (await client.post("auth/refresh", headers=newest)).status_code == 200
        assert await service.published(SessionEnded) == []

    async def test_of_two_who_hold_the_next_token_one_is_a_thief(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        """The second one to use it ends the session for both."""
        person = await signed_up(client)
        rightful = await client.post("auth/refresh", headers=person.cookies)
        client.cookies.clear()
        await age_used_tokens(service)
        stolen = await client.post("auth/refresh", headers=person.cookies)
        client.cookies.clear()
        await age_used_tokens(service)
        tokens = [answer.cookies["refresh_token"] for answer in (rightful, stolen)]
        headers = [{"Cookie": f"refresh_token={token}"} for token in tokens]
        assert (await client.post("auth/refresh", headers=headers[0])).status_code == 401
        assert (await client.post("auth/refresh", headers=headers[1])).status_code == 401
        assert len(await service.published(SessionEnded)) == 1

    @pytest.mark.parametrize("call", ["auth/refresh", "auth/logout"])
    async def test_another_site_cannot_make_the_browser_call(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings], call: str
    ) -> None:
        person = await signed_up(client)
        for site in ("cross-site", "same-site"):
            headers = person.cookies | {"Sec-Fetch-Site": site}
            answer = await client.post(call, headers=headers)
            assert (answer.status_code, answer.json()["code"]) == (403, "request.cross_site")
        assert await service.published(SessionEnded) == []
        headers = person.cookies | {"Sec-Fetch-Site": "same-origin"}
        assert (await client.post(call, headers=headers)).is_success

    async def test_401_without_unknown_expired_or_disabled(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        assert (await client.post("auth/refresh")).status_code == 401
        unknown = {"Cookie": "refresh_token=whatever"}
        assert (await client.post("auth/refresh", headers=unknown)).status_code == 401
        person = await signed_up(client)
        await execute(service, "UPDATE sessions SET expires_at = now()")
        assert (await client.post("auth/refresh", headers=person.cookies)).status_code == 401
        await execute(service, "UPDATE sessions SET expires_at = now() + interval '1 day'")
        await execute(service, "UPDATE users SET active = false")
        assert (await client.post("auth/refresh", headers=person.cookies)).status_code == 401

    async def test_using_a_session_keeps_it_alive(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        person = await signed_up(client)
        await execute(service, "UPDATE sessions SET expires_at = now() + interval '1 hour'")
        await client.post("auth/refresh", headers=person.cookies)
        left = await scalar(service, "SELECT expires_at - now() > interval '29 days' FROM sessions")
        assert left

    async def test_takes_six_statements(self, client: httpx.AsyncClient, queries: Queries) -> None:
        person = await signed_up(client)
        with queries() as statements:
            await client.post("auth/refresh", headers=person.cookies)
        # The token with its session, the account (2), both used, and the next token.
        assert len(statements) == 6


class TestLogout:
    async def test_ends_the_session_for_every_process_and_clears_the_cookie(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        person = await signed_up(client)
        answer = await client.post("auth/logout", headers=person.headers | person.cookies)
        assert answer.status_code == 204
        assert 'refresh_token=""' in answer.headers["set-cookie"]
        (ended,) = await service.published(SessionEnded)
        assert ended.user_id == person.id
        assert (await client.post("auth/refresh", headers=person.cookies)).status_code == 401
        answer = await client.get("auth/authenticated", headers=person.headers)
        assert answer.status_code == 401

    async def test_the_cookie_alone_is_enough(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        person = await signed_up(client)
        headers = person.cookies | {"Authorization": "Bearer expired"}
        assert (await client.post("auth/logout", headers=headers)).status_code == 204
        assert len(await service.published(SessionEnded)) == 1

    async def test_leaves_other_sessions(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        first, other = await signed_up(client), await signed_up(client)
        await client.post("auth/logout", headers=first.headers)
        assert (await client.post("auth/refresh", headers=other.cookies)).status_code == 200

    async def test_everywhere_ends_all_sessions_of_the_user_only(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        person, other = await signed_up(client), await signed_up(client)
        body = {"username": person.user["username"], "password": PASSWORD}
        await client.post("auth/login", json=body)
        client.cookies.clear()
        answer = await client.post("auth/logout?everywhere=true", headers=person.cookies)
        assert answer.status_code == 204
        ended = await service.published(SessionEnded)
        assert [event.user_id for event in ended] == [person.id] * 2
        assert (await client.post("auth/refresh", headers=other.cookies)).status_code == 200

    async def test_twice_or_signed_out_is_no_error(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        person = await signed_up(client)
        for _ in range(2):
            answer = await client.post("auth/logout", headers=person.cookies)
            assert answer.status_code == 204
        assert (await client.post("auth/logout")).status_code == 204
        assert len(await service.published(SessionEnded)) == 1


class TestPruning:
    async def test_ended_and_expired_sessions_go_after_a_day(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        await signed_up(client)
        await signed_up(client)
        kept = await signed_up(client)
        await execute(
            service,
            "UPDATE sessions SET ended_at = now() - interval '25 hours' WHERE user_id <> :id",
            id=kept.id,
        )
        assert await service.sweep("prune_sessions") == 2
        assert await service.sweep("prune_sessions") == 0
        assert await scalar(service, "SELECT count(*) FROM refresh_tokens") == 1

    async def test_failed_attempts_and_codes_go_after_a_day(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        await signed_up(client)
        await client.post("auth/login", json={"username": "nobody", "password": "wrong-one-123"})
        assert await service.sweep("prune_attempts") == 0
        assert await service.sweep("prune_otps") == 0
        await execute(service, "UPDATE failed_attempts SET last_at = now() - interval '25 hours'")
        await execute(service, "UPDATE otps SET created_at = now() - interval '25 hours'")
        assert await service.sweep("prune_attempts") == 2
        assert await service.sweep("prune_otps") == 1
