"""One job sends all due messages, and sleeps while none is due."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import timedelta

import pytest
from aiosmtpd.smtp import SMTP
from kit.database.db import AsyncSession
from kit.messaging.periodic import Periodic
from kit.testing import QueryCounter, eventually
from notifications.deliveries.claims.service import Queue
from notifications.deliveries.models import Channel
from notifications.dispatch import tasks
from sqlalchemy import text

from services.notifications.tests import factories
from services.notifications.tests.deliveries.adapters.mailbox import Mailbox
from services.notifications.tests.factories import Service


@pytest.fixture
async def periodic(service: Service) -> AsyncIterator[Periodic]:
    """Run the job with polling disabled."""
    (task,) = tasks.TASKS
    rare = replace(task, every=timedelta(hours=1))
    periodic = Periodic(service.database, [rare], service.context)
    periodic.start()
    yield periodic
    await periodic.stop()


async def test_rest_costs_one_statement(service: Service, queries: QueryCounter) -> None:
    dispatcher = tasks.Dispatcher(service.context)
    with queries() as statements:
        assert await dispatcher.run() == 0
    assert len(statements) == 1
    assert dispatcher.seconds_until_due == float("inf")


@pytest.mark.usefixtures("periodic")
async def test_a_commit_wakes_it(service: Service, mailbox: Mailbox) -> None:
    await service.deliver(factories.otp())
    await eventually(lambda: len(mailbox.mails) == 1)
    await service.deliver(factories.otp())
    await eventually(lambda: len(mailbox.mails) == 2)


async def test_it_comes_when_something_is_due(
    service: Service, session: AsyncSession, mailbox: Mailbox, periodic: Periodic
) -> None:
    await service.deliver(factories.otp())
    await eventually(lambda: mailbox.mails)
    await periodic.stop()
    await session.execute(
        text(
            "UPDATE deliveries SET status = 'queued', content = :content,"
            " next_attempt_at = now() + interval '3 seconds'"
        ),
        {"content": '{"en": {"title": "a", "body": "b"}, "ar": {"title": "a", "body": "b"}}'},
    )
    await session.commit()
    again = Periodic(service.database, tasks.TASKS, service.context)
    again.start()
    await eventually(lambda: len(mailbox.mails) == 2)
    await again.stop()


async def test_a_channel_that_hangs_holds_up_no_other(
    service: Service, session: AsyncSession, mailbox: Mailbox
) -> None:
    examined = asyncio.Event()
    loop = asyncio.get_running_loop()

    async def examine(_: SMTP) -> str:
        await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(examined.wait(), loop))
        return "250 OK"

    mailbox.confirm = examine
    user = await factories.sign_up(service)
    dispatcher = tasks.Dispatcher(service.context)
    assert await dispatcher.run() == 1
    await eventually(lambda: mailbox.mails)
    await session.execute(
        text(
            "INSERT INTO deliveries (id, user_id, channel, status, attempts, unanswered, content)"
            " SELECT gen_random_uuid(), :user, channel, 'queued', 0, 0, :content"
            " FROM unnest(ARRAY['sms', 'whatsapp']) AS channel"
        ),
        {
            "user": user.user_id,
            "content": '{"en": {"title": "a", "body": "b"}, "ar": {"title": "a", "body": "b"}}',
        },
    )
    await session.commit()
    assert await dispatcher.run() == 2
    statuses = text("SELECT count(*) FROM deliveries WHERE status = 'suppressed'")

    async def are_suppressed() -> bool:
        return bool((await session.execute(statuses)).scalar_one() == 2)

    await eventually(are_suppressed)
    assert await dispatcher.run() == 0, "the mail's queue has no place"
    examined.set()
    await dispatcher.close()


async def test_a_server_that_is_away_is_left_alone_for_a_moment(
    service: Service, mailbox: Mailbox, session: AsyncSession
) -> None:
    service.settings.smtp_url = type(service.settings.smtp_url)("smtp://127.0.0.1:1")
    for _ in range(3):
        await factories.sign_up(service)
    queue = Queue(Channel.EMAIL, codes=False)
    dispatcher = tasks.Dispatcher(service.context)
    assert await dispatcher.run() == 3
    await dispatcher.finish()
    assert dispatcher.is_paused(queue)
    assert await dispatcher.run() == 0
    assert dispatcher.seconds_until_due <= tasks.UNAVAILABLE_SECONDS
    attempts = await session.execute(text("SELECT attempts FROM deliveries ORDER BY attempts"))
    assert list(attempts.scalars()) == [0, 0, 1]
    await dispatcher.close()
