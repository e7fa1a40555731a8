"""Demo approvals load once and read like decided requests."""

import httpx
from approvals.demo.load import LEVELS, REQUESTS, load
from contracts import EVENTS, SUPER_ADMIN
from contracts.approvals import RequestApproved
from kit.domain.demo import demo_id
from kit.testing import ServiceUnderTest, actor

from services.approvals.tests import factories


class TestLoad:
    async def test_loads_everything_once(
        self, service: ServiceUnderTest, client: httpx.AsyncClient
    ) -> None:
        for expected in (len(REQUESTS), 0):
            async with service.database.transaction() as work:
                assert await load(work) == expected
        headers = factories.super_admin().headers
        levels = await client.get("approval-levels", headers=headers)
        assert levels.json()["meta"]["total"] == len(LEVELS)
        approval = await client.get(f"approvals/{demo_id('approval', 'gla')}", headers=headers)
        assert approval.json()["status"] == "approved"
        assert [step["state"] for step in approval.json()["steps"]] == ["approved"] * 2
        assert len(approval.json()["decisions"]) == 2
        for event in EVENTS.values():
            assert await service.published(event) == []

    async def test_one_organization_waits_half_way_through_its_levels(
        self, service: ServiceUnderTest, client: httpx.AsyncClient
    ) -> None:
        async with service.database.transaction() as work:
            await load(work)
        organization_id = demo_id("organization", "jlc")
        admin = actor("admin", roles=[SUPER_ADMIN], user_id=demo_id("user", "admin"))
        await service.deliver(factories.build_profile(admin))
        # A submission published by identity's demo already has its request.
        await service.deliver(factories.organization_submitted(organization_id=organization_id))
        answer = await client.get("approvals?mine=true", headers=admin.headers)
        (waiting,) = answer.json()["data"]
        assert waiting["content_id"] == str(organization_id)
        answer = await client.get(f"approvals/{waiting['id']}", headers=admin.headers)
        assert answer.json()["can_decide"]
        assert [step["state"] for step in answer.json()["steps"]] == ["approved", "current"]
        assert len(answer.json()["decisions"]) == 1
        decided = await factories.decide(client, admin, waiting)
        assert decided.json()["status"] == "approved"
        (approved,) = await service.published(RequestApproved)
        assert approved.content_id == organization_id

    async def test_keeps_levels_that_an_admin_has_made(
        self, service: ServiceUnderTest, client: httpx.AsyncClient
    ) -> None:
        await factories.make_level(client, name="Ours")
        async with service.database.transaction() as work:
            await load(work)
        answer = await client.get(
            "approval-levels?content_type=organization",
            headers=factories.super_admin().headers,
        )
        assert [level["name_en"] for level in answer.json()["data"]] == ["Ours"]
