"""Create, order and assign levels, by permission."""

import asyncio
from typing import Any
from uuid import UUID

import httpx
import pytest
from contracts import Permission
from contracts.audit import ApprovalsAuditRecorded, AuditAction
from kit.database.db import new_id
from kit.testing import QueryCounter, ServiceUnderTest

from services.approvals.tests import factories
from services.approvals.tests.factories import create_admin, decide, make_level, submit

LEVEL: dict[str, Any] = {
    "content_type": "staff",
    "name_en": "Documents",
    "name_ar": "المستندات",
    "rule": "all",
    "target_days": 4,
}


def boss() -> dict[str, str]:
    """Return the headers of a super-admin."""
    return factories.super_admin().headers


def named(*user_ids: UUID) -> dict[str, Any]:
    """Build the request body that assigns these users."""
    return {"approvers": [{"user_id": str(user_id)} for user_id in user_ids]}


async def names(client: httpx.AsyncClient, content_type: str = "organization") -> list[str]:
    """Return a content type's level names in order, checking that positions have no gap."""
    answer = await client.get(f"approval-levels?content_type={content_type}", headers=boss())
    data = answer.json()["data"]
    assert [level["position"] for level in data] == list(range(1, len(data) + 1))
    return [level["name_en"] for level in data]


class TestListApprovalLevels:
    async def test_lists_by_content_type_and_position_with_approvers_and_pending(
        self, service: ServiceUnderTest, client: httpx.AsyncClient
    ) -> None:
        user = await create_admin(service)
        await make_level(client, user, name="First")
        await make_level(client, name="Second")
        await make_level(client, name="Other", content_type="announcement")
        await submit(service, client)
        answer = await client.get("approval-levels", headers=boss())
        data = answer.json()["data"]
        assert [(level["name_en"], level["pending"]) for level in data] == [
            ("Other", 0),
            ("First", 1),
            ("Second", 0),
        ]
        assert [one["user_id"] for one in data[1]["approvers"]] == [str(user.user_id)]

    async def test_costs_the_same_for_many_levels(
        self, client: httpx.AsyncClient, queries: QueryCounter
    ) -> None:
        for number in range(5):
            await make_level(client, name=f"Level {number}")
        with queries() as statements:
            await client.get("approval-levels", headers=boss())
        assert len(statements) == 6

    async def test_403_without_the_permission(self, client: httpx.AsyncClient) -> None:
        headers = factories.admin(Permission.VIEW_APPROVAL_SYSTEM).headers
        assert (await client.get("approval-levels", headers=headers)).status_code == 403

    async def test_401_when_signed_out(self, client: httpx.AsyncClient) -> None:
        assert (await client.get("approval-levels")).status_code == 401


class TestGetApprovalLevel:
    async def test_shows_one(self, client: httpx.AsyncClient) -> None:
        level_id = await make_level(client)
        answer = await client.get(f"approval-levels/{level_id}", headers=boss())
        assert (answer.status_code, answer.json()["id"]) == (200, str(level_id))

    async def test_404_for_none(self, client: httpx.AsyncClient) -> None:
        answer = await client.get(f"approval-levels/{new_id()}", headers=boss())
        assert (answer.status_code, answer.json()["code"]) == (404, "approval_level.not_found")


class TestCreateApprovalLevel:
    async def test_comes_after_the_others(self, client: httpx.AsyncClient) -> None:
        for name in ("One", "Two"):
            answer = await client.post(
                "approval-levels", json=LEVEL | {"name_en": name}, headers=boss()
            )
            assert answer.status_code == 201
        assert answer.json() | {"id": ""} == LEVEL | {
            "id": "",
            "name_en": "Two",
            "position": 2,
            "escalate_after": None,
            "escalate_to": None,
            "assignments": [],
            "approvers": [],
            "pending": 0,
            "uncovered": 0,
        }

    async def test_several_at_once_get_positions_of_their_own(
        self, client: httpx.AsyncClient
    ) -> None:
        await asyncio.gather(*(make_level(client, name=f"Level {n}") for n in range(5)))
        assert len(await names(client)) == 5

    @pytest.mark.parametrize(
        ("field", "value"),
        [
            ("content_type", "batch"),
            ("name_en", " "),
            ("name_ar", ""),
            ("rule", "most"),
            ("target_days", 0),
        ],
    )
    async def test_422_names_the_field(
        self, client: httpx.AsyncClient, field: str, value: str | int
    ) -> None:
        answer = await client.post("approval-levels", json=LEVEL | {field: value}, headers=boss())
        assert answer.status_code == 422
        assert [problem["field"] for problem in answer.json()["fields"]] == [field]
        assert await names(client, "staff") == []

    async def test_403_without_the_permission(self, client: httpx.AsyncClient) -> None:
        headers = factories.admin(Permission.EDIT_APPROVAL_LEVEL).headers
        answer = await client.post("approval-levels", json=LEVEL, headers=headers)
        assert answer.status_code == 403

    async def test_401_when_signed_out(self, client: httpx.AsyncClient) -> None:
        assert (await client.post("approval-levels", json=LEVEL)).status_code == 401


class TestUpdateApprovalLevel:
    async def test_changes_what_comes_and_not_what_is_under_way(
        self, service: ServiceUnderTest, client: httpx.AsyncClient
    ) -> None:
        users = [await create_admin(service) for _ in range(2)]
        level_id = await make_level(client, *users, rule="all")
        request = await submit(service, client)
        answer = await client.put(
            f"approval-levels/{level_id}",
            json={"name_en": "New", "name_ar": "جديد", "rule": "any", "target_days": 5},
            headers=boss(),
        )
        assert (answer.json()["name_en"], answer.json()["rule"]) == ("New", "any")
        assert (await decide(client, users[0], request)).json()["status"] == "pending"
        later = await submit(service, client)
        assert (await decide(client, users[0], later)).json()["status"] == "approved"

    async def test_404_for_none(self, client: httpx.AsyncClient) -> None:
        change = {"name_en": "New", "name_ar": "جديد", "rule": "any", "target_days": 5}
        answer = await client.put(f"approval-levels/{new_id()}", json=change, headers=boss())
        assert answer.status_code == 404

    async def test_403_without_the_permission(self, client: httpx.AsyncClient) -> None:
        headers = factories.admin(Permission.CREATE_APPROVAL_LEVEL).headers
        answer = await client.put(f"approval-levels/{new_id()}", json={}, headers=headers)
        assert answer.status_code == 403

    async def test_401_when_signed_out(self, client: httpx.AsyncClient) -> None:
        answer = await client.put(f"approval-levels/{new_id()}", json={})
        assert answer.status_code == 401


class TestDeleteApprovalLevel:
    async def test_those_after_it_move_up(self, client: httpx.AsyncClient) -> None:
        ids = [await make_level(client, name=name) for name in ("One", "Two", "Three")]
        answer = await client.delete(f"approval-levels/{ids[1]}", headers=boss())
        assert answer.status_code == 204
        assert await names(client) == ["One", "Three"]

    async def test_all_at_once_leave_nothing(self, client: httpx.AsyncClient) -> None:
        ids = [await make_level(client, name=f"Level {number}") for number in range(4)]
        answers = await asyncio.gather(
            *(client.delete(f"approval-levels/{level_id}", headers=boss()) for level_id in ids * 2)
        )
        assert sorted(answer.status_code for answer in answers) == [204] * 4 + [404] * 4
        assert await names(client) == []

    async def test_409_while_a_request_must_still_pass_it(
        self, service: ServiceUnderTest, client: httpx.AsyncClient
    ) -> None:
        user = await create_admin(service)
        first, second = [await make_level(client, user) for _ in range(2)]
        request = await submit(service, client)
        for level_id in (first, second):
            answer = await client.delete(f"approval-levels/{level_id}", headers=boss())
            assert (answer.status_code, answer.json()["code"]) == (409, "approval_level.in_use")
        await decide(client, user, request)
        assert (await self._delete(client, first)) == 204
        assert (await self._delete(client, second)) == 409
        await decide(client, user, request)
        assert (await self._delete(client, second)) == 204
        seen = await client.get(f"approvals/{request['id']}", headers=boss())
        assert [step["name_en"] for step in seen.json()["steps"]] == ["Documents"] * 2

    @staticmethod
    async def _delete(client: httpx.AsyncClient, level_id: UUID) -> int:
        return (await client.delete(f"approval-levels/{level_id}", headers=boss())).status_code

    async def test_404_for_none(self, client: httpx.AsyncClient) -> None:
        assert (await self._delete(client, new_id())) == 404

    async def test_403_without_the_permission(self, client: httpx.AsyncClient) -> None:
        headers = factories.admin(Permission.EDIT_APPROVAL_LEVEL).headers
        answer = await client.delete(f"approval-levels/{new_id()}", headers=headers)
        assert answer.status_code == 403

    async def test_401_when_signed_out(self, client: httpx.AsyncClient) -> None:
        assert (await client.delete(f"approval-levels/{new_id()}")).status_code == 401


class TestOrderApprovalLevels:
    async def test_levels_change_places(self, client: httpx.AsyncClient) -> None:
        ids = [str(await make_level(client, name=name)) for name in ("One", "Two", "Three")]
        order = {"content_type": "organization", "level_ids": [ids[2], ids[0], ids[1]]}
        answer = await client.put("approval-levels/order", json=order, headers=boss())
        assert answer.status_code == 200
        assert [level["position"] for level in answer.json()["data"]] == [1, 2, 3]
        assert await names(client) == ["Three", "One", "Two"]

    @pytest.mark.parametrize("change", ["missing", "double", "strange"])
    async def test_422_unless_each_is_named_once(
        self, client: httpx.AsyncClient, change: str
    ) -> None:
        ids = [str(await make_level(client, name=name)) for name in ("One", "Two")]
        wrong = {
            "missing": ids[:1],
            "double": [ids[0], ids[0]],
            "strange": [ids[0], str(new_id())],
        }[change]
        answer = await client.put(
            "approval-levels/order",
            json={"content_type": "organization", "level_ids": wrong},
            headers=boss(),
        )
        assert answer.status_code == 422
        assert answer.json()["fields"][0]["code"] == "approval_level.edit_conflict"
        assert await names(client) == ["One", "Two"]

    async def test_403_without_the_permission(self, client: httpx.AsyncClient) -> None:
        headers = factories.admin(Permission.EDIT_APPROVAL_LEVEL).headers
        answer = await client.put("approval-levels/order", json={}, headers=headers)
        assert answer.status_code == 403

    async def test_401_when_signed_out(self, client: httpx.AsyncClient) -> None:
        assert (await client.put("approval-levels/order", json={})).status_code == 401


class TestSetLevelApprovers:
    async def test_replaces_them(
        self, service: ServiceUnderTest, client: httpx.AsyncClient
    ) -> None:
        users = [await create_admin(service, name_en=f"Admin {n}") for n in range(3)]
        level_id = await make_level(client, users[0], users[1])
        answer = await client.put(
            f"approval-levels/{level_id}/approvers",
            json=named(users[2].user_id, users[1].user_id, users[2].user_id),
            headers=factories.admin(Permission.CREATE_APPROVAL_LEVEL).headers,
        )
        assert [one["name_en"] for one in answer.json()["approvers"]] == ["Admin 1", "Admin 2"]

    async def test_the_audit_trail_records_who_came_and_who_went(
        self, service: ServiceUnderTest, client: httpx.AsyncClient
    ) -> None:
        before, after = await create_admin(service), await create_admin(service)
        level_id = await make_level(client, before)
        await client.put(
            f"approval-levels/{level_id}/approvers",
            json=named(after.user_id),
            headers=boss(),
        )
        entries = await service.published(ApprovalsAuditRecorded)
        actions = [
            ((entry.before | entry.after)["user_id"], entry.action)
            for entry in entries
            if entry.noun != "level"
        ]
        assert sorted(actions) == sorted(
            [
                (str(before.user_id), AuditAction.CREATED),
                (str(before.user_id), AuditAction.DELETED),
                (str(after.user_id), AuditAction.CREATED),
            ]
        )

    async def test_422_for_who_is_no_active_admin(
        self, service: ServiceUnderTest, client: httpx.AsyncClient
    ) -> None:
        fine = await create_admin(service)
        gone = await create_admin(service, active=False)
        level_id = await make_level(client)
        answer = await client.put(
            f"approval-levels/{level_id}/approvers",
            json=named(fine.user_id, gone.user_id, new_id()),
            headers=boss(),
        )
        assert answer.status_code == 422
        assert [problem["field"] for problem in answer.json()["fields"]] == [
            "approvers.1.user_id",
            "approvers.2.user_id",
        ]
        seen = await client.get(f"approval-levels/{level_id}", headers=boss())
        assert seen.json()["approvers"] == []

    async def test_who_was_disabled_may_stay_until_replaced(
        self, service: ServiceUnderTest, client: httpx.AsyncClient
    ) -> None:
        stays, new = await create_admin(service), await create_admin(service)
        level_id = await make_level(client, stays)
        await service.deliver(factories.build_profile(stays, active=False), sequence=2)
        await factories.assign(client, level_id, stays, new)
        seen = await client.get(f"approval-levels/{level_id}", headers=boss())
        assert sorted(one["active"] for one in seen.json()["approvers"]) == [False, True]

    async def test_404_for_none(self, client: httpx.AsyncClient) -> None:
        answer = await client.put(
            f"approval-levels/{new_id()}/approvers", json=named(), headers=boss()
        )
        assert answer.status_code == 404

    async def test_403_without_the_permission(self, client: httpx.AsyncClient) -> None:
        headers = factories.admin(Permission.VIEW_APPROVAL_LEVEL).headers
        answer = await client.put(
            f"approval-levels/{new_id()}/approvers", json=named(), headers=headers
        )
        assert answer.status_code == 403

    async def test_401_when_signed_out(self, client: httpx.AsyncClient) -> None:
        answer = await client.put(f"approval-levels/{new_id()}/approvers", json={})
        assert answer.status_code == 401
