"""Several workers, and one that crashes."""

import asyncio
import os
import sys
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

from contracts import Event
from contracts.notifications import NotificationsCreated
from kit.database.db import AsyncSession, new_id
from kit.messaging import outbox
from kit.messaging.broker import Broker
from kit.messaging.runtime import Messaging
from kit.testing import eventually
from kit.testing.messaging import fresh_broker
from notifications.deliveries.models import Channel
from notifications.devices.models import Device, DeviceKind
from notifications.dispatch import tasks as dispatch_tasks
from notifications.dispatch.tasks import CONCURRENCY
from notifications.notifications.service import notify
from sqlalchemy import text

from services.notifications.tests import factories
from services.notifications.tests.deliveries.adapters.mailbox import Mailbox, make_due, send_due
from services.notifications.tests.deliveries.adapters.pushes import serving
from services.notifications.tests.factories import Service

PEOPLE = 25


@asynccontextmanager
async def copy_message(
    service: Service, broker: Broker, received: list[NotificationsCreated]
) -> AsyncIterator[Messaging]:
    """Run a worker that stores the broadcasts it receives."""
    declaration = service.declaration
    messaging = Messaging(
        declaration.name,
        service.settings,
        service.database,
        handlers=declaration.handlers,
        broadcasts={NotificationsCreated: received.append},
        tasks=dispatch_tasks.TASKS,
        context=service.context,
        broker=broker,
    )
    await messaging.start()
    try:
        yield messaging
    finally:
        await messaging.stop()


class TestTwoCopies:
    async def test_each_person_is_notified_and_mailed_once_and_every_copy_gets_the_broadcast(
        self,
        service: Service,
        session: AsyncSession,
        broker_url: str,
        mailbox: Mailbox,
    ) -> None:
        people = [
            factories.registered(email=f"user{number}@example.org") for number in range(PEOPLE)
        ]
        # Delivered twice, as the broker guarantees at-least-once delivery.
        events: list[Event] = [*people, *people]
        events += [factories.profile_of(person) for person in people]
        received: tuple[list[NotificationsCreated], list[NotificationsCreated]] = ([], [])
        async with (
            fresh_broker(broker_url, services=["notifications"]) as broker,
            copy_message(service, broker, received[0]),
            copy_message(service, broker, received[1]),
        ):
            async with service.database.transaction() as work:
                await outbox.publish_many(work, [(event, 1) for event in events])
            handled = text("SELECT count(*) FROM inbox")

            async def all_handled() -> bool:
                async with service.database.transaction() as work:
                    count: int = (await work.execute(handled)).scalar_one()
                    return count == len(events)

            await eventually(all_handled)
            await eventually(lambda: len(mailbox.mails) >= PEOPLE)
            await eventually(lambda: all(len(events) == PEOPLE for events in received))
        recipients = [mail.recipients[0] for mail in mailbox.mails]
        assert len(recipients) == len(set(recipients)) == PEOPLE
        notified = await session.execute(text("SELECT count(*) FROM notifications"))
        assert notified.scalar_one() == PEOPLE


SEND_AND_DIE = """
import asyncio
import sys
from kit.testing import running
from notifications.deliveries.claims.service import Queue
from notifications.deliveries.models import Channel
from notifications.main import app
from services.notifications.tests.deliveries.adapters.mailbox import send_queue

async def main():
    async with running(app, app.settings()) as service:
        await send_queue(service.context, Queue(Channel(sys.argv[1]), codes=False))

asyncio.run(main())
"""


async def send_and_die(service: Service, channel: Channel, **settings: str) -> None:
    """Run a worker that crashes after sending one message and before marking it."""
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-c",
        SEND_AND_DIE,
        channel,
        cwd=Path(__file__).parents[4],
        env={
            **os.environ,
            **settings,
            "ITQAN_ENV": "test",
            "ITQAN_DATABASE_URL": service.settings.database_url,
            "ITQAN_FAILPOINT": "delivery.after_send",
        },
    )
    assert await process.wait() == 9


class TestACopyThatDies:
    async def test_what_it_had_in_hand_is_sent_again_under_the_same_message_id(
        self, service: Service, session: AsyncSession, mailbox: Mailbox
    ) -> None:
        for _ in range(3):
            await factories.sign_up(service)
        await send_and_die(service, Channel.EMAIL, ITQAN_SMTP_URL=mailbox.url)
        assert len(mailbox.mails) == 1
        assert await send_due(service.context) == 0, "the leases still hold"
        await make_due(session)
        assert await send_due(service.context) == 3
        first, *others = (mail.message["Message-ID"] for mail in mailbox.mails)
        assert first in others
        assert len(others) == len(set(others)) == 3
        rows = await session.execute(text("SELECT status, attempts FROM deliveries"))
        assert {tuple(row) for row in rows} == {("sent", 2)}

    async def test_pushes_are_sent_by_several_copies_once_and_twice_what_a_dying_one_had_in_hand(
        self, service: Service, session: AsyncSession
    ) -> None:
        people = [new_id() for _ in range(40)]
        session.add_all(
            Device(user_id=each, token=f"token-{each}", kind=DeviceKind.FCM) for each in people
        )
        await session.commit()
        notice = replace(factories.notice(), channels=())
        async with service.database.transaction() as work:
            await notify(work, people, notice)
        with serving() as sandbox:
            service.settings.fcm_sandbox_url = sandbox.url
            await send_and_die(service, Channel.PUSH, ITQAN_FCM_SANDBOX_URL=sandbox.url)
            had_in_hand = {message["data"]["id"] for message in sandbox.messages}
            assert 1 <= len(had_in_hand) <= CONCURRENCY[Channel.PUSH]
            await make_due(session)
            copies = (send_due(service.context, Channel.PUSH) for _ in range(3))
            assert sum(await asyncio.gather(*copies)) == len(people)
            service.settings.fcm_sandbox_url = None
        sent = Counter(message["data"]["id"] for message in sandbox.messages)
        assert len(sent) == len(people)
        assert {id_ for id_, times in sent.items() if times > 1} == had_in_hand
        assert set(sent.values()) <= {1, 2}
        rows = await session.execute(text("SELECT DISTINCT status FROM deliveries"))
        assert rows.scalars().all() == ["sent"]
