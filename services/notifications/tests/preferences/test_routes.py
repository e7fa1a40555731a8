"""Preferences apply at once, and security messages cannot be muted."""

from datetime import datetime, timedelta
from typing import Any

import httpx
import pytest
from contracts.catalog import BatchAlerted
from contracts.identity import SecurityChange
from contracts.testing import event
from kit.database.db import AsyncSession, new_id, utc_now
from kit.testing import Actor, QueryCounter, actor
from notifications.deliveries.models import Channel, Delivery
from notifications.preferences.models import Preference
from notifications.preferences.queries import get_quiet_end
from notifications.texts.models import Subject
from sqlalchemy import select

from services.notifications.tests.deliveries.adapters.mailbox import Mailbox, send_due
from services.notifications.tests.factories import (
    Service,
    mails,
    notifications_of,
    payment_failed,
    profile,
    security_changed,
)

PATH = "notifications/preferences"


@pytest.fixture
async def user(service: Service) -> Actor:
    """Return a candidate with a verified address who passes no gate."""
    someone = actor("candidate", paid=False)
    await service.deliver(profile(user_id=someone.user_id))
    return someone


def choice(*muted: tuple[str, str], quiet: tuple[str | None, str | None] = (None, None)) -> Any:
    return {
        "muted": [{"subject": subject, "channel": channel} for subject, channel in muted],
        "quiet_from": quiet[0],
        "quiet_until": quiet[1],
    }


async def test_whoever_has_chosen_nothing_hears_of_everything(
    client: httpx.AsyncClient, user: Actor
) -> None:
    body = (await client.get(PATH, headers=user.headers)).json()
    assert body["muted"] == []
    assert "email" in body["channels"]
    assert "payments" in body["subjects"] and "queries" not in body["subjects"]
    assert body["always"] == ["security"]
    admin = (await client.get(PATH, headers=actor("admin").headers)).json()
    assert "queries" in admin["subjects"]


async def test_what_is_muted_is_listed_in_the_app_alone(
    service: Service, client: httpx.AsyncClient, session: AsyncSession, user: Actor
) -> None:
    muted = choice(("payments", "email"), ("security", "email"), ("payments", "email"))
    answer = await client.put(PATH, json=muted, headers=user.headers)
    # Security cannot be muted.
    assert answer.json()["muted"] == [{"subject": "payments", "channel": "email"}]
    await service.deliver(payment_failed(payer_user_id=user.user_id))
    await service.deliver(security_changed(SecurityChange.PASSKEY_ADDED, user_id=user.user_id))
    kinds = [each.kind for each in await notifications_of(session, user.user_id)]
    assert kinds == ["payment_failed_seat", "passkey_added"]
    assert [mail.kind for mail in await mails(session)] == ["passkey_added"]


async def test_a_choice_counts_for_what_waits(
    service: Service, client: httpx.AsyncClient, session: AsyncSession, user: Actor
) -> None:
    await service.deliver(payment_failed(payer_user_id=user.user_id))
    await client.put(PATH, json=choice(("payments", "email")), headers=user.headers)
    (mail,) = await mails(session)
    assert (mail.status, mail.content) == ("suppressed", None)


async def test_in_quiet_hours_mails_wait_until_they_end_and_security_does_not(
    service: Service, client: httpx.AsyncClient, session: AsyncSession, user: Actor
) -> None:
    now = utc_now() + timedelta(hours=3)
    hours = f"{now - timedelta(hours=1):%H:%M}", f"{now + timedelta(hours=1):%H:%M}"
    await client.put(PATH, json=choice(quiet=hours), headers=user.headers)
    await service.deliver(payment_failed(payer_user_id=user.user_id))
    await service.deliver(security_changed(SecurityChange.PASSKEY_ADDED, user_id=user.user_id))
    waiting, urgent = await mails(session)
    assert timedelta(minutes=58) < waiting.next_attempt_at - utc_now() < timedelta(hours=1)
    assert urgent.next_attempt_at <= utc_now()
    # Without quiet hours it is due at once.
    await client.put(PATH, json=choice(), headers=user.headers)
    due = select(Delivery.next_attempt_at).where(Delivery.id == waiting.id)  # type: ignore[call-overload]
    assert (await session.scalar(due)) <= utc_now()


@pytest.mark.parametrize(
    ("begin", "end", "now", "until"),
    [
        ("22:00", "07:00", "2026-11-23T22:30:00+03:00", "2026-11-24T07:00:00+03:00"),
        ("22:00", "07:00", "2026-11-24T06:59:00+03:00", "2026-11-24T07:00:00+03:00"),
        ("22:00", "07:00", "2026-11-24T07:00:00+03:00", None),
        ("22:00", "07:00", "2026-11-23T18:30:00+00:00", None),
        ("22:00", "07:00", "2026-11-23T19:00:00+00:00", "2026-11-24T07:00:00+03:00"),
        ("13:00", "15:00", "2026-11-23T14:00:00+03:00", "2026-11-23T15:00:00+03:00"),
        ("13:00", "15:00", "2026-11-23T12:59:00+03:00", None),
    ],
)
def test_quiet_hours_are_those_of_riyadh_over_midnight_too(
    begin: str, end: str, now: str, until: str | None
) -> None:
    hours = {"quiet_from": f"{begin}:00", "quiet_until": f"{end}:00"}
    preference = Preference.model_validate({"user_id": actor("candidate").user_id, **hours})
    found = get_quiet_end(preference, Subject.PAYMENTS, datetime.fromisoformat(now))
    assert found == (datetime.fromisoformat(until) if until else None)


@pytest.mark.parametrize(
    "body",
    [
        choice(quiet=("22:00", None)),
        choice(quiet=(None, "07:00")),
        choice(quiet=("22:00", "22:00")),
        choice(quiet=("25:00", "07:00")),
        choice(("weather", "email")),
        choice(("payments", "pigeon")),
    ],
)
async def test_422_for_what_is_no_choice(
    client: httpx.AsyncClient, user: Actor, body: dict[str, Any]
) -> None:
    assert (await client.put(PATH, json=body, headers=user.headers)).status_code == 422
    assert (await client.get(PATH, headers=user.headers)).json()["quiet_from"] is None


async def test_many_receivers_cost_no_more_statements_than_one(
    service: Service, queries: QueryCounter, session: AsyncSession
) -> None:
    counts = []
    for many in (1, 40):
        people = [Preference(user_id=new_id(), muted={"email": ["alerts"]}) for _ in range(many)]
        session.add_all(people)
        await session.commit()
        times = {
            "starts_at": utc_now() + timedelta(days=9),
            "enrollment_opens_at": utc_now(),
            "enrollment_closes_at": utc_now() + timedelta(days=8),
        }
        alerted = event(BatchAlerted, **times, user_ids=tuple(each.user_id for each in people))
        with queries() as statements:
            await service.deliver(alerted)
        counts.append(sum("FROM preferences" in each for each in statements))
    assert counts == [1, 1]
    assert await mails(session) == []


async def test_a_mail_ends_such_mails_by_one_press_without_signing_in(
    service: Service, client: httpx.AsyncClient, mailbox: Mailbox, user: Actor
) -> None:
    await service.deliver(payment_failed(payer_user_id=user.user_id))
    await service.deliver(security_changed(SecurityChange.PASSKEY_ADDED, user_id=user.user_id))
    await send_due(service.context)
    paid, security = (mail.message for mail in mailbox.mails)
    assert security["List-Unsubscribe"] is None
    assert paid["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    address = paid["List-Unsubscribe"].strip("<>")
    assert address.startswith("http://app.test/api/v1/notifications/opt-outs/payments.")
    token = address.rpartition("/")[2]
    for kind in ("text/plain", "text/html"):
        assert f"http://app.test/unsubscribe#{token}" in mailbox.mails[0].part(kind)
    path = f"notifications/opt-outs/{token}"
    # Link scanners change nothing.
    looked = await client.get(path)
    assert (looked.status_code, looked.headers["location"]) == (303, f"/unsubscribe#{token}")
    assert (await client.get(PATH, headers=user.headers)).json()["muted"] == []
    for _ in range(2):
        pressed = await client.post(path, data={"List-Unsubscribe": "One-Click"})
        assert (pressed.status_code, pressed.json()) == (200, {"subject": "payments"})
    chosen = (await client.get(PATH, headers=user.headers)).json()["muted"]
    assert chosen == [{"subject": "payments", "channel": Channel.EMAIL}]


@pytest.mark.parametrize(
    "change",
    [
        lambda token: token.replace("payments", "enrollments"),
        lambda token: token.replace("payments", "security"),
        lambda token: token[:-1] + ("a" if token[-1] != "a" else "b"),
        lambda token: token[:-8],
        lambda _: "nonsense",
    ],
)
async def test_404_for_a_link_that_is_none_of_ours(
    service: Service, client: httpx.AsyncClient, mailbox: Mailbox, user: Actor, change: Any
) -> None:
    await service.deliver(payment_failed(payer_user_id=user.user_id))
    await send_due(service.context)
    token = mailbox.mails[0].message["List-Unsubscribe"].strip("<>").rpartition("/")[2]
    answer = await client.post(f"notifications/opt-outs/{change(token)}")
    assert (answer.status_code, answer.json()["code"]) == (404, "unsubscribe_link.not_found")
