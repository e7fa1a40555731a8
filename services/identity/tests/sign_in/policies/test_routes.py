from typing import Any

import httpx
import pytest
from contracts import Permission
from contracts.audit import IdentityAuditRecorded
from identity.config import Settings
from kit.testing import ServiceUnderTest

from services.identity.tests.factories import PASSWORD, Person, admin, execute, renew, verified
from services.identity.tests.sign_in.second_factors.factories import with_second_factor

PATH = "auth/policy"
GATE = "second_factor.required"


@pytest.fixture
async def boss(client: httpx.AsyncClient, service: ServiceUnderTest[Settings]) -> Person:
    return await admin(
        client, service, Permission.MANAGE_APPLICATION_SETTINGS, Permission.VIEW_USERS
    )


async def ask(client: httpx.AsyncClient, boss: Person, *, needed: bool) -> httpx.Response:
    body = {"admins_need_second_factor": needed}
    answer = await client.put(PATH, json=body, headers=boss.headers)
    assert answer.json() == body, answer.text
    return answer


def problem(answer: httpx.Response) -> tuple[int, Any]:
    return answer.status_code, answer.json().get("code")


class TestPolicy:
    async def test_leads_admins_to_set_one_up_before_anything_else(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings], boss: Person
    ) -> None:
        candidate = await verified(client, service)
        assert (await client.get(PATH, headers=boss.headers)).json() == {
            "admins_need_second_factor": False
        }
        await ask(client, boss, needed=True)
        # Older tokens lack the claim, so they are rejected immediately.
        await service.context.verifier.refresh()
        assert problem(await client.get("users", headers=boss.headers)) == (401, "token.stale")
        await renew(client, boss)
        assert boss.user["second_factor_due"]
        for path in ("users", PATH):
            assert problem(await client.get(path, headers=boss.headers)) == (403, GATE)
        assert not candidate.user["second_factor_due"]
        assert (await client.get("auth/authenticated", headers=candidate.headers)).is_success
        # This gate precedes the identity gate.
        await execute(service, "UPDATE users SET civil_number = NULL")
        await renew(client, boss)
        assert problem(await client.get("users", headers=boss.headers)) == (403, GATE)

    async def test_opens_to_who_sets_one_up_and_keeps_it_on(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings], boss: Person
    ) -> None:
        await ask(client, boss, needed=True)
        await renew(client, boss)
        app = await with_second_factor(client, boss)
        assert not boss.user["second_factor_due"]
        assert (await client.get("users", headers=boss.headers)).status_code == 200
        state = (await client.get("auth/second-factor", headers=boss.headers)).json()
        assert state["enforced"]
        body = {"password": PASSWORD, "code": app.code()}
        kept = await client.post("auth/second-factor/turn-off", json=body, headers=boss.headers)
        assert problem(kept) == (409, "second_factor.enforced")
        await ask(client, boss, needed=False)
        off = await client.post("auth/second-factor/turn-off", json=body, headers=boss.headers)
        assert off.status_code == 204

    async def test_that_is_taken_back_opens_at_once_and_each_change_is_recorded(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings], boss: Person
    ) -> None:
        another = await admin(client, service, Permission.VIEW_USERS)
        await with_second_factor(client, boss)
        for needed in (True, True, False):
            await ask(client, boss, needed=needed)
        await renew(client, another)
        assert (await client.get("users", headers=another.headers)).status_code == 200
        recorded = [
            (entry.before, entry.after, entry.user_id)
            for entry in await service.published(IdentityAuditRecorded)
            if entry.noun == "sign_in_policy"
        ]
        on, off = ({"admins_need_second_factor": value} for value in (True, False))
        assert recorded == [(off, on, boss.id), (on, off, boss.id)]

    async def test_is_the_settings_admins_alone(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        viewer = await admin(client, service, Permission.VIEW_USERS)
        body = {"admins_need_second_factor": True}
        assert (await client.put(PATH, json=body)).status_code == 401
        assert (await client.put(PATH, json=body, headers=viewer.headers)).status_code == 403
        assert (await client.get(PATH, headers=viewer.headers)).status_code == 403
