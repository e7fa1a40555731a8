"""Mails reach a real server: once normally, at least once after failures."""

import asyncio
from dataclasses import replace

import aiosmtplib
import pytest
from aiosmtpd.smtp import SMTP
from contracts.catalog import SettingsUpdated
from contracts.identity import OtpRequested
from contracts.testing import event
from kit.database.db import AsyncSession
from kit.testing import eventually
from notifications.deliveries import service as deliveries
from notifications.deliveries.adapters import smtp
from notifications.deliveries.claims.service import Queue
from notifications.deliveries.models import Channel
from notifications.notifications.service import notify
from pydantic import SecretStr
from sqlalchemy import text

from deploy.local import ports
from services.notifications.tests import factories
from services.notifications.tests.deliveries.adapters.mailbox import (
    Mailbox,
    claim,
    make_due,
    only_delivery,
    send_due,
    send_queue,
)
from services.notifications.tests.factories import Service, sign_up


class TestSending:
    async def test_a_mail_is_sent_in_the_language_of_its_person(
        self, service: Service, session: AsyncSession, mailbox: Mailbox
    ) -> None:
        await sign_up(service, locale="ar")
        assert await send_due(service.context) == 1
        (mail,) = mailbox.mails
        assert mail.recipients == ["huda@example.org"]
        assert mail.message["Subject"] == "أهلًا بك في إتقان"
        assert str(mail.message["From"]) == "إتقان <no-reply@itqan.example>"
        assert str(mail.message["To"]) == "هدى سالم <huda@example.org>"
        assert mail.message["Content-Language"] == "ar"
        html = mail.part("text/html")
        assert '<html lang="ar" dir="rtl">' in html
        assert "مرحبًا هدى سالم،" in html
        assert 'href="http://app.test/trainings"' in html
        assert "http://app.test/trainings" in mail.part("text/plain")
        delivery = await only_delivery(session)
        assert (delivery.status, delivery.content, delivery.attempts) == ("sent", None, 1)
        kept = text("SELECT count(*) FROM deliveries WHERE content IS NOT NULL")
        assert await session.scalar(kept) == 0, "neither is a null of JSON kept"
        assert delivery.sent_at is not None
        assert (
            mail.message["Message-ID"] == delivery.message_id == (f"<{delivery.id}@itqan.example>")
        )

    async def test_a_mail_is_sent_in_the_name_that_the_settings_have(
        self, service: Service, mailbox: Mailbox
    ) -> None:
        named = event(SettingsUpdated, product_name_en="Masar", product_name_ar="مسار")
        await service.deliver(named, sequence=2)
        await service.deliver(
            event(SettingsUpdated, product_name_en="Old", product_name_ar="قديم"), sequence=1
        )
        for locale, name in (("ar", "مسار"), ("en", "Masar")):
            await sign_up(service, locale=locale)
            await send_due(service.context)
            mail = mailbox.mails[-1]
            assert str(mail.message["From"]) == f"{name} <no-reply@itqan.example>"
            assert name in mail.message["Subject"]
            html = mail.part("text/html")
            assert name in html and "إتقان" not in html and "Itqan" not in html

    async def test_an_arabic_mail_reads_from_right_to_left_where_the_head_is_dropped_too(
        self, service: Service, mailbox: Mailbox
    ) -> None:
        """Some readers drop the head and keep only the tables."""
        for locale, direction, start in (("ar", "rtl", "right"), ("en", "ltr", "left")):
            await sign_up(service, locale=locale)
            await send_due(service.context)
            html = mailbox.mails[-1].part("text/html")
            inner = html.partition("max-width:560px")[0].rpartition("<table")[2]
            assert f'dir="{direction}"' in inner
            assert f"text-align:{start};" in html
            assert mailbox.mails[-1].message.get_content_type() == "multipart/alternative"

    async def test_nothing_due_opens_no_connection(
        self, service: Service, mailbox: Mailbox
    ) -> None:
        assert await send_due(service.context) == 0
        assert mailbox.connections == 0

    async def test_many_mails_share_a_connection(self, service: Service, mailbox: Mailbox) -> None:
        for _ in range(5):
            await sign_up(service)
        assert await send_due(service.context) == 5
        assert (len(mailbox.mails), mailbox.connections) == (5, 1)

    async def test_the_newest_address_is_used(self, service: Service, mailbox: Mailbox) -> None:
        event = await sign_up(service)
        await service.deliver(factories.profile(user_id=event.user_id, email="new@example.org"))
        await send_due(service.context)
        assert mailbox.mails[0].recipients == ["new@example.org"]

    async def test_html_in_a_value_stays_text(self, service: Service, mailbox: Mailbox) -> None:
        await sign_up(service, username="<b>x</b>", name_en="<script>\r\nBcc: a@b.c")
        await send_due(service.context)
        (mail,) = mailbox.mails
        html = mail.part("text/html")
        assert "&lt;b&gt;x&lt;/b&gt;" in html
        assert "<script>" not in html
        assert mail.message["Bcc"] is None
        assert mail.recipients == ["huda@example.org"]

    @pytest.mark.parametrize("locale", ["en", "ar"])
    async def test_neither_a_name_nor_a_title_makes_headers_or_is_filled_in(
        self, service: Service, mailbox: Mailbox, locale: str
    ) -> None:
        name = "{{ 7 * 7 }} {% raise %} {product} {0.__class__} %s"
        header = "\r\nBcc: everybody@example.org\r\n\r\n<img src=x onerror=alert(1)>"
        title = f"{name}{header}"
        user = await sign_up(
            service, locale=locale, name_en=title, name_ar=title, username=name, email="a@b.example"
        )
        async with service.database.transaction() as work:
            values = dict.fromkeys(("title", "starts", "place", "opens", "closes"), title)
            await notify(work, [user.user_id], replace(factories.notice(), values=values))
        await send_due(service.context)
        assert len(mailbox.mails) == 2
        for mail in mailbox.mails:
            assert mail.recipients == ["a@b.example"]
            assert mail.message["Bcc"] is None
            assert "\n" not in mail.message["Subject"] + mail.message["To"]
            (to,) = mail.message["To"].addresses
            assert to.addr_spec == "a@b.example"
            assert to.display_name == f"{name} Bcc: everybody@example.org"[:60].strip()
            assert name in mail.part("text/plain")
            assert "<img" not in mail.part("text/html")
        assert f"{name} Bcc: everybody@example.org <img" in mailbox.mails[1].message["Subject"]

    async def test_a_mail_waits_until_the_address_is_known(
        self, service: Service, session: AsyncSession, mailbox: Mailbox
    ) -> None:
        event = factories.charge_paid()
        await service.deliver(event)
        await send_due(service.context)
        delivery = await only_delivery(session)
        assert (delivery.status, mailbox.mails) == ("queued", [])
        await service.deliver(factories.profile(user_id=event.payer_user_id, verified=False))
        assert await send_due(service.context) == 0
        await service.deliver(factories.profile(user_id=event.payer_user_id))
        assert await send_due(service.context) == 1
        assert len(mailbox.mails) == 1

    async def test_until_the_address_is_verified_only_the_code_is_sent_there(
        self, service: Service, session: AsyncSession, mailbox: Mailbox
    ) -> None:
        event = factories.registered()
        await service.deliver(event)
        await service.deliver(factories.otp(user_id=event.user_id))
        await send_due(service.context)
        assert [mail.message["Subject"] for mail in mailbox.mails] == ["Your verification code"]
        await service.deliver(factories.profile(user_id=event.user_id, verified=False))
        assert await send_due(service.context) == 0
        await service.deliver(factories.profile(user_id=event.user_id), sequence=2)
        await send_due(service.context)
        assert mailbox.mails[-1].message["Subject"] == "Welcome to Itqan"

    async def test_what_waits_for_three_days_is_given_up_after_one_attempt(
        self, service: Service, session: AsyncSession
    ) -> None:
        await service.deliver(factories.registered())
        assert await send_due(service.context) == 1
        waiting = await only_delivery(session)
        assert (waiting.status, waiting.next_attempt_at - waiting.created_at) == (
            "queued",
            deliveries.RETRY_PERIOD,
        )
        await session.execute(text("UPDATE deliveries SET created_at = now() - interval '3 days'"))
        await make_due(session)
        assert await send_due(service.context) == 1
        given_up = await only_delivery(session)
        assert (given_up.status, given_up.attempts) == ("failed", 2)
        assert await service.measured("itqan_deliveries_failed") == 1
        assert "not verified" in str(given_up.last_error)

    async def test_an_address_verified_between_claim_and_postponement_is_not_waited_for(
        self, service: Service, session: AsyncSession, mailbox: Mailbox
    ) -> None:
        event = factories.registered()
        await service.deliver(event)
        async with service.database.transaction() as work:
            claimed = await claim(work)
        assert claimed and claimed.address is None
        await service.deliver(factories.profile(user_id=event.user_id))
        async with service.database.transaction() as work:
            await deliveries.postpone_until_verified(work, claimed, "not verified")
        assert await send_due(service.context) == 1
        assert len(mailbox.mails) == 1


class TestCodes:
    async def test_the_code_is_sent_first_and_deleted(
        self, service: Service, session: AsyncSession, mailbox: Mailbox
    ) -> None:
        await sign_up(service)
        event = factories.otp()
        await service.deliver(event)
        await send_due(service.context)
        code, welcome = mailbox.mails
        assert "482913" in code.part("text/plain")
        assert "482913" in code.part("text/html")
        assert welcome.message["Subject"] == "Welcome to Itqan"
        rows = (await session.execute(text("SELECT * FROM deliveries"))).all()
        assert "482913" not in str(rows)

    async def test_a_code_that_expires_while_waiting_is_not_sent_and_is_deleted(
        self, service: Service, session: AsyncSession, mailbox: Mailbox
    ) -> None:
        await service.deliver(factories.otp())
        await session.execute(text("UPDATE deliveries SET expires_at = now()"))
        await session.commit()
        assert await send_due(service.context) == 0
        delivery = await only_delivery(session)
        assert (delivery.status, delivery.content) == ("failed", None)
        assert mailbox.mails == []

    async def test_a_reset_code_says_what_it_is_for(
        self, service: Service, mailbox: Mailbox
    ) -> None:
        event: OtpRequested = factories.otp(purpose="password_reset")
        await service.deliver(event)
        await send_due(service.context)
        assert mailbox.mails[0].message["Subject"] == "Your password reset code"


async def give_up_silent_server(service: Service) -> None:
    """Return once a client with the service's timeout has given up on a silent server."""
    port = ports.choose()
    accepted: list[asyncio.StreamWriter] = []
    async with await asyncio.start_server(
        lambda _, writer: accepted.append(writer), "127.0.0.1", port
    ):
        url = SecretStr(f"smtp://127.0.0.1:{port}")
        client = smtp.create_client(service.settings.model_copy(update={"smtp_url": url}))
        with pytest.raises(aiosmtplib.SMTPTimeoutError):
            await client.connect()
        for writer in accepted:
            writer.close()


class TestFailures:
    async def test_a_server_that_is_down_delays_and_loses_nothing(
        self, service: Service, session: AsyncSession
    ) -> None:
        away = Mailbox()
        service.settings.smtp_url = type(service.settings.smtp_url)(away.url)
        for _ in range(3):
            await sign_up(service)
        assert await send_due(service.context) == 0
        states = (await session.execute(text("SELECT status, attempts FROM deliveries"))).all()
        assert sorted(states) == [("queued", 0), ("queued", 0), ("queued", 1)]
        await make_due(session)
        with away.listening():
            assert await send_due(service.context) == 3
        assert len(away.mails) == 3

    async def test_the_pauses_grow_to_a_quarter_of_an_hour(
        self, service: Service, session: AsyncSession
    ) -> None:
        await sign_up(service)
        pauses = []
        for _ in range(10):
            await make_due(session)
            async with service.database.transaction() as work:
                mail = await claim(work)
                assert mail
                await deliveries.postpone(work, mail, "busy")
                # In the same transaction, so `now()` is constant.
                waits = text("SELECT extract(epoch FROM next_attempt_at - now()) FROM deliveries")
                pauses.append(round(float((await work.execute(waits)).scalar_one())))
        assert pauses == [5, 10, 20, 40, 80, 160, 320, 640, 900, 900]

    async def test_after_three_days_it_is_given_up_and_kept(
        self, service: Service, session: AsyncSession, mailbox: Mailbox
    ) -> None:
        mailbox.answer = lambda _: "451 try later"
        await sign_up(service)
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
        self, service: Service, session: AsyncSession, mailbox: Mailbox
    ) -> None:
        mailbox.answer = lambda to: "550 no such user" if to.startswith("huda") else "250 OK"
        await sign_up(service)
        await sign_up(service, email="sami@example.org")
        assert await send_due(service.context) == 2
        states = (await session.execute(text("SELECT status FROM deliveries"))).scalars()
        assert sorted(states) == ["failed", "sent"]
        assert [mail.recipients for mail in mailbox.mails] == [["sami@example.org"]]

    @pytest.mark.parametrize(
        "address",
        ["nonsense", "", "@", "a@b@c", "a b@example.org", "هدى@example.org", "x@y\r\nBcc: z@y.org"],
    )
    async def test_an_address_that_is_none_fails_at_once(
        self, service: Service, session: AsyncSession, mailbox: Mailbox, address: str
    ) -> None:
        await sign_up(service, email=address)
        await send_due(service.context)
        assert (await only_delivery(session)).status == "failed"
        assert mailbox.mails == []

    @pytest.mark.parametrize(("said", "status"), [("554 spam", "failed"), ("451 busy", "queued")])
    async def test_a_mail_that_is_refused_is_tried_again_only_if_the_server_says_so(
        self,
        service: Service,
        session: AsyncSession,
        mailbox: Mailbox,
        said: str,
        status: str,
    ) -> None:
        async def refuse(_: SMTP) -> str:
            return said

        mailbox.confirm = refuse
        await sign_up(service)
        await send_due(service.context)
        delivery = await only_delivery(session)
        assert (delivery.status, delivery.unanswered) == (status, 0)
        assert delivery.content is not None
        assert said[:3] in str(delivery.last_error)

    async def test_a_server_that_takes_its_time_over_a_mail_is_waited_for(
        self,
        service: Service,
        session: AsyncSession,
        mailbox: Mailbox,
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        monkeypatch.setattr(smtp, "SERVER_TIMEOUT_SECONDS", 3.0)
        loop = asyncio.get_running_loop()

        async def examine(_: SMTP) -> str:
            # The mail server has its own thread and event loop.
            given_up = asyncio.run_coroutine_threadsafe(give_up_silent_server(service), loop)
            await asyncio.wrap_future(given_up)
            return "250 OK"

        mailbox.confirm = examine
        await sign_up(service)
        assert await send_due(service.context) == 1
        delivery = await only_delivery(session)
        assert (delivery.status, delivery.attempts) == ("sent", 1)

    async def test_a_server_that_takes_mails_and_never_says_so_gets_few_of_them(
        self, service: Service, session: AsyncSession, mailbox: Mailbox
    ) -> None:
        """Each attempt may deliver another copy."""

        async def die(server: SMTP) -> str:
            assert isinstance(server.transport, asyncio.Transport)
            server.transport.abort()
            return "250 OK"

        mailbox.confirm = die
        await sign_up(service)
        for number in range(1, deliveries.MAX_UNANSWERED + 3):
            assert await send_due(service.context) == 0
            expected = "queued" if number < deliveries.MAX_UNANSWERED else "failed"
            assert (await only_delivery(session)).status == expected
            await make_due(session)
        assert len(mailbox.mails) == deliveries.MAX_UNANSWERED
        assert len({mail.message["Message-ID"] for mail in mailbox.mails}) == 1
        assert (await only_delivery(session)).content is not None

    async def test_a_mail_that_takes_its_time_holds_up_no_code(
        self, service: Service, mailbox: Mailbox
    ) -> None:
        examined = asyncio.Event()
        loop = asyncio.get_running_loop()

        async def examine(_: SMTP) -> str:
            # The mail server has its own thread and event loop.
            if len(mailbox.mails) == 1:
                await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(examined.wait(), loop))
            return "250 OK"

        mailbox.confirm = examine
        await sign_up(service)
        notices = asyncio.create_task(
            send_queue(service.context, Queue(Channel.EMAIL, codes=False))
        )
        await eventually(lambda: mailbox.mails)
        await service.deliver(factories.otp())
        assert await send_queue(service.context, Queue(Channel.EMAIL, codes=True)) == 1
        assert not notices.done()
        examined.set()
        assert await notices == 1
