"""Repeated, stale and foreign events change nothing."""

from typing import Any

import httpx
import pytest
from contracts.approvals import RequestAdvanced, RequestApproved, RequestReturned
from kit.database.db import new_id
from kit.testing import ServiceUnderTest, actor

from services.approvals.tests import factories
from services.approvals.tests.factories import create_admin, decide, make_level, submit


async def test_a_decision_that_is_sent_again_decides_neither_the_next_level_nor_the_next_round(
    service: ServiceUnderTest, client: httpx.AsyncClient
) -> None:
    organization_id = new_id()
    approver = await create_admin(service)
    for name in ("Documents", "Management"):
        await make_level(client, approver, name=name)
    first = await submit(service, client, organization_id=organization_id)

    async def again(request: dict[str, Any], decision: str, step: int) -> str:
        answer = await decide(client, approver, request, decision, step=step)
        assert answer.status_code == 409
        return str(answer.json()["code"])

    assert (await decide(client, approver, first, step=1)).json()["step"] == 2
    assert await again(first, "approved", 1) == "approval_level.already_decided"
    assert (await decide(client, approver, first, "returned", step=2)).status_code == 201
    for decision, step in (("returned", 2), ("approved", 2), ("approved", 1)):
        assert await again(first, decision, step) == "approval_request.already_decided"
    second = await submit(service, client, organization_id=organization_id, submission=2)
    assert await again(first, "approved", 1) == "approval_request.already_decided"
    found = await client.get(f"approvals/{second['id']}", headers=approver.headers)
    assert (found.json()["status"], found.json()["step"]) == ("pending", 1)
    assert len(await service.published(RequestAdvanced)) == 1
    assert len(await service.published(RequestReturned)) == 1
    assert await service.published(RequestApproved) == []


@pytest.mark.parametrize("kind", ["organization", "staff", "trainer", "candidate"])
async def test_applicants_reach_nobodys_request_by_its_id(
    service: ServiceUnderTest, client: httpx.AsyncClient, kind: str
) -> None:
    organization_id = new_id()
    request = await submit(service, client, organization_id=organization_id)
    for owner in (organization_id, new_id()):
        user = actor(kind, organization_id=owner if kind != "candidate" else None)
        answers = [
            await client.get(f"approvals/{request['id']}", headers=user.headers),
            await client.get(f"approvals/{request['id']}/notes", headers=user.headers),
            await client.get("approvals", headers=user.headers),
            await decide(client, user, request),
        ]
        assert {answer.status_code for answer in answers} == {403}
    boss = factories.super_admin()
    found = await client.get(f"approvals/{request['id']}", headers=boss.headers)
    assert (found.json()["status"], found.json()["decisions"]) == ("pending", [])
