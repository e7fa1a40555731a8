"""Requests pass all their levels in order."""

import asyncio
from datetime import timedelta
from typing import Any
from uuid import UUID

import httpx
import pytest
from approvals.requests.models import ApprovalRequest
from contracts.approvals import RequestApproved, RequestRejected, RequestReturned
from kit.database.db import AsyncSession, new_id
from kit.domain.timezone import today
from kit.testing import QueryCounter, ServiceUnderTest, actor
from sqlalchemy import update
from sqlmodel import col

from services.approvals.tests import factories
from services.approvals.tests.factories import assign, create_admin, decide, make_level, submit


async def detail(client: httpx.AsyncClient, request: dict[str, Any], user: Any) -> dict[str, Any]:
    """Return a request as the user sees it."""
    answer = await client.get(f"approvals/{request['id']}", headers=user.headers)
    assert answer.status_code == 200
    found: dict[str, Any] = answer.json()
    return found


class TestListApprovals:
    async def test_lists_the_newest_first_and_filters(
        self, service: ServiceUnderTest, client: httpx.AsyncClient
    ) -> None:
        boss = factories.super_admin()
        first = await submit(service, client, name_en="Red Sea Ports")
        second = await submit(service, client)
        await service.deliver(factories.staff_submitted())
        await decide(client, boss, first)

        async def ids(query: str) -> list[str]:
            answer = await client.get(f"approvals?{query}", headers=boss.headers)
            return [item["id"] for item in answer.json()["data"]]

        assert await ids("content_type=organization") == [second["id"], first["id"]]
        assert await ids("status=approved") == [first["id"]]
        assert await ids("content_type=staff&status=approved") == []
        assert await ids("search=red%20sea") == [first["id"]]
        assert len(await ids("page_size=2&page=2")) == 1

    async def test_mine_are_those_that_wait_for_my_decision(
        self, service: ServiceUnderTest, client: httpx.AsyncClient
    ) -> None:
        first, second, boss = (
            await create_admin(service),
            await create_admin(service),
            factories.super_admin(),
        )
        unlevelled = await submit(service, client)
        await make_level(client, first, second, rule="all")
        await make_level(client, second)
        levelled = await submit(service, client)

        async def mine(user: Any) -> list[str]:
            answer = await client.get("approvals?mine=true", headers=user.headers)
            return [item["id"] for item in answer.json()["data"]]

        assert await mine(boss) == [unlevelled["id"]]
        assert await mine(first) == await mine(second) == [levelled["id"]]
        await decide(client, first, levelled)
        assert (await mine(first), await mine(second)) == ([], [levelled["id"]])
        await decide(client, second, levelled)
        assert (await mine(first), await mine(second)) == ([], [levelled["id"]])
        await decide(client, second, levelled)
        assert await mine(second) == []

    async def test_what_is_due_soonest_can_come_first_and_the_overdue_alone(
        self, service: ServiceUnderTest, client: httpx.AsyncClient, session: AsyncSession
    ) -> None:
        boss = factories.super_admin()
        undated = await submit(service, client)
        await make_level(client)
        late, soon = await submit(service, client), await submit(service, client)
        await session.execute(
            update(ApprovalRequest)
            .where(col(ApprovalRequest.id) == UUID(late["id"]))
            .values(due_on=today() - timedelta(days=1))
        )
        await session.commit()

        async def ids(query: str) -> list[str]:
            answer = await client.get(f"approvals?{query}", headers=boss.headers)
            return [item["id"] for item in answer.json()["data"]]

        assert await ids("sort=due_on") == [late["id"], soon["id"], undated["id"]]
        assert await ids("overdue=true") == [late["id"]]
        await decide(client, boss, late)
        assert await ids("overdue=true") == []

    async def test_costs_two_statements(
        self, service: ServiceUnderTest, client: httpx.AsyncClient, queries: QueryCounter
    ) -> None:
        await submit(service, client)
        with queries() as statements:
            await client.get("approvals?mine=true", headers=factories.super_admin().headers)
        assert len(statements) == 2

    async def test_401_when_signed_out(self, client: httpx.AsyncClient) -> None:
        assert (await client.get("approvals")).status_code == 401

    @pytest.mark.parametrize(
        "user", [actor("organization", organization_id=new_id()), factories.admin("view-users")]
    )
    async def test_403_without_the_permission(self, client: httpx.AsyncClient, user: Any) -> None:
        assert (await client.get("approvals", headers=user.headers)).status_code == 403


class TestGetApproval:
    async def test_shows_levels_decisions_and_submissions(
        self, service: ServiceUnderTest, client: httpx.AsyncClient
    ) -> None:
        first, second = (
            await create_admin(service),
            await create_admin(service, name_en="Omar Zaki"),
        )
        await make_level(client, first, name="Documents")
        await make_level(client, second, rule="all", name="Management")
        organization = new_id()
        old = await submit(service, client, organization_id=organization)
        await decide(client, first, old, "returned", comment="The stamp is missing.")
        new = await submit(service, client, organization_id=organization, submission=2)
        await decide(client, first, new, comment="Now complete.")

        seen = await detail(client, new, second)
        assert seen["can_decide"] is True
        assert [(step["name_en"], step["rule"], step["state"]) for step in seen["steps"]] == [
            ("Documents", "any", "approved"),
            ("Management", "all", "current"),
        ]
        assert [user["name_en"] for user in seen["steps"][1]["approvers"]] == ["Omar Zaki"]
        (decision,) = seen["decisions"]
        assert decision | {"created_at": ""} == {
            "step": 1,
            "user_id": str(first.user_id),
            "name_en": "Noura Ali",
            "name_ar": "نورة علي",
            "decision": "approved",
            "for_name_en": None,
            "for_name_ar": None,
            "comment": "Now complete.",
            "created_at": "",
        }
        assert [(item["submission"], item["status"]) for item in seen["submissions"]] == [
            (2, "pending"),
            (1, "returned"),
        ]
        assert (await detail(client, new, first))["can_decide"] is False
        assert (await detail(client, old, first))["steps"][0]["state"] == "returned"

    async def test_404_for_none(self, client: httpx.AsyncClient) -> None:
        answer = await client.get(f"approvals/{new_id()}", headers=factories.super_admin().headers)
        assert (answer.status_code, answer.json()["code"]) == (
            404,
            "approval_request.not_found",
        )

    async def test_401_when_signed_out(self, client: httpx.AsyncClient) -> None:
        assert (await client.get(f"approvals/{new_id()}")).status_code == 401

    async def test_403_without_the_permission(self, client: httpx.AsyncClient) -> None:
        headers = factories.admin("view-users").headers
        assert (await client.get(f"approvals/{new_id()}", headers=headers)).status_code == 403


class TestDecideApproval:
    async def test_a_super_admin_decides_where_there_is_no_level(
        self, service: ServiceUnderTest, client: httpx.AsyncClient
    ) -> None:
        request = await submit(service, client)
        refused = await decide(client, factories.admin(), request)
        assert (refused.status_code, refused.json()["code"]) == (
            403,
            "approval_request.not_approver",
        )
        boss = factories.super_admin()
        answer = await decide(client, boss, request)
        assert (answer.status_code, answer.json()["status"]) == (201, "approved")
        (event,) = await service.published(RequestApproved)
        assert event.model_dump(mode="json") == {
            "request_id": request["id"],
            "content_type": "organization",
            "content_id": request["content_id"],
            "submission": 1,
            "decided_by": str(boss.user_id),
            "comment": None,
            "submitted_by": request["submitted_by"],
            "name_en": request["name_en"],
            "name_ar": request["name_ar"],
        }

    async def test_every_level_must_approve_in_its_order(
        self, service: ServiceUnderTest, client: httpx.AsyncClient
    ) -> None:
        first, second = await create_admin(service), await create_admin(service)
        await make_level(client, first)
        await make_level(client, second)
        request = await submit(service, client)
        early = await decide(client, second, request)
        assert (early.status_code, early.json()["code"]) == (403, "approval_request.not_approver")
        assert (await decide(client, first, request)).json()["step"] == 2
        assert await service.published(RequestApproved) == []
        assert (await decide(client, second, request)).json()["status"] == "approved"
        assert len(await service.published(RequestApproved)) == 1

    async def test_all_approvers_are_needed_where_the_rule_says_so(
        self, service: ServiceUnderTest, client: httpx.AsyncClient
    ) -> None:
        users = [await create_admin(service) for _ in range(3)]
        await make_level(client, *users, rule="all")
        request = await submit(service, client)
        for user in users[:2]:
            assert (await decide(client, user, request)).json()["status"] == "pending"
        again = await decide(client, users[0], request)
        assert (again.status_code, again.json()["code"]) == (409, "approval_request.decided_by_you")
        assert (await decide(client, users[2], request)).json()["status"] == "approved"

    @pytest.mark.parametrize(
        ("decision", "event"), [("rejected", RequestRejected), ("returned", RequestReturned)]
    )
    async def test_one_refusal_ends_it(
        self, service: ServiceUnderTest, client: httpx.AsyncClient, decision: str, event: Any
    ) -> None:
        users = [await create_admin(service) for _ in range(2)]
        await make_level(client, *users, rule="all")
        await make_level(client, *users)
        request = await submit(service, client)
        answer = await decide(client, users[0], request, decision)
        assert (answer.status_code, answer.json()["status"]) == (201, decision)
        (published,) = await service.published(event)
        assert published.comment == "The licence has expired."
        late = await decide(client, users[1], request)
        assert (late.status_code, late.json()["code"]) == (409, "approval_request.already_decided")

    async def test_two_approvers_at_once_decide_one_level_once(
        self, service: ServiceUnderTest, client: httpx.AsyncClient
    ) -> None:
        users = [await create_admin(service) for _ in range(4)]
        await make_level(client, *users)
        await make_level(client, *users)
        request = await submit(service, client)
        answers = await asyncio.gather(*(decide(client, user, request, step=1) for user in users))
        assert sorted(answer.status_code for answer in answers) == [201, 409, 409, 409]
        refused = {a.json()["code"] for a in answers if a.status_code == 409}
        assert refused == {"approval_level.already_decided"}
        seen = await detail(client, request, users[0])
        assert (seen["step"], len(seen["decisions"])) == (2, 1)

    async def test_two_last_approvers_at_once_approve_together(
        self, service: ServiceUnderTest, client: httpx.AsyncClient
    ) -> None:
        users = [await create_admin(service) for _ in range(4)]
        await make_level(client, *users, rule="all")
        request = await submit(service, client)
        answers = await asyncio.gather(*(decide(client, user, request) for user in users))
        assert [answer.status_code for answer in answers] == [201] * 4
        assert len(await service.published(RequestApproved)) == 1

    async def test_opposite_decisions_at_once_have_one_winner(
        self, service: ServiceUnderTest, client: httpx.AsyncClient
    ) -> None:
        users = [await create_admin(service) for _ in range(2)]
        await make_level(client, *users)
        request = await submit(service, client)
        answers = await asyncio.gather(
            decide(client, users[0], request), decide(client, users[1], request, "rejected")
        )
        assert sorted(answer.status_code for answer in answers) == [201, 409]
        published = [
            *await service.published(RequestApproved),
            *await service.published(RequestRejected),
        ]
        assert len(published) == 1

    async def test_409_for_an_approver_of_a_level_that_is_over(
        self, service: ServiceUnderTest, client: httpx.AsyncClient
    ) -> None:
        first, second, third = [await create_admin(service) for _ in range(3)]
        await make_level(client, first, second)
        await make_level(client, third)
        request = await submit(service, client)
        await decide(client, first, request)
        late = await decide(client, second, request)
        assert (late.status_code, late.json()["code"]) == (409, "approval_level.already_decided")

    async def test_409_for_a_withdrawn_request(
        self, service: ServiceUnderTest, client: httpx.AsyncClient
    ) -> None:
        organization = new_id()
        old = await submit(service, client, organization_id=organization)
        await submit(service, client, organization_id=organization, submission=2)
        answer = await decide(client, factories.super_admin(), old)
        assert (answer.status_code, answer.json()["code"]) == (
            409,
            "approval_request.already_decided",
        )

    async def test_a_super_admin_stands_in_where_no_active_approver_is_left(
        self, service: ServiceUnderTest, client: httpx.AsyncClient
    ) -> None:
        gone, boss = await create_admin(service), factories.super_admin()
        await make_level(client, gone, rule="all")
        request = await submit(service, client)
        assert (await decide(client, boss, request)).status_code == 403
        await service.deliver(factories.build_profile(gone, active=False), sequence=2)
        assert (await decide(client, gone, request)).status_code == 403
        assert (await decide(client, boss, request)).json()["status"] == "approved"

    async def test_the_levels_of_the_submission_count_not_those_of_today(
        self, service: ServiceUnderTest, client: httpx.AsyncClient
    ) -> None:
        first, second = await create_admin(service), await create_admin(service)
        await make_level(client, first)
        request = await submit(service, client)
        await make_level(client, second)
        assert (await decide(client, first, request)).json()["status"] == "approved"

    async def test_approvers_of_today_count(
        self, service: ServiceUnderTest, client: httpx.AsyncClient
    ) -> None:
        first, second = await create_admin(service), await create_admin(service)
        level_id = await make_level(client, first)
        request = await submit(service, client)
        await assign(client, level_id, second)
        assert (await decide(client, first, request)).status_code == 403
        assert (await decide(client, second, request)).status_code == 201

    async def test_removing_the_last_one_missing_moves_the_request_on(
        self, service: ServiceUnderTest, client: httpx.AsyncClient
    ) -> None:
        first, second = await create_admin(service), await create_admin(service)
        level_id = await make_level(client, first, second, rule="all")
        request = await submit(service, client)
        await decide(client, first, request, comment="Fine.")
        await assign(client, level_id, first)
        (event,) = await service.published(RequestApproved)
        assert (event.decided_by, event.comment) == (first.user_id, "Fine.")

    @pytest.mark.parametrize("decision", ["rejected", "returned"])
    @pytest.mark.parametrize("comment", [None, "   "])
    async def test_422_without_saying_why(
        self,
        service: ServiceUnderTest,
        client: httpx.AsyncClient,
        decision: str,
        comment: str | None,
    ) -> None:
        request, boss = await submit(service, client), factories.super_admin()
        answer = await decide(client, boss, request, decision, comment=comment)
        assert answer.status_code == 422
        (problem,) = answer.json()["fields"]
        assert (problem["field"], problem["code"]) == ("comment", "comment.required")
        assert (await detail(client, request, boss))["status"] == "pending"

    async def test_404_for_none(self, client: httpx.AsyncClient) -> None:
        answer = await decide(client, factories.super_admin(), {"id": new_id()})
        assert answer.status_code == 404

    async def test_401_when_signed_out(self, client: httpx.AsyncClient) -> None:
        answer = await client.post(f"approvals/{new_id()}/decisions", json={})
        assert answer.status_code == 401

    async def test_403_without_the_permission(self, client: httpx.AsyncClient) -> None:
        answer = await decide(client, factories.admin("view-users"), {"id": new_id()})
        assert (answer.status_code, answer.json()["code"]) == (403, "permission.required")
