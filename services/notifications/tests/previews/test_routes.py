"""Previews show the actual message; a sample is sent only to the caller."""

import httpx
import pytest
from contracts import Permission
from kit.database.db import AsyncSession
from kit.testing import Actor, actor

from services.notifications.tests.deliveries.adapters.mailbox import Mailbox, send_due
from services.notifications.tests.factories import Service, mails, profile

PAID = "notifications/wordings/charge_paid"


@pytest.fixture
def admin() -> Actor:
    return actor("admin", permissions=[Permission.MANAGE_APPLICATION_SETTINGS])


async def test_a_preview_is_the_mail_in_its_language_and_changes_nothing(
    client: httpx.AsyncClient, session: AsyncSession, admin: Actor
) -> None:
    asked = {"language": "ar", "text": {"title": "وصل {amount}", "body": "<script>x</script>"}}
    answer = await client.post(f"{PAID}/preview", json=asked, headers=admin.headers)
    shown = answer.json()
    assert answer.status_code == 200, answer.text
    assert shown["title"] == "وصل 1,150 ر.س"
    assert 'dir="rtl"' in shown["html"]
    assert "&lt;script&gt;" in shown["html"] and "<script" not in shown["html"]
    assert "<script>x</script>" in shown["plain"]
    # Without own texts, a push contains the body and a text message its first paragraph.
    assert (shown["push"], shown["segments"]) == ("<script>x</script>", 2)
    sms = "وصل {amount} " + "ش" * 200
    asked["text"] = {"body": "<script>x</script>", "push": "{amount}!", "sms": sms}
    short = (await client.post(f"{PAID}/preview", json=asked, headers=admin.headers)).json()
    assert (short["push"], short["segments"]) == ("1,150 ر.س!", 5)
    assert short["sms"].startswith("إتقان: وصل 1,150 ر.س ")
    assert short["body"] == shown["body"]
    assert await mails(session) == []
    now = await client.get(PAID, headers=admin.headers)
    assert now.json()["version"] == 0


async def test_422_for_a_text_that_cannot_be_filled(
    client: httpx.AsyncClient, admin: Actor
) -> None:
    asked = {"language": "en", "text": {"body": "{nobody}"}}
    for path in ("preview", "sample-mails"):
        answer = await client.post(f"{PAID}/{path}", json=asked, headers=admin.headers)
        (problem,) = answer.json()["fields"]
        assert (problem["field"], problem["code"]) == ("text.body", "notice_text.unknown_variable")


async def test_a_sample_goes_to_who_asks_a_few_times_an_hour(
    service: Service, client: httpx.AsyncClient, mailbox: Mailbox, admin: Actor
) -> None:
    await service.deliver(profile(user_id=admin.user_id, email="sara@example.org", locale="ar"))
    asked = {"language": "en", "text": {"title": "Look: {amount}"}}
    answer = await client.post(f"{PAID}/sample-mails", json=asked, headers=admin.headers)
    assert answer.json() == {"email": "sara@example.org"}
    await send_due(service.context)
    (mail,) = mailbox.mails
    assert mail.recipients == ["sara@example.org"]
    assert mail.message["subject"] == "Look: SAR 1,150"
    answers = [
        await client.post(f"{PAID}/sample-mails", json=asked, headers=admin.headers)
        for _ in range(20)
    ]
    assert {each.status_code for each in answers[:19]} == {200}
    assert answers[19].status_code == 429
