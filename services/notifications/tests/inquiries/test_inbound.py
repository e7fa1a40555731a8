"""Replies by mail are added to their conversation, and two robots never answer each other."""

import base64
import json
import tracemalloc
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage

import httpx
import pytest
from kit.database.db import AsyncSession, new_id
from kit.testing import Actor
from notifications.deliveries.tokens.service import create_token
from notifications.inquiries.adapters.mail import read_reply
from notifications.inquiries.models import Inquiry, Purpose
from pydantic import SecretStr
from standardwebhooks import Webhook

from services.notifications.tests.deliveries.adapters.mailbox import Mailbox, send_due
from services.notifications.tests.factories import Service, notifications_of
from services.notifications.tests.inquiries.test_desk import asked, desk, new_quota
from services.notifications.tests.inquiries.test_routes import picture

__all__ = ["desk", "new_quota"]

SECRET = "whsec_" + base64.b64encode(b"for the tests of mails").decode()


@pytest.fixture
def _taken(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    """Accept inbound mails."""
    monkeypatch.setattr(service.settings, "inbound_mail_secret", SecretStr(SECRET))
    monkeypatch.setattr(service.settings, "mail_reply_to", "queries@reply.example.org")


def mail(text: str = "Yes, please hold them.", **headers: str) -> EmailMessage:
    """Build the asker's reply."""
    message = EmailMessage()
    given = {"From": "Huda <huda@example.org>", "Message-ID": f"<{new_id()}@example.org>"}
    for name, value in (given | {n.replace("_", "-"): v for n, v in headers.items()}).items():
        message[name] = value
    message.set_content(text)
    return message


async def hand_in(
    client: httpx.AsyncClient,
    recipient: str,
    raw: bytes,
    *,
    secret: str = SECRET,
    at: datetime | None = None,
) -> httpx.Response:
    body = json.dumps({"recipient": recipient, "mail": base64.b64encode(raw).decode()})
    at = at or datetime.now(UTC)
    signature = Webhook(secret).sign("msg_1", at, body)
    headers = {
        "content-type": "application/json",
        "webhook-id": "msg_1",
        "webhook-timestamp": str(int(at.timestamp())),
        "webhook-signature": signature,
    }
    return await client.post("queries/inbound-mails", content=body, headers=headers)


def address_of(service: Service, inquiry: Inquiry) -> str:
    token = create_token(service.settings.sealing_secrets, Purpose.MAIL, inquiry.id)
    return f"queries+{token}@reply.example.org"


@pytest.mark.usefixtures("_taken")
class TestInbound:
    async def test_an_answer_joins_the_conversation_once(
        self,
        client: httpx.AsyncClient,
        session: AsyncSession,
        service: Service,
        mailbox: Mailbox,
        desk: Actor,
    ) -> None:
        inquiry = await asked(client, session)
        page = f"queries/{inquiry.id}"
        body = {"text": "Shall we hold ten seats?", "version": 1, "close": True}
        await client.post(f"{page}/answers", json=body, headers=desk.headers)
        await send_due(service.context)
        ours = mailbox.mails[-1]
        recipient = str(ours.message["Reply-To"].addresses[0].addr_spec)
        quoted = "\n".join(f"> {line}" for line in ours.part("text/plain").splitlines())
        text = f"نعم، نرجو الحجز.\n\nOn Monday Itqan <{recipient}>\nwrote:\n\n{quoted}\n"
        answer = mail(text, In_Reply_To=str(ours.message["Message-ID"]))
        answer.add_attachment(picture(), "image", "png", filename="../../x.png")
        answer.add_attachment(b"MZ a program", "application", "pdf", filename="x.pdf")
        for outcome in ("added", "repeated"):
            given = await hand_in(client, recipient.upper(), answer.as_bytes())
            assert (given.status_code, given.json()) == (200, {"outcome": outcome})
        found = (await client.get(page, headers=desk.headers)).json()
        assert found["status"] == "open"
        assert found["entries"][-1] | {"id": "", "created_at": ""} == {
            "id": "",
            "created_at": "",
            "kind": "message",
            "text": "نعم، نرجو الحجز.",
            "author": None,
            "sender": "huda@example.org",
            "refused_files": 1,
            "mail": None,
        }
        assert [file["media_type"] for file in found["files"]] == ["image/webp"]
        (notice,) = await notifications_of(session, desk.user_id)
        assert notice.kind == "inquiry_replied"
        # Nothing is sent back to the asker.
        mailbox.mails.clear()
        await send_due(service.context)
        assert [mail.recipients for mail in mailbox.mails if "huda" in str(mail.recipients)] == []
        again = {"text": "They are held.", "version": found["version"]}
        await client.post(f"{page}/answers", json=again, headers=desk.headers)
        await send_due(service.context)
        sent = next(mail for mail in mailbox.mails if "huda" in str(mail.recipients))
        assert sent.message["In-Reply-To"] == answer["Message-ID"]

    @pytest.mark.parametrize(
        "headers",
        [
            {"Auto_Submitted": "auto-replied; owner-email=x"},
            {"Precedence": "bulk"},
            {"X_Autoreply": "yes"},
            {"List_Id": "<all.example.org>"},
            {"Return_Path": "<>"},
            {"From": "Mail Delivery <MAILER-DAEMON@example.org>"},
        ],
    )
    async def test_robots_are_recognized(
        self,
        client: httpx.AsyncClient,
        session: AsyncSession,
        service: Service,
        headers: dict[str, str],
    ) -> None:
        inquiry = await asked(client, session)
        raw = mail(**headers).as_bytes()
        given = await hand_in(client, address_of(service, inquiry), raw)
        assert given.json() == {"outcome": "automatic"}

    async def test_what_is_of_no_use_is_taken_and_left(
        self, client: httpx.AsyncClient, session: AsyncSession, service: Service
    ) -> None:
        inquiry = await asked(client, session)
        ours = address_of(service, inquiry)
        link = create_token(service.settings.sealing_secrets, Purpose.LINK, inquiry.id)
        large = await hand_in(client, ours, b"x" * (13 * 1024 * 1024 + 1))
        assert large.json()["fields"][0]["code"] == "field.too_long"
        for recipient, raw, outcome in (
            ("huda@example.org", mail().as_bytes(), "unknown"),
            (f"queries+{link}@reply.example.org", mail().as_bytes(), "unknown"),
            ("", b"", "unknown"),
            (ours, b"", "empty"),
            (ours, mail("> only\n> what was there\n").as_bytes(), "empty"),
            (ours, b"\xff\x00\xfe" * 1000, "added"),
        ):
            given = await hand_in(client, recipient, raw)
            assert (given.status_code, given.json()) == (200, {"outcome": outcome}), outcome

    async def test_of_a_mail_with_ten_megabytes_the_words_are_kept_and_memory_stays_bounded(
        self, client: httpx.AsyncClient, session: AsyncSession, service: Service, desk: Actor
    ) -> None:
        inquiry = await asked(client, session)
        answer = mail()
        # In base64 this is nearly the maximum mail size.
        answer.add_attachment(bytes(9 * 2**20), "application", "pdf", filename="large.pdf")
        raw = answer.as_bytes()
        tracemalloc.start()
        given = await hand_in(client, address_of(service, inquiry), raw)
        _, most = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        assert given.json() == {"outcome": "added"}
        assert most < 16 * len(raw)
        found = (await client.get(f"queries/{inquiry.id}", headers=desk.headers)).json()
        assert found["entries"][-1]["refused_files"] == 1
        assert found["files"] == []

    async def test_a_conversation_is_not_flooded(
        self, client: httpx.AsyncClient, session: AsyncSession, service: Service
    ) -> None:
        recipient = address_of(service, await asked(client, session))
        outcomes = [
            (await hand_in(client, recipient, mail().as_bytes())).json()["outcome"]
            for _ in range(21)
        ]
        assert outcomes == ["added"] * 20 + ["too_many"]

    async def test_a_mail_may_take_as_long_as_an_upload(
        self,
        client: httpx.AsyncClient,
        session: AsyncSession,
        service: Service,
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        recipient = address_of(service, await asked(client, session))
        monkeypatch.setattr("kit.telemetry.instrumentation.LONG_SECONDS", 0)
        given = await hand_in(client, recipient, mail().as_bytes())
        assert given.status_code == 503

    async def test_only_whom_we_know_hands_mails_in(
        self, client: httpx.AsyncClient, service: Service, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        other = "whsec_" + base64.b64encode(b"of somebody else").decode()
        old = datetime.now(UTC) - timedelta(minutes=10)
        unsigned = await client.post("queries/inbound-mails", json={"recipient": "", "mail": ""})
        wrong = [
            unsigned,
            await hand_in(client, "x", b"", secret=other),
            await hand_in(client, "x", b"", at=old),
        ]
        monkeypatch.setattr(service.settings, "inbound_mail_secret", None)
        wrong.append(await hand_in(client, "x", b""))
        assert [answer.status_code for answer in wrong] == [401] * 4
        assert {answer.json()["code"] for answer in wrong} == {"signature.invalid"}


class TestReading:
    def test_words_are_found_in_whatever_form_they_come(self) -> None:
        page = EmailMessage()
        page.set_content(
            "<html><head><style>p{}</style></head><p>One&nbsp;&amp; two</p><div>three<br>four</div>"
            "<script>alert(1)</script>",
            subtype="html",
        )
        assert read_reply(page.as_bytes()).text.split() == ["One", "&", "two", "three", "four"]
        odd = b"From: x\nContent-Type: text/plain; charset=nothing-known\n\nHello\x00 there"
        assert read_reply(odd).text == "Hello there"
        outlook = "New words.\n\n________________________________\nFrom: Itqan\nOld words."
        assert read_reply(mail(outlook).as_bytes()).text == "New words."
        between = "> You asked?\nI answer.\n\nHuda"
        assert read_reply(mail(between).as_bytes()).text == between
        assert len(read_reply(mail("word " * 3000).as_bytes()).text) == 5000

    def test_no_header_is_carried_on(self) -> None:
        raw = b"Message-ID: <a@b>\r\n\tBcc: <c@d>\r\nFrom: a@b\r\n c@d\r\n\r\nHello"
        reply = read_reply(raw)
        assert reply.message_id == "<a@b>"
        assert "\n" not in reply.sender + reply.message_id

    def test_files_are_at_most_five(self) -> None:
        message = mail()
        for number in range(7):
            message.add_attachment(b"x" * number + b"y", "image", "png", filename="x")
        reply = read_reply(message.as_bytes())
        assert (len(reply.files), reply.more_files) == (5, 2)
