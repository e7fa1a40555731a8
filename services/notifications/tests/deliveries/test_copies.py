"""Several copies of the service, and one that dies."""

import asyncio
import os
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from contracts import Event
from contracts.notifications import NotificationCreated
from kit.db import AsyncSession
from kit.messaging import outbox
from kit.messaging.broker import Broker
from kit.messaging.runtime import Messaging
from kit.messaging.testing import fresh_broker
from kit.testing import eventually
from sqlalchemy import text

from services.notifications.tests import factories
from services.notifications.tests.deliveries.mailbox import Mailbox, send_due
from services.notifications.tests.factories import Service

PEOPLE = 25


@asynccontextmanager
async def copy_of(
    service: Service, broker: Broker, received: list[NotificationCreated]
) -> AsyncIterator[Messaging]:
    """A running copy, which keeps the broadcasts that it receives."""
    declaration = service.declaration
    assert declaration.jobs
    messaging = Messaging(
        declaration.name,
        service.settings,
        service.database,
        handlers=declaration.handlers,
        broadcasts={NotificationCreated: received.append},
        jobs=declaration.jobs(service.context),
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
        # Welcomed twice: at-least-once is what the broker promises.
        events: list[Event] = [*people, *people]
        events += [factories.profile_of(person) for person in people]
        received: tuple[list[NotificationCreated], list[NotificationCreated]] = ([], [])
        async with (
            fresh_broker(broker_url, services=["notifications"]) as broker,
            copy_of(service, broker, received[0]),
            copy_of(service, broker, received[1]),
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
from kit.testing import running
from notifications.deliveries.tasks import send_due
from notifications.main import app

async def main():
    async with running(app, app.settings()) as service:
        await send_due(service.context, codes=False)

asyncio.run(main())
"""


class TestACopyThatDies:
    async def test_what_it_had_in_hand_is_sent_again_under_the_same_message_id(
        self, service: Service, session: AsyncSession, mailbox: Mailbox
    ) -> None:
        await factories.sign_up(service)
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-c",
            SEND_AND_DIE,
            cwd=Path(__file__).parents[4],
            env={
                **os.environ,
                "ITQAN_ENV": "test",
                "ITQAN_DATABASE_URL": service.settings.database_url,
                "ITQAN_SMTP_URL": mailbox.url,
                "ITQAN_FAILPOINT": "mail.after_send",
            },
        )
        assert await process.wait() == 9
        assert len(mailbox.mails) == 1
        assert await send_due(service.context) == 0, "the lease still holds"
        await session.execute(text("UPDATE deliveries SET next_attempt_at = now()"))
        await session.commit()
        assert await send_due(service.context) == 1
        first, second = (mail.message["Message-ID"] for mail in mailbox.mails)
        assert first == second
        row = (await session.execute(text("SELECT status, attempts FROM deliveries"))).one()
        assert tuple(row) == ("sent", 2)
