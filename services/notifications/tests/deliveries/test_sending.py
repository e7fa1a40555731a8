"""Mails reach a real mail server: once each while all is well, at least once when it is not."""

import asyncio
from datetime import timedelta

import pytest
from contracts.identity import OtpRequested
from kit.db import AsyncSession, utc_now
from kit.testing import ServiceUnderTest
from notifications.deliveries import service as deliveries
from notifications.deliveries.models import Delivery
from notifications.deliveries.sending import send_due
from sqlalchemy import select, text

from services.notifications.tests import factories
from services.notifications.tests.mailbox import Mailbox

NO_LEASE = timedelta(0)


async def only_delivery(session: AsyncSession) -> Delivery:
    """The one delivery, as it is now."""
    session.expire_all()
    return (await session.execute(select(Delivery))).scalar_one()


async def make_due(session: AsyncSession) -> None:
    """Let the time of waiting pass."""
    await session.execute(text("UPDATE deliveries SET next_attempt_at = now()"))
    await session.commit()


class TestSending:
    async def test_a_mail_is_sent_in_the_language_of_its_person(
        self, service: ServiceUnderTest, session: AsyncSession, mailbox: Mailbox
    ) -> None:
        await service.deliver(factories.registered(locale="ar"))
        assert await send_due(service.context) == 1
        (mail,) = mailbox.mails
        assert mail.recipients == ["huda@example.org"]
        assert mail.message["Subject"] == "أهلًا بك في إتقان"
        assert str(mail.message["From"]) == "Itqan <no-reply@itqan.example>"
        assert str(mail.message["To"]) == "هدى سالم <huda@example.org>"
        assert mail.message["Content-Language"] == "ar"
        html = mail.part("text/html")
        assert '<html lang="ar" dir="rtl">' in html
        assert "مرحبًا هدى سالم،" in html
        assert 'href="http://app.test/trainings"' in html
        assert "http://app.test/trainings" in mail.part("text/plain")
        delivery = await only_delivery(session)
        assert (delivery.status, delivery.content, delivery.attempts) == ("sent", None, 1)
        assert delivery.sent_at is not None
        assert (
            mail.message["Message-ID"] == delivery.message_id == (f"<{delivery.id}@itqan.example>")
        )

    async def test_nothing_due_opens_no_connection(
        self, service: ServiceUnderTest, mailbox: Mailbox
    ) -> None:
        assert await send_due(service.context) == 0
        assert mailbox.connections == 0

    async def test_many_mails_share_a_connection(
        self, service: ServiceUnderTest, mailbox: Mailbox
    ) -> None:
        for _ in range(5):
            await service.deliver(factories.registered())
        assert await send_due(service.context) == 5
        assert (len(mailbox.mails), mailbox.connections) == (5, 1)

    async def test_the_newest_address_is_used(
        self, service: ServiceUnderTest, mailbox: Mailbox
    ) -> None:
        fact = factories.registered()
        await service.deliver(fact)
        await service.deliver(factories.profile(user_id=fact.user_id, email="new@example.org"))
        await send_due(service.context)
        assert mailbox.mails[0].recipients == ["new@example.org"]

    async def test_html_in_a_value_stays_text(
        self, service: ServiceUnderTest, mailbox: Mailbox
    ) -> None:
        await service.deliver(
            factories.registered(username="<b>x</b>", name_en="<script>\r\nBcc: a@b.c")
        )
        await send_due(service.context)
        (mail,) = mailbox.mails
        html = mail.part("text/html")
        assert "&lt;b&gt;x&lt;/b&gt;" in html
        assert "<script>" not in html
        assert mail.message["Bcc"] is None
        assert mail.recipients == ["huda@example.org"]

    async def test_a_mail_waits_until_the_address_is_known(
        self, service: ServiceUnderTest, session: AsyncSession, mailbox: Mailbox
    ) -> None:
        fact = factories.charge_paid()
        await service.deliver(fact)
        await send_due(service.context)
        delivery = await only_delivery(session)
        assert (delivery.status, mailbox.mails) == ("queued", [])
        await service.deliver(factories.profile(user_id=fact.payer_user_id))
        await make_due(session)
        assert await send_due(service.context) == 1
        assert len(mailbox.mails) == 1


class TestCodes:
    async def test_the_code_is_sent_first_and_forgotten(
        self, service: ServiceUnderTest, session: AsyncSession, mailbox: Mailbox
    ) -> None:
        await service.deliver(factories.registered())
        fact = factories.otp()
        await service.deliver(fact)
        await send_due(service.context)
        code, welcome = mailbox.mails
        assert "482913" in code.part("text/plain")
        assert "482913" in code.part("text/html")
        assert welcome.message["Subject"] == "Welcome to Itqan"
        rows = (await session.execute(text("SELECT * FROM deliveries"))).all()
        assert "482913" not in str(rows)

    async def test_a_code_that_expires_while_waiting_is_not_sent_and_forgotten(
        self, service: ServiceUnderTest, session: AsyncSession, mailbox: Mailbox
    ) -> None:
        await service.deliver(factories.otp())
        await session.execute(text("UPDATE deliveries SET expires_at = now()"))
        await session.commit()
        assert await send_due(service.context) == 0
        delivery = await only_delivery(session)
        assert (delivery.status, delivery.content) == ("failed", None)
        assert mailbox.mails == []

    async def test_a_reset_code_says_what_it_is_for(
        self, service: ServiceUnderTest, mailbox: Mailbox
    ) -> None:
        fact: OtpRequested = factories.otp(purpose="password_reset")
        await service.deliver(fact)
        await send_due(service.context)
        assert mailbox.mails[0].message["Subject"] == "Your password reset code"


class TestFailures:
    async def test_a_server_that_is_down_delays_and_loses_nothing(
        self, service: ServiceUnderTest, session: AsyncSession
    ) -> None:
        away = Mailbox()
        service.settings.smtp_url = type(service.settings.smtp_url)(away.url)
        for _ in range(3):
            await service.deliver(factories.registered())
        assert await send_due(service.context) == 0
        states = (await session.execute(text("SELECT status, attempts FROM deliveries"))).all()
        assert sorted(states) == [("queued", 0), ("queued", 0), ("queued", 1)]
        await make_due(session)
        with away.listening():
            assert await send_due(service.context) == 3
        assert len(away.mails) == 3

    async def test_the_pauses_grow_to_a_quarter_of_an_hour(
        self, service: ServiceUnderTest, session: AsyncSession
    ) -> None:
        await service.deliver(factories.registered())
        pauses = []
        for _ in range(10):
            await make_due(session)
            async with service.database.transaction() as work:
                mail = await deliveries.claim(work, timedelta(minutes=1), "itqan.example")
                assert mail
                await deliveries.postpone(work, mail, "busy")
            waits = text("SELECT extract(epoch FROM next_attempt_at - now()) FROM deliveries")
            pauses.append(round(float((await session.execute(waits)).scalar_one())))
            await session.commit()
        assert pauses == [5, 10, 20, 40, 80, 160, 320, 640, 900, 900]

    async def test_after_three_days_it_is_given_up_and_kept(
        self, service: ServiceUnderTest, session: AsyncSession, mailbox: Mailbox
    ) -> None:
        mailbox.answer = lambda _: "451 try later"
        await service.deliver(factories.registered())
        await send_due(service.context)
        assert (await only_delivery(session)).status == "queued"
        await session.execute(
            text("UPDATE deliveries SET created_at = now() - interval '73 hours'")
        )
        await make_due(session)
        await send_due(service.context)
        delivery = await only_delivery(session)
        assert delivery.status == "failed"
        assert delivery.content is not None
        assert "451" in str(delivery.last_error)

    async def test_a_mailbox_that_does_not_exist_fails_at_once_and_stops_nobody_else(
        self, service: ServiceUnderTest, session: AsyncSession, mailbox: Mailbox
    ) -> None:
        mailbox.answer = lambda to: "550 no such user" if to.startswith("huda") else "250 OK"
        await service.deliver(factories.registered())
        await service.deliver(factories.registered(email="sami@example.org"))
        assert await send_due(service.context) == 2
        states = (await session.execute(text("SELECT status FROM deliveries"))).scalars()
        assert sorted(states) == ["failed", "sent"]
        assert [mail.recipients for mail in mailbox.mails] == [["sami@example.org"]]

    async def test_an_address_that_is_none_fails_at_once(
        self, service: ServiceUnderTest, session: AsyncSession
    ) -> None:
        await service.deliver(factories.registered(email="nonsense"))
        await send_due(service.context)
        assert (await only_delivery(session)).status == "failed"


class TestCopies:
    async def test_two_copies_send_each_mail_once(
        self, service: ServiceUnderTest, mailbox: Mailbox
    ) -> None:
        for number in range(30):
            await service.deliver(factories.registered(email=f"user{number}@example.org"))
        counts = await asyncio.gather(*(send_due(service.context) for _ in range(3)))
        assert sum(counts) == 30
        recipients = [mail.recipients[0] for mail in mailbox.mails]
        assert len(recipients) == len(set(recipients)) == 30

    async def test_a_claimed_mail_is_nobody_else_s_until_the_lease_ends(
        self, service: ServiceUnderTest, session: AsyncSession
    ) -> None:
        await service.deliver(factories.registered())
        async with service.database.transaction() as work:
            first = await deliveries.claim(work, timedelta(minutes=1), "itqan.example")
        assert first
        async with service.database.transaction() as work:
            assert await deliveries.claim(work, timedelta(minutes=1), "itqan.example") is None
        await make_due(session)
        async with service.database.transaction() as work:
            second = await deliveries.claim(work, timedelta(minutes=1), "itqan.example")
        assert second
        assert (second.message_id, second.attempt) == (first.message_id, 2)

    async def test_a_copy_that_lost_its_lease_decides_nothing(
        self, service: ServiceUnderTest, session: AsyncSession
    ) -> None:
        await service.deliver(factories.registered())
        async with service.database.transaction() as work:
            late = await deliveries.claim(work, NO_LEASE, "itqan.example")
        async with service.database.transaction() as work:
            current = await deliveries.claim(work, timedelta(minutes=1), "itqan.example")
        assert late and current
        async with service.database.transaction() as work:
            await deliveries.fail(work, late, "too late")
            await deliveries.postpone(work, late, "too late")
        assert (await only_delivery(session)).status == "sending"
        async with service.database.transaction() as work:
            await deliveries.mark_sent(work, current)
        assert (await only_delivery(session)).status == "sent"

    @pytest.mark.parametrize("lease", [timedelta(minutes=1)])
    async def test_claiming_costs_three_statements(
        self, service: ServiceUnderTest, queries, lease: timedelta
    ) -> None:
        await service.deliver(factories.otp(expires_at=utc_now() + timedelta(minutes=1)))
        with queries() as statements:
            async with service.database.transaction() as work:
                assert await deliveries.claim(work, lease, "itqan.example")
        assert len(statements) == 3
