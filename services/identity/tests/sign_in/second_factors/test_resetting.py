import httpx
import pytest
from contracts import Permission
from contracts.audit import IdentityAuditRecorded
from contracts.identity import SecurityChange, SecurityChanged
from identity import commands
from identity.config import Settings
from kit.testing import ServiceUnderTest
from pydantic import SecretStr

from services.identity.tests.factories import PASSWORD, Person, admin, verified
from services.identity.tests.sign_in.second_factors.factories import sign_in, with_second_factor


async def signs_in_with_the_password(client: httpx.AsyncClient, person: Person) -> bool:
    body = {"username": person.user["username"], "password": PASSWORD}
    answer = await client.post("auth/login", json=body)
    client.cookies.clear()
    return "access_token" in answer.json()


class TestByAnAdmin:
    async def test_is_recorded_and_published_once(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        boss = await admin(client, service, Permission.VIEW_USERS, Permission.EDIT_USER)
        viewer = await admin(client, service, Permission.VIEW_USERS)
        person = await verified(client, service)
        await with_second_factor(client, person)
        address = f"users/{person.id}/second-factor"
        assert (await client.delete(address, headers=viewer.headers)).status_code == 403
        assert (await client.delete(address, headers=person.headers)).status_code == 403
        assert not await signs_in_with_the_password(client, person)
        user = await client.get(f"users/{person.id}", headers=boss.headers)
        assert user.json()["second_factor_at"]
        for _ in range(2):
            answer = await client.delete(address, headers=boss.headers)
            assert (answer.status_code, answer.json()["second_factor_at"]) == (200, None)
        assert await signs_in_with_the_password(client, person)
        published = await service.published(SecurityChanged)
        assert [(e.user_id, e.change) for e in published[1:]] == [
            (person.id, SecurityChange.SECOND_FACTOR_RESET)
        ]
        (recorded,) = [
            entry
            for entry in await service.published(IdentityAuditRecorded)
            if entry.user_id == boss.id and entry.record_id == str(person.id)
        ]
        assert recorded.before["second_factor_at"] and recorded.after == {"second_factor_at": None}


class TestCommands:
    async def test_reset_helps_whom_nobody_else_can(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        person = await verified(client, service)
        await with_second_factor(client, person)
        reset = ["reset", person.user["username"]]
        done = await commands.second_factors(service.database, service.settings, reset)
        assert person.user["username"] in done
        assert await signs_in_with_the_password(client, person)
        with pytest.raises(SystemExit):
            await commands.second_factors(service.database, service.settings, reset)

    async def test_reseal_outlives_the_master_secret_before(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        person, present = await verified(client, service), service.settings
        app = await with_second_factor(client, person)
        newer = present.model_copy(
            update={"signing_key": SecretStr("n" * 40), "previous_signing_key": present.signing_key}
        )
        alone = newer.model_copy(update={"previous_signing_key": None})
        reseal = ["reseal"]
        assert "0 secrets" in await commands.second_factors(service.database, alone, reseal)
        assert "1 secrets" in await commands.second_factors(service.database, newer, reseal)
        assert "0 cannot" in await commands.second_factors(service.database, alone, reseal)
        # This process has only the previous master secret, which fails; a recovery code works.
        assert (await sign_in(client, person, app.code())).status_code == 422
        assert (await sign_in(client, person, app.recovery_codes[0])).status_code == 200
