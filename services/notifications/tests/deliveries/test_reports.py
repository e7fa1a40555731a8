"""Bounces mark addresses, their owners unmark them, and admins resend failed messages."""

import base64
import json
from datetime import UTC, datetime, timedelta
from typing import Any

import httpx
import pytest
from kit.database.db import AsyncSession, new_id
from kit.testing import Actor, QueryCounter, actor
from notifications.addresses.models import MarkedAddress
from notifications.texts.models import Kind
from pydantic import SecretStr
from sqlalchemy import select, text
from standardwebhooks import Webhook

from services.notifications.tests import factories
from services.notifications.tests.deliveries.adapters.mailbox import Mailbox, send_due
from services.notifications.tests.factories import Service, mails

SECRET = "whsec_" + base64.b64encode(b"for the tests of reports").decode()
URL = "/notifications"


@pytest.fixture(autouse=True)
def _taken(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    """Accept reports."""
    monkeypatch.setattr(service.settings, "mail_report_secret", SecretStr(SECRET))


@pytest.fixture
def admin() -> Actor:
    return actor("admin", permissions=["manage-application-settings"])


async def report(
    client: httpx.AsyncClient,
    event: str = "bounced",
    recipient: str = "Huda@example.org",
    *,
    secret: str = SECRET,
    at: datetime | None = None,
    **more: Any,
) -> httpx.Response:
    body = json.dumps({"event": event, "recipient": recipient, "detail": "550 no such user"} | more)
    at = at or datetime.now(UTC)
    headers = {
        "content-type": "application/json",
        "webhook-id": "msg_1",
        "webhook-timestamp": str(int(at.timestamp())),
        "webhook-signature": Webhook(secret).sign("msg_1", at, body),
    }
    return await client.post(f"{URL}/mail-reports", content=body, headers=headers)


async def marked(session: AsyncSession) -> list[tuple[str, str]]:
    session.expire_all()
    rows = await session.scalars(select(MarkedAddress).order_by(MarkedAddress.address))
    return [(row.address, row.mark) for row in rows]


class TestReports:
    async def test_a_mail_that_comes_back_marks_its_address_and_notices_are_held_back(
        self, service: Service, client: httpx.AsyncClient, session: AsyncSession, mailbox: Mailbox
    ) -> None:
        user = await factories.sign_up(service)
        await send_due(service.context)
        (first,) = await mails(session)
        for _ in range(2):
            assert (await report(client, message_id=first.message_id)).status_code == 204
        assert await marked(session) == [("huda@example.org", "bounce")]
        await service.deliver(factories.payment_failed(payer_user_id=user.user_id))
        await service.deliver(factories.otp(user_id=user.user_id))
        assert await send_due(service.context) == 2
        # Codes are sent: entering one proves that the address works.
        assert [mail.message["Subject"] for mail in mailbox.mails] == [
            "Welcome to Itqan",
            "Your verification code",
        ]
        session.expire_all()
        found = {each.kind: each for each in await mails(session)}
        assert found[Kind.WELCOME].status == "failed"
        assert found[Kind.WELCOME].last_error == "bounced: 550 no such user"
        assert found[Kind.PAYMENT_FAILED_SEAT].status == "suppressed"
        assert found[Kind.PAYMENT_FAILED_SEAT].content

    @pytest.mark.parametrize("event", ["delayed", "delivered"])
    async def test_what_is_no_end_marks_nothing(
        self, client: httpx.AsyncClient, session: AsyncSession, event: str
    ) -> None:
        assert (await report(client, event)).status_code == 204
        assert await marked(session) == []

    async def test_only_the_provider_is_believed(
        self,
        service: Service,
        client: httpx.AsyncClient,
        session: AsyncSession,
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        other = "whsec_" + base64.b64encode(b"of somebody else's").decode()
        refused = [
            await report(client, secret=other),
            await report(client, at=datetime.now(UTC) - timedelta(hours=1)),
            await client.post(
                f"{URL}/mail-reports", json={"event": "bounced", "recipient": "a@b.c"}
            ),
        ]
        monkeypatch.setattr(service.settings, "mail_report_secret", None)
        refused.append(await report(client))
        assert {(each.status_code, each.json()["code"]) for each in refused} == {
            (401, "signature.invalid")
        }
        assert await marked(session) == []

    async def test_what_is_no_report_of_ours_is_refused_or_marks_the_address_alone(
        self, client: httpx.AsyncClient, session: AsyncSession
    ) -> None:
        assert (await report(client, "exploded")).status_code == 422
        assert (await report(client, recipient="")).status_code == 422
        for message_id in ("<nonsense>", f"<{new_id()}@itqan.example>", "\u0000"):
            answer = await report(client, "complained", message_id=message_id)
            assert answer.status_code in (204, 422)
        assert await marked(session) == [("huda@example.org", "complaint")]


class TestOwnAddress:
    async def test_the_person_sees_it_and_says_that_it_works_again(
        self, service: Service, client: httpx.AsyncClient, session: AsyncSession, mailbox: Mailbox
    ) -> None:
        user = await factories.sign_up(service)
        person = actor("candidate", user_id=user.user_id)
        await report(client)
        await report(client, recipient="sami@example.org")
        seen = (await client.get(f"{URL}/address", headers=person.headers)).json()
        assert (seen["address"], seen["mark"]) == ("huda@example.org", "bounce")
        corrected = await client.post(f"{URL}/address/unmark", headers=person.headers)
        assert corrected.json() == {"address": "huda@example.org", "mark": None, "marked_at": None}
        assert await marked(session) == [("sami@example.org", "bounce")]
        await send_due(service.context)
        assert len(mailbox.mails) == 1

    async def test_an_address_that_is_verified_anew_is_unmarked(
        self, service: Service, client: httpx.AsyncClient, session: AsyncSession
    ) -> None:
        user = await factories.sign_up(service)
        await report(client)
        await report(client, recipient="new@example.org")
        known = factories.profile_of(user)
        await service.deliver(known, sequence=2)
        assert len(await marked(session)) == 2, "that of somebody who was verified already"
        await service.deliver(known.model_copy(update={"email": "New@example.org"}), sequence=3)
        assert await marked(session) == [("huda@example.org", "bounce")]

    async def test_nobody_known_has_no_address(
        self, service: Service, client: httpx.AsyncClient
    ) -> None:
        stranger = actor("candidate")
        for ask in (client.get(f"{URL}/address", headers=stranger.headers),):
            assert (await ask).json() == {"address": None, "mark": None, "marked_at": None}


class TestFailedDeliveries:
    async def test_admins_find_what_failed_and_send_it_again(
        self,
        service: Service,
        client: httpx.AsyncClient,
        mailbox: Mailbox,
        admin: Actor,
        queries: QueryCounter,
    ) -> None:
        await factories.sign_up(service, email="sami@example.org", name_en="Sami Ali")
        await send_due(service.context)
        await factories.sign_up(service)
        await report(client)
        await send_due(service.context)
        with queries() as statements:
            listed = (await client.get(f"{URL}/deliveries", headers=admin.headers)).json()
        assert len(statements) <= 3
        (row,) = listed["data"]
        assert (row["status"], row["mark"], row["address"], row["name_en"]) == (
            "suppressed",
            "bounce",
            "huda@example.org",
            "Huda Salem",
        )
        again = f"{URL}/deliveries/{row['id']}/repeat"
        repeated = (await client.post(again, headers=admin.headers)).json()
        assert (repeated["status"], repeated["mark"], repeated["repeatable"]) == (
            "queued",
            None,
            False,
        )
        refused = await client.post(again, headers=admin.headers)
        assert (refused.status_code, refused.json()["code"]) == (409, "delivery.not_repeatable")
        await send_due(service.context)
        assert [mail.recipients for mail in mailbox.mails][1:] == [["huda@example.org"]]
        missing = await client.post(f"{URL}/deliveries/{new_id()}/repeat", headers=admin.headers)
        assert missing.status_code == 404

    @pytest.mark.parametrize(
        ("query", "count"),
        [
            ({"search": "huda"}, 1),
            ({"search": "هدى"}, 1),
            ({"search": "SAMI@"}, 1),
            ({"search": "%"}, 0),
            ({"channel": "sms"}, 0),
            ({"channel": "email", "status": "suppressed"}, 0),
            ({"status": "failed"}, 2),
        ],
    )
    async def test_the_list_is_filtered(
        self,
        service: Service,
        client: httpx.AsyncClient,
        session: AsyncSession,
        admin: Actor,
        query: dict[str, str],
        count: int,
    ) -> None:
        await factories.sign_up(service)
        await factories.sign_up(service, email="sami@example.org", name_en="Ali", name_ar="علي")
        await session.execute(text("UPDATE deliveries SET status = 'failed'"))
        await session.commit()
        listed = await client.get(f"{URL}/deliveries", params=query, headers=admin.headers)
        assert listed.json()["meta"]["total"] == count

    async def test_others_do_not_see_it(self, service: Service, client: httpx.AsyncClient) -> None:
        for ask in (
            client.get(f"{URL}/deliveries", headers=actor("candidate").headers),
            client.post(f"{URL}/deliveries/{new_id()}/repeat", headers=actor("candidate").headers),
        ):
            assert (await ask).status_code == 403
