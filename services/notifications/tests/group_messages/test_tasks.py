"""Group messages are sent in chunks, once per user despite crashes, and stop when cancelled."""

from datetime import timedelta
from typing import Any
from uuid import UUID

import httpx
import pytest
from contracts import ProfileType
from contracts.catalog import BatchUpdated
from contracts.enrollment import EnrollmentStatus
from contracts.identity import OrganizationSuspensionChanged, SecurityChange
from contracts.testing import event
from kit.database.db import AsyncSession, new_id, utc_now
from kit.testing import Actor, actor
from kit.testing.crashes import crash_at_failpoint
from notifications.deliveries.models import Channel
from notifications.group_messages import tasks
from notifications.group_messages.queries import PER_PERSON_A_DAY
from notifications.group_messages.tasks import send_chunk
from notifications.notifications.models import Notification
from notifications.preferences.models import Preference
from notifications.texts.models import Kind
from sqlalchemy import text

from services.notifications.tests import factories
from services.notifications.tests.deliveries.adapters.mailbox import Mailbox, send_due
from services.notifications.tests.factories import (
    Service,
    notifications_of,
    otp,
    profile,
    security_changed,
)
from services.notifications.tests.group_messages.conftest import Enroll, to_batch, to_people

PATH = "notifications/group-messages"


async def write(client: httpx.AsyncClient, who: Actor, body: dict[str, Any]) -> dict[str, Any]:
    answer = await client.post(PATH, json=body, headers=who.headers)
    assert answer.status_code == 201, answer.text
    return dict(answer.json())


async def read(client: httpx.AsyncClient, who: Actor, message: dict[str, Any]) -> dict[str, Any]:
    answer = await client.get(f"{PATH}/{message['id']}", headers=who.headers)
    return dict(answer.json())


async def send(service: Service) -> None:
    while await factories.send_chunk(service):
        pass


async def messages_of(session: AsyncSession, user_id: UUID) -> list[Notification]:
    """Return the user's notifications that are group messages."""
    notified = await notifications_of(session, user_id)
    return [each for each in notified if each.kind is Kind.GROUP_MESSAGE]


async def pass_time(session: AsyncSession) -> None:
    """Make scheduled messages due."""
    await session.execute(text("UPDATE group_messages SET next_at = now() - interval '2 minutes'"))
    await session.commit()


async def test_each_reads_it_in_the_app_and_by_mail_in_their_language(
    service: Service,
    client: httpx.AsyncClient,
    session: AsyncSession,
    batch: BatchUpdated,
    writer: Actor,
    enroll: Enroll,
    mailbox: Mailbox,
) -> None:
    arabic = await enroll(locale="ar", email="ar@example.org")
    muted = await enroll(email="muted@example.org")
    gone = await enroll(email="gone@example.org")
    mailbox.answer = lambda to: "550 no such user" if to == "gone@example.org" else "250 OK"
    session.add(Preference(user_id=muted, muted={Channel.EMAIL: ["messages"]}))
    await session.commit()
    body = to_batch(batch, subject_ar="أحذية", text_ar="انظر https://port.example/x")
    message = await write(client, writer, body)
    await send(service)
    (notification,) = await messages_of(session, arabic)
    assert (notification.title_en, notification.title_ar) == ("Bring your shoes", "أحذية")
    assert (
        notification.link == f"/candidate/my-trainings/{batch.training_id}/batch/{batch.batch_id}"
    )
    assert [each.title_en for each in await messages_of(session, muted)] == ["Bring your shoes"]
    reader = actor("candidate", user_id=arabic)
    await client.post(f"notifications/{notification.id}/read", headers=reader.headers)
    await send_due(service.context)
    (mail,) = mailbox.mails
    assert (mail.recipients, mail.message["Subject"]) == (["ar@example.org"], "أحذية")
    assert mail.message["List-Unsubscribe"]
    assert '<a href="https://port.example/x"' in mail.part("text/html")
    assert "انظر https://port.example/x" in mail.part("text/plain")
    assert gone
    after = await read(client, writer, message)
    assert (after["status"], after["expected"], after["receivers"], after["read"]) == (
        "sent",
        3,
        3,
        1,
    )
    outcome = [{"channel": "email", "waiting": 0, "delivered": 1, "failed": 1, "held_back": 0}]
    assert after["channels"] == outcome
    # Results outlive the deliveries.
    assert await service.sweep("settle_group_messages") == 0
    await session.execute(text("UPDATE group_messages SET ended_at = now() - interval '6 days'"))
    await session.commit()
    assert await service.sweep("settle_group_messages") == 1
    assert await service.sweep("settle_group_messages") == 0
    await session.execute(text("DELETE FROM deliveries"))
    await session.commit()
    assert (await read(client, writer, message))["channels"] == outcome


async def test_who_left_before_does_not_get_it_and_who_joined_does(
    service: Service,
    client: httpx.AsyncClient,
    session: AsyncSession,
    batch: BatchUpdated,
    writer: Actor,
    enroll: Enroll,
) -> None:
    enrollment_id = new_id()
    left = await enroll(enrollment_id=enrollment_id)
    soon = (utc_now() + timedelta(hours=2)).isoformat()
    await write(client, writer, to_batch(batch, send_at=soon))
    await send(service)
    await enroll(EnrollmentStatus.CANCELLED, user_id=left, enrollment_id=enrollment_id, sequence=2)
    joined = await enroll()
    await pass_time(session)
    await send(service)
    assert await messages_of(session, left) == []
    assert len(await messages_of(session, joined)) == 1


async def test_each_gets_it_once_although_a_copy_dies_in_the_midst(
    service: Service,
    client: httpx.AsyncClient,
    session: AsyncSession,
    batch: BatchUpdated,
    writer: Actor,
    enroll: Enroll,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(tasks, "CHUNK", 2)
    people = [await enroll() for _ in range(5)]
    message = await write(client, writer, to_batch(batch))
    assert await factories.send_chunk(service) == 1
    await crash_at_failpoint("group_messages.portion", service, send_chunk)
    halfway = await read(client, writer, message)
    assert (halfway["status"], halfway["expected"], halfway["receivers"]) == ("sending", 5, 2)
    await send(service)
    assert [len(await messages_of(session, each)) for each in people] == [1] * 5
    assert (await read(client, writer, message))["receivers"] == 5


async def test_cancelling_in_the_midst_stops_the_rest_and_the_mails_that_wait(
    service: Service,
    client: httpx.AsyncClient,
    session: AsyncSession,
    batch: BatchUpdated,
    writer: Actor,
    enroll: Enroll,
    mailbox: Mailbox,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(tasks, "CHUNK", 2)
    people = [await enroll() for _ in range(5)]
    message = await write(client, writer, to_batch(batch))
    await factories.send_chunk(service)
    answer = await client.post(f"{PATH}/{message['id']}/cancel", headers=writer.headers)
    assert (answer.json()["status"], answer.json()["receivers"]) == ("cancelled", 2)
    await send(service)
    await send_due(service.context)
    assert sum([len(await messages_of(session, each)) for each in people]) == 2
    assert mailbox.mails == []
    (channel,) = (await read(client, writer, message))["channels"]
    assert channel["held_back"] == 2


async def test_what_a_suspended_organization_had_scheduled_is_not_sent(
    service: Service,
    client: httpx.AsyncClient,
    session: AsyncSession,
    batch: BatchUpdated,
    writer: Actor,
    admin: Actor,
    enroll: Enroll,
) -> None:
    person = await enroll()
    await service.deliver(profile(ProfileType.ORGANIZATION, organization_id=batch.organization_id))
    message = await write(client, writer, to_batch(batch))
    of_platform = await write(client, admin, to_people("candidate"))
    suspended = event(
        OrganizationSuspensionChanged, organization_id=batch.organization_id, suspended=True
    )
    await service.deliver(suspended)
    await send(service)
    assert (await read(client, writer, message))["status"] == "cancelled"
    assert (await read(client, admin, of_platform))["status"] == "sent"
    assert len(await messages_of(session, person)) == 1


async def test_nobody_gets_more_than_so_many_of_organizations_a_day(
    service: Service,
    client: httpx.AsyncClient,
    session: AsyncSession,
    batch: BatchUpdated,
    writer: Actor,
    admin: Actor,
    enroll: Enroll,
) -> None:
    person = await enroll()
    for _ in range(PER_PERSON_A_DAY):
        await write(client, writer, to_batch(batch))
    await send(service)
    body = to_batch(batch)
    count = await client.post(
        f"{PATH}/count", json={"audience": body["audience"]}, headers=writer.headers
    )
    assert count.json() == {"receivers": 1, "arabic": 0, "passed_over": 1}
    message = await write(client, writer, body)
    await send(service)
    after = await read(client, writer, message)
    assert (after["status"], after["receivers"], after["passed_over"]) == ("sent", 0, 1)
    # Platform messages ignore the limit.
    await write(client, admin, to_people("candidate"))
    await send(service)
    assert len(await messages_of(session, person)) == PER_PERSON_A_DAY + 1


async def test_codes_and_other_notices_pass_a_message_to_thousands(
    service: Service,
    client: httpx.AsyncClient,
    session: AsyncSession,
    admin: Actor,
    mailbox: Mailbox,
) -> None:
    await session.execute(_THOUSANDS)
    await session.commit()
    message = await write(client, admin, to_people("trainer"))
    await send(service)
    # One chunk is at the mail server, and the rest waits for it.
    halfway = await read(client, admin, message)
    assert (halfway["status"], halfway["expected"], halfway["receivers"]) == ("sending", 5000, 100)
    late = await _someone(service)
    await service.deliver(otp(email="code@example.org", expires_at=utc_now() + timedelta(hours=1)))
    await service.deliver(security_changed(SecurityChange.PASSKEY_ADDED, user_id=late))
    while "late@example.org" not in (sent := [mail.recipients[0] for mail in mailbox.mails]):
        await factories.send_chunk(service)
        await send_due(service.context)
    assert sent[0] == "code@example.org"
    assert sent.index("late@example.org") <= tasks.CHUNK + tasks.MAX_QUEUED_MAILS + 1
    # The app works while the mail server is unavailable.
    await pass_time(session)
    assert await factories.send_chunk(service) == 1


async def _someone(service: Service) -> UUID:
    someone = profile(ProfileType.ADMIN, email="late@example.org", verified=True)
    await service.deliver(someone)
    return someone.user_id


_THOUSANDS = text("""
    WITH people AS (SELECT gen_random_uuid() AS id, n FROM generate_series(1, 5000) n),
    contacts AS (
        INSERT INTO contacts
            (user_id, email, phone, name_en, name_ar, locale, verified, source_version)
        SELECT id, n || '@example.org', '', 'Huda', 'هدى', 'en', true, 1 FROM people
    )
    INSERT INTO profiles (profile_id, user_id, type, active, source_version)
    SELECT gen_random_uuid(), id, 'trainer', true, 1 FROM people
""")
