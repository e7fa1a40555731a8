import asyncio
from datetime import timedelta
from functools import partial

import httpx
import pytest
from contracts.identity import KeysChanged, SessionEnded
from identity import commands
from identity.config import Settings
from identity.sign_in.revocations.service import OwnVerifier
from identity.sign_in.signing.queries import list_keys
from identity.sign_in.signing.service import Keys
from joserfc import jws
from kit.security.tokens import KeysUnavailable
from kit.testing import ServiceUnderTest
from pydantic import SecretStr

from services.identity.tests.factories import Person, execute, signed_up


def key_id(person: Person) -> str:
    kid: str = jws.extract_compact(person.token.encode()).headers()["kid"]
    return kid


async def keys(service: ServiceUnderTest[Settings], *arguments: str) -> str:
    return await commands.keys(service.database, service.settings, list(arguments))


async def states(service: ServiceUnderTest[Settings]) -> list[str]:
    async with service.database.transaction() as session:
        return [key.state for key in await list_keys(session)]


async def pass_time(service: ServiceUnderTest[Settings], time: timedelta) -> None:
    """Move all key times into the past and refresh the verifier."""
    await execute(
        service,
        f"UPDATE signing_keys SET created_at = created_at - interval '{time}', "
        f"signs_at = signs_at - interval '{time}', "
        f"verifies_until = verifies_until - interval '{time}'",
    )
    await service.context.verifier.refresh()


async def status(client: httpx.AsyncClient, person: Person) -> int:
    return (await client.get("auth/authenticated", headers=person.headers)).status_code


class TestRotating:
    async def test_the_new_key_is_published_before_it_signs(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        before = await signed_up(client)
        said = await keys(service, "rotate")
        await service.context.verifier.refresh()
        document = (await client.get("http://test/internal/jwks")).json()
        assert [key["kid"] for key in document["keys"]] == [said.split()[0], key_id(before)]
        assert key_id(await signed_up(client)) == key_id(before)
        assert await states(service) == ["next", "current"]

    async def test_then_it_signs_and_older_tokens_stay_good(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        before = await signed_up(client)
        await keys(service, "rotate")
        await pass_time(service, timedelta(minutes=4))
        after = await signed_up(client)
        assert key_id(after) != key_id(before)
        assert await states(service) == ["current", "previous"]
        assert await status(client, before) == await status(client, after) == 200

    async def test_the_key_before_is_gone_once_its_tokens_are(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        await keys(service, "rotate")
        await pass_time(service, timedelta(minutes=24))
        assert await states(service) == ["current", "ended"]
        document = (await client.get("http://test/internal/jwks")).json()
        assert len(document["keys"]) == 1

    async def test_every_process_is_notified(self, service: ServiceUnderTest[Settings]) -> None:
        said = await keys(service, "rotate")
        event = (await service.published(KeysChanged))[-1]
        assert (event.key_id, event.revoked) == (said.split()[0], False)


class TestAge:
    async def test_an_old_key_is_changed_once_by_all_copies(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        before = await signed_up(client)
        rotate = partial(service.run_job, "rotate_signing_key")
        assert await rotate() == 0
        days = service.settings.signing_key_days
        await pass_time(service, timedelta(days=days, minutes=-1))
        assert await rotate() == 0
        await pass_time(service, timedelta(minutes=1))
        assert sorted(await asyncio.gather(rotate(), rotate(), rotate())) == [0, 0, 1]
        assert await states(service) == ["next", "current"]
        await pass_time(service, timedelta(minutes=4))
        assert key_id(await signed_up(client)) != key_id(before)
        assert await status(client, before) == 200
        assert await rotate() == 0


class TestRevoking:
    async def test_what_the_key_has_signed_is_refused_and_another_one_signs(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        before = await signed_up(client)
        assert await status(client, before) == 200
        await keys(service, "revoke", key_id(before))
        await service.context.verifier.refresh()
        assert await status(client, before) == 401
        after = await signed_up(client)
        assert await status(client, after) == 200
        assert await states(service) == ["current", "revoked"]
        document = (await client.get("http://test/internal/jwks")).json()
        assert document["revoked"] == [key_id(before)]
        assert [key["kid"] for key in document["keys"]] == [key_id(after)]

    async def test_every_process_is_notified(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        before = await signed_up(client)
        await keys(service, "revoke", key_id(before))
        first, revoked, made = await service.published(KeysChanged)
        assert (first.revoked, revoked.revoked, made.revoked) == (False, True, False)
        assert revoked.key_id == first.key_id == key_id(before) != made.key_id

    async def test_the_next_key_takes_over_at_once(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        before = await signed_up(client)
        upcoming = (await keys(service, "rotate")).split()[0]
        await keys(service, "revoke", key_id(before))
        await service.context.verifier.refresh()
        assert key_id(await signed_up(client)) == upcoming
        assert await states(service) == ["current", "revoked"]

    async def test_the_next_or_the_previous_key_alone_leaves_the_current_one(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        before = await signed_up(client)
        upcoming = (await keys(service, "rotate")).split()[0]
        await keys(service, "revoke", upcoming)
        await service.context.verifier.refresh()
        assert await status(client, before) == 200

    async def test_an_unknown_or_revoked_key_is_a_mistake(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        known = key_id(await signed_up(client))
        await keys(service, "revoke", known)
        for id_ in (known, "nobody"):
            with pytest.raises(SystemExit, match="no key"):
                await keys(service, "revoke", id_)

    async def test_it_can_end_all_sessions_too(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        person = await signed_up(client)
        said = await keys(service, "revoke", key_id(person), "--end-sessions")
        assert "1 sessions have ended" in said
        await self._nothing_goes_on(client, service, person)

    async def test_all_sessions_can_be_ended_with_all_keys(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        person = await signed_up(client)
        await keys(service, "rotate")
        await commands.sessions(service.database, service.settings, ["end-all"])
        await self._nothing_goes_on(client, service, person)
        assert sorted(await states(service)) == ["current", "revoked", "revoked"]

    @staticmethod
    async def _nothing_goes_on(
        client: httpx.AsyncClient, service: ServiceUnderTest[Settings], person: Person
    ) -> None:
        await service.context.verifier.refresh()
        assert await status(client, person) == 401
        assert (await client.post("auth/refresh", headers=person.cookies)).status_code == 401
        # Their tokens ended with the keys, so neither events nor entries are needed.
        assert await service.published(SessionEnded) == []
        document = (await client.get("http://test/internal/jwks")).json()
        assert document["ended_sessions"] == []


class TestCopies:
    async def test_a_new_copy_signs_with_the_same_key(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        person = await signed_up(client)
        other = OwnVerifier(service.settings, service.database)
        await other.refresh()
        assert other.own_keys.signer
        assert other.own_keys.signer.id == key_id(person)
        assert (await other.verify(person.token)).sub == person.id

    async def test_until_it_has_read_the_keys_it_signs_nothing(self) -> None:
        with pytest.raises(KeysUnavailable):
            Keys("secret").sign({})


class TestMasterSecret:
    """Keys are sealed; processes may have different master secrets for a while."""

    def settings(
        self, service: ServiceUnderTest[Settings], secret: str, previous: str | None = None
    ) -> Settings:
        changes = {
            "signing_key": SecretStr(secret),
            "previous_signing_key": SecretStr(previous) if previous else None,
        }
        return service.settings.model_copy(update=changes)

    async def test_with_the_one_before_the_keys_stay(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        person = await signed_up(client)
        before = service.settings.signing_key.get_secret_value()
        other = OwnVerifier(self.settings(service, "new", before), service.database)
        await other.refresh()
        assert other.own_keys.signer
        assert other.own_keys.signer.id == key_id(person)

    async def test_without_it_a_copy_signs_with_a_key_of_its_own_which_all_accept(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        person = await signed_up(client)
        other = OwnVerifier(self.settings(service, "new"), service.database)
        await other.refresh()
        assert other.own_keys.signer
        assert other.own_keys.signer.id != key_id(person)
        await service.context.verifier.refresh()
        assert key_id(await signed_up(client)) == key_id(person)
        assert (await other.verify(person.token)).sub == person.id
        assert len((await client.get("http://test/internal/jwks")).json()["keys"]) == 2
