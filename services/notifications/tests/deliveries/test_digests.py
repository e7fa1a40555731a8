"""Mails of one kind within a minute become a digest, and none is lost."""

import asyncio

from kit.database.db import AsyncSession
from notifications.deliveries.digests import service as digests
from notifications.deliveries.models import Channel
from sqlalchemy import text

from services.notifications.tests import factories
from services.notifications.tests.deliveries.adapters.mailbox import (
    Mailbox,
    claim,
    make_due,
    send_due,
)
from services.notifications.tests.factories import Service, mails, notifications_of

PASS = text("UPDATE deliveries SET created_at = created_at - interval '61 seconds'")


async def pay(service: Service, user_id: object, count: int, first: int = 0) -> None:
    """Create this many receipts for one user."""
    for number in range(first, first + count):
        paid = factories.charge_paid(
            payer_user_id=user_id, title_en=f"Course <{number}>", title_ar=f"دورة {number}"
        )
        await service.deliver(paid)
        await service.deliver(factories.document_made(paid))


async def pass_minute(session: AsyncSession) -> None:
    await session.execute(PASS)
    await session.commit()
    await make_due(session)


async def statuses(session: AsyncSession) -> list[str]:
    session.expire_all()
    return sorted(each.status for each in await mails(session))


class TestDigests:
    async def test_a_burst_is_one_mail_with_a_list_and_single_in_the_app(
        self, service: Service, session: AsyncSession, mailbox: Mailbox
    ) -> None:
        user = await factories.sign_up(service, locale="ar")
        await pay(service, user.user_id, 12)
        await send_due(service.context)
        assert [len(mailbox.mails), len(await notifications_of(session, user.user_id))] == [1, 13]
        assert mailbox.mails.pop().message["Subject"] == "أهلًا بك في إتقان"
        await pass_minute(session)
        # Concurrent workers create one digest, or two that share no notice.
        await asyncio.gather(*(send_due(service.context) for _ in range(3)))
        await send_due(service.context)
        listed = "".join(mail.part("text/plain") for mail in mailbox.mails)
        assert all(listed.count(f"دورة {number} ") <= 1 for number in range(12))
        assert sum(f"دورة {number}" in listed for number in range(12)) == 12
        assert len(mailbox.mails) <= 3
        assert "queued" not in await statuses(session)

    async def test_it_lists_each_with_its_link_in_both_parts(
        self, service: Service, session: AsyncSession, mailbox: Mailbox
    ) -> None:
        user = await factories.sign_up(service, locale="en")
        await send_due(service.context)
        await pay(service, user.user_id, 6)
        await pass_minute(session)
        await send_due(service.context)
        mail = mailbox.mails[-1]
        assert len(mailbox.mails) == 2
        assert mail.message["Subject"] == "6 new notifications"
        html, plain = mail.part("text/html"), mail.part("text/plain")
        assert "Course &lt;5&gt;" in html and "Course <5>" in plain
        assert html.count('href="http://app.test/api/v1/receipts/mailed/') == 6
        assert plain.count("http://app.test/api/v1/receipts/mailed/") == 6
        assert await statuses(session) == ["merged"] * 5 + ["sent"] * 2

    async def test_few_or_of_different_people_or_slowly_come_by_themselves(
        self, service: Service, session: AsyncSession, mailbox: Mailbox
    ) -> None:
        for _ in range(2):
            user = await factories.sign_up(service)
            await pay(service, user.user_id, digests.MAX_SEPARATE)
        await send_due(service.context)
        assert len(mailbox.mails) == 2 + 2 * digests.MAX_SEPARATE
        await session.execute(text("UPDATE deliveries SET created_at = now() - interval '3 min'"))
        await session.commit()
        await pay(service, user.user_id, 1)
        await send_due(service.context)
        assert len(mailbox.mails) == 3 + 2 * digests.MAX_SEPARATE

    async def test_a_copy_that_dies_with_the_list_in_hand_loses_none_of_it(
        self, service: Service, session: AsyncSession, mailbox: Mailbox
    ) -> None:
        user = await factories.sign_up(service)
        await send_due(service.context)
        await pay(service, user.user_id, 60)
        await pass_minute(session)
        async with service.database.transaction() as work:
            claimed = await claim(work)
        assert claimed and len(claimed.message.en.items) == digests.MAX_LISTED
        assert "10 more" in claimed.message.en.body
        # The worker crashes, so its lease expires.
        await session.execute(text("UPDATE deliveries SET next_attempt_at = now()"))
        await session.commit()
        await send_due(service.context)
        assert len(mailbox.mails) == 2
        assert mailbox.mails[-1].message["Subject"] == "60 new notifications"
        assert mailbox.mails[-1].message["Message-ID"] == claimed.message_id

    async def test_text_messages_are_never_merged(
        self, service: Service, session: AsyncSession
    ) -> None:
        user = await factories.sign_up(service)
        await pay(service, user.user_id, 6)
        await session.execute(text("UPDATE deliveries SET channel = 'sms'"))
        await pass_minute(session)
        async with service.database.transaction() as work:
            deliveries = await mails(work)
            assert {delivery.channel for delivery in deliveries} == {Channel.SMS}
            assert await digests.count_neighbors(work, deliveries) == {}
        assert await statuses(session) == ["queued"] * 7
