"""Users read only their own notifications."""

from datetime import timedelta
from typing import Any
from uuid import UUID

import httpx
import pytest
from kit.database.db import AsyncSession, new_id, utc_now
from kit.testing import Actor, QueryCounter, actor
from notifications.notifications.models import Notification
from notifications.texts.models import Kind
from sqlalchemy import text


async def create_notification(
    session: AsyncSession, user: Actor, number: int = 1, **changes: Any
) -> Notification:
    """Create a notification of a user, `number` minutes after a fixed time."""
    values: dict[str, Any] = {
        "user_id": user.user_id,
        "topic": f"test:{new_id()}",
        "version": 1,
        "kind": Kind.WELCOME,
        "title_en": f"Title {number}",
        "title_ar": f"عنوان {number}",
        "body_en": "Body",
        "body_ar": "نص",
        "link": "/trainings",
        "created_at": utc_now() - timedelta(days=1) + timedelta(minutes=number),
    }
    row = Notification(**values | changes)
    session.add(row)
    await session.commit()
    return row


@pytest.fixture
def user() -> Actor:
    """Return a user who passes no gate, since notifications need none."""
    return actor("candidate", verified=False, identified=False, paid=False, image=False)


async def test_clears_what_is_read_and_no_more(
    client: httpx.AsyncClient, session: AsyncSession, user: Actor
) -> None:
    read = await create_notification(session, user, 1, read_at=utc_now())
    unread = await create_notification(session, user, 2)
    other = actor("candidate")
    await create_notification(session, other, read_at=utc_now())
    for _ in range(2):
        assert (await client.delete("notifications", headers=user.headers)).status_code == 204
    (left,) = (await client.get("notifications", headers=user.headers)).json()["data"]
    assert left["id"] == str(unread.id)
    assert (await client.get("notifications", headers=other.headers)).json()["meta"]["total"] == 1
    # The row stays, so that a redelivered event does not notify again.
    assert await session.get(Notification, read.id, populate_existing=True)


class TestListNotifications:
    async def test_reads_a_kind_by_the_name_that_an_earlier_version_writes(
        self, client: httpx.AsyncClient, session: AsyncSession, user: Actor
    ) -> None:
        row = await create_notification(session, user)
        former = "UPDATE notifications SET kind = 'payment_held' WHERE id = :id"
        await session.execute(text(former), {"id": row.id})
        await session.commit()
        (found,) = (await client.get("notifications", headers=user.headers)).json()["data"]
        assert found["kind"] == "payment_under_review"

    async def test_lists_own_newest_first(
        self, client: httpx.AsyncClient, session: AsyncSession, user: Actor
    ) -> None:
        for number in (2, 1, 3):
            await create_notification(session, user, number)
        await create_notification(session, actor("candidate"))
        answer = await client.get("notifications", headers=user.headers)
        body = answer.json()
        assert answer.status_code == 200
        assert [item["title_en"] for item in body["data"]] == ["Title 3", "Title 2", "Title 1"]
        assert body["meta"] == {"page": 1, "page_size": 20, "total": 3, "capped": False}
        assert body["data"][0] | {"id": "", "created_at": ""} == {
            "id": "",
            "kind": "welcome",
            "title_en": "Title 3",
            "title_ar": "عنوان 3",
            "body_en": "Body",
            "body_ar": "نص",
            "link": "/trainings",
            "created_at": "",
            "read_at": None,
        }

    async def test_pages(
        self, client: httpx.AsyncClient, session: AsyncSession, user: Actor
    ) -> None:
        for number in range(1, 6):
            await create_notification(session, user, number)
        answer = await client.get("notifications?page=2&page_size=2", headers=user.headers)
        assert [item["title_en"] for item in answer.json()["data"]] == ["Title 3", "Title 2"]
        assert answer.json()["meta"]["total"] == 5

    @pytest.mark.parametrize(("unread", "titles"), [("true", ["Title 2"]), ("false", ["Title 1"])])
    async def test_filters_by_reading(
        self,
        client: httpx.AsyncClient,
        session: AsyncSession,
        user: Actor,
        unread: str,
        titles: list[str],
    ) -> None:
        await create_notification(session, user, 1, read_at=utc_now())
        await create_notification(session, user, 2)
        answer = await client.get(f"notifications?unread={unread}", headers=user.headers)
        assert [item["title_en"] for item in answer.json()["data"]] == titles

    @pytest.mark.parametrize(
        ("subject", "titles"),
        [
            ("security", ["Title 4"]),
            ("approvals", ["Title 3"]),
            ("payments", ["Title 2"]),
            ("enrollments", ["Title 1"]),
        ],
    )
    async def test_filters_by_subject(
        self,
        client: httpx.AsyncClient,
        session: AsyncSession,
        user: Actor,
        subject: str,
        titles: list[str],
    ) -> None:
        kinds = (
            Kind.ENROLLMENT_CONFIRMED,
            Kind.REFUND_FAILED,
            Kind.STAFF_APPROVED,
            Kind.STAFF_INVITED,
        )
        for number, kind in enumerate(kinds, 1):
            await create_notification(session, user, number, kind=kind)
        answer = await client.get(f"notifications?subject={subject}", headers=user.headers)
        assert [item["title_en"] for item in answer.json()["data"]] == titles

    async def test_422_for_a_subject_that_there_is_not(
        self, client: httpx.AsyncClient, user: Actor
    ) -> None:
        answer = await client.get("notifications?subject=weather", headers=user.headers)
        assert answer.status_code == 422

    async def test_costs_two_statements(
        self, client: httpx.AsyncClient, session: AsyncSession, user: Actor, queries: QueryCounter
    ) -> None:
        await create_notification(session, user)
        with queries() as statements:
            await client.get("notifications", headers=user.headers)
        assert len(statements) == 2

    async def test_401_when_signed_out(self, client: httpx.AsyncClient) -> None:
        answer = await client.get("notifications")
        assert (answer.status_code, answer.json()["code"]) == (401, "sign_in.required")


class TestGetUnreadNotificationCount:
    async def test_counts_own_unread(
        self, client: httpx.AsyncClient, session: AsyncSession, user: Actor
    ) -> None:
        await create_notification(session, user)
        await create_notification(session, user)
        await create_notification(session, user, read_at=utc_now())
        await create_notification(session, actor("staff"))
        answer = await client.get("notifications/unread-count", headers=user.headers)
        assert answer.json() == {"unread": 2}

    async def test_401_when_signed_out(self, client: httpx.AsyncClient) -> None:
        assert (await client.get("notifications/unread-count")).status_code == 401


class TestMarkNotificationRead:
    async def test_marks_it_and_keeps_the_first_time(
        self, client: httpx.AsyncClient, session: AsyncSession, user: Actor
    ) -> None:
        row = await create_notification(session, user)
        first = await client.post(f"notifications/{row.id}/read", headers=user.headers)
        again = await client.post(f"notifications/{row.id}/read", headers=user.headers)
        assert first.status_code == again.status_code == 200
        assert first.json()["read_at"] is not None
        assert first.json() == again.json()

    @pytest.mark.parametrize("foreign", [True, False])
    async def test_404_for_another_s_and_for_none(
        self, client: httpx.AsyncClient, session: AsyncSession, user: Actor, foreign: bool
    ) -> None:
        identifier: UUID = (
            (await create_notification(session, actor("candidate"))).id if foreign else new_id()
        )
        answer = await client.post(f"notifications/{identifier}/read", headers=user.headers)
        assert answer.status_code == 404
        assert answer.json()["code"] == "notification.not_found"

    async def test_404_for_an_id_that_none_can_have(
        self, client: httpx.AsyncClient, user: Actor
    ) -> None:
        answer = await client.post("notifications/nonsense/read", headers=user.headers)
        assert answer.status_code == 404

    async def test_401_when_signed_out(self, client: httpx.AsyncClient) -> None:
        assert (await client.post(f"notifications/{new_id()}/read")).status_code == 401


class TestMarkAllNotificationsRead:
    async def test_marks_all_own_and_no_other_s(
        self, client: httpx.AsyncClient, session: AsyncSession, user: Actor
    ) -> None:
        other = actor("candidate")
        await create_notification(session, user)
        await create_notification(session, user)
        await create_notification(session, other)
        answer = await client.post("notifications/read-all", headers=user.headers)
        assert answer.json() == {"unread": 0}
        count = await client.get("notifications/unread-count", headers=user.headers)
        assert count.json() == {"unread": 0}
        count = await client.get("notifications/unread-count", headers=other.headers)
        assert count.json() == {"unread": 1}

    async def test_401_when_signed_out(self, client: httpx.AsyncClient) -> None:
        assert (await client.post("notifications/read-all")).status_code == 401
