"""Demo notifications are loaded once, without mails."""

from kit.database.db import AsyncSession
from kit.domain.demo import demo_id
from kit.testing import ServiceUnderTest
from notifications.canned_answers.models import CannedAnswer
from notifications.deliveries.models import Delivery
from notifications.demo.load import INQUIRIES, NOTIFICATIONS, load
from notifications.group_messages.models import GroupMessage, GroupMessageStatus
from notifications.inquiries.models import Inquiry
from notifications.notifications.models import Notification
from sqlalchemy import select
from sqlmodel import col


class TestLoad:
    async def test_loads_everything_once(
        self, service: ServiceUnderTest, session: AsyncSession
    ) -> None:
        for expected in (len(NOTIFICATIONS), 0):
            async with service.database.transaction() as work:
                assert await load(work) == expected
        rows = (
            await session.execute(
                select(Notification).where(col(Notification.user_id) == demo_id("user", "omar"))
            )
        ).scalars()
        assert [(row.kind, row.read_at) for row in rows] == [("welcome", None)]
        assert (await session.execute(select(Delivery))).all() == []
        assert len((await session.execute(select(Inquiry))).all()) == len(INQUIRIES)
        (message,) = await session.scalars(select(GroupMessage))
        assert message.status is GroupMessageStatus.SCHEDULED
        ready = await session.scalars(select(CannedAnswer).order_by(col(CannedAnswer.position)))
        assert [row.name_en for row in ready] == ["Another date", "Refund on its way"]
