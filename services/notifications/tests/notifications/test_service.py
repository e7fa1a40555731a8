"""Notifications to many users."""

from datetime import time
from uuid import UUID

from contracts.notifications import NotificationsCreated
from kit.database.db import AsyncSession, new_id, utc_now
from kit.testing import QueryCounter
from notifications.deliveries.models import Channel
from notifications.devices.models import Device, DeviceKind
from notifications.notifications import service as notifying
from notifications.notifications.service import notify
from notifications.preferences.models import Preference
from pytest import MonkeyPatch
from sqlalchemy import text

from services.notifications.tests import factories
from services.notifications.tests.factories import Service, mails

MANY = 300


async def notified(service: Service, user_ids: list[UUID], topic: str) -> None:
    async with service.database.transaction() as work:
        await notify(work, user_ids, factories.notice(topic))


class TestNotify:
    async def test_many_take_as_many_statements_as_one_and_are_woken_by_one_event(
        self, service: Service, session: AsyncSession, queries: QueryCounter
    ) -> None:
        people = [new_id() for _ in range(MANY)]
        await notified(service, people[:1], "before")
        with queries() as of_one:
            await notified(service, people[:1], "one")
        with queries() as of_many:
            await notified(service, [*people, *people], "many")
        assert len(of_many) == len(of_one)
        await notified(service, people, "many")
        rows = (
            await session.execute(
                text(
                    "SELECT n.id, n.user_id, d.user_id, d.status, d.content ->> 'en' = d.content"
                    " ->> 'ar' FROM notifications n JOIN deliveries d ON d.notification_id = n.id"
                    " WHERE topic = 'many'"
                )
            )
        ).all()
        assert sorted(row[1] for row in rows) == people
        assert {tuple(row[3:]) for row in rows} == {("queued", False)}
        assert all(row[1] == row[2] for row in rows)
        *_, woken = await service.published(NotificationsCreated)
        assert woken.user_ids == {row[0]: row[1] for row in rows}

    async def test_each_hears_by_the_channels_and_after_the_hours_that_they_have_chosen(
        self, service: Service, session: AsyncSession
    ) -> None:
        muted, quiet, ordinary = (new_id() for _ in range(3))
        session.add(Preference(user_id=muted, muted={"email": ["alerts"]}))
        session.add(Preference(user_id=quiet, muted={}, quiet_from=time.min, quiet_until=time.max))
        session.add(Device(user_id=muted, token="token", kind=DeviceKind.FCM))
        await session.commit()
        await notified(service, [muted, quiet, ordinary], "chosen")
        found = {each.user_id: each for each in await mails(session)}
        assert {user_id: each.channel for user_id, each in found.items()} == {
            muted: Channel.PUSH,
            quiet: Channel.EMAIL,
            ordinary: Channel.EMAIL,
        }
        assert found[ordinary].next_attempt_at <= utc_now() < found[quiet].next_attempt_at

    async def test_events_that_wake_are_of_bounded_size(
        self, service: Service, monkeypatch: MonkeyPatch
    ) -> None:
        monkeypatch.setattr(notifying, "MAX_USERS_PER_EVENT", 2)
        people = [new_id() for _ in range(5)]
        await notified(service, people, "many")
        woken = [event.user_ids.values() for event in await service.published(NotificationsCreated)]
        assert [len(each) for each in woken] == [2, 2, 1]
        assert {user_id for each in woken for user_id in each} == set(people)
