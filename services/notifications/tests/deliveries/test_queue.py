"""Mail queue: claims, the search for the next mail, and retention."""

import asyncio
from datetime import timedelta
from types import SimpleNamespace
from typing import Any

import pytest
from aiosmtpd.smtp import SMTP
from kit.database.db import AsyncSession, utc_now
from kit.testing import QueryCounter
from notifications.deliveries import service as deliveries
from notifications.deliveries.channels.schemas import ClaimedDelivery
from notifications.deliveries.claims import service as claims
from notifications.deliveries.claims.service import Queue
from notifications.deliveries.models import Channel
from notifications.dispatch import tasks
from sqlalchemy import text

from services.notifications.tests import factories
from services.notifications.tests.deliveries.adapters.mailbox import (
    Mailbox,
    claim,
    make_due,
    only_delivery,
    send_due,
)
from services.notifications.tests.factories import Service, sign_up

NO_LEASE = timedelta(0)


class TestCopies:
    async def test_two_copies_send_each_mail_once(self, service: Service, mailbox: Mailbox) -> None:
        for number in range(30):
            await sign_up(service, email=f"user{number}@example.org")
        counts = await asyncio.gather(*(send_due(service.context) for _ in range(3)))
        assert sum(counts) == 30
        recipients = [mail.recipients[0] for mail in mailbox.mails]
        assert len(recipients) == len(set(recipients)) == 30

    async def test_a_claimed_mail_is_nobody_else_s_until_the_lease_ends(
        self, service: Service, session: AsyncSession
    ) -> None:
        await sign_up(service)
        async with service.database.transaction() as work:
            first = await claim(work)
        assert first
        async with service.database.transaction() as work:
            assert await claim(work) is None
        await make_due(session)
        async with service.database.transaction() as work:
            second = await claim(work)
        assert second
        assert (second.message_id, second.attempt) == (first.message_id, 2)

    async def test_a_copy_that_lost_its_lease_decides_nothing(
        self, service: Service, session: AsyncSession
    ) -> None:
        await sign_up(service)
        async with service.database.transaction() as work:
            late = await claim(work, NO_LEASE)
        async with service.database.transaction() as work:
            current = await claim(work)
        assert late and current
        async with service.database.transaction() as work:
            await deliveries.mark_failed(work, late, "too late")
            await deliveries.postpone(work, late, "too late")
        assert (await only_delivery(session)).status == "sending"
        assert late and current
        async with service.database.raw_connection(publishes=False) as connection:
            await deliveries.mark_sent(connection, late)
            assert (await only_delivery(session)).status == "sending"
            await deliveries.mark_sent(connection, current)
        assert (await only_delivery(session)).status == "sent"

    async def test_claiming_costs_three_statements(
        self, service: Service, queries: QueryCounter
    ) -> None:
        await service.deliver(factories.otp(expires_at=utc_now() + timedelta(minutes=1)))
        with queries() as statements:
            async with service.database.transaction() as work:
                assert await claim(work, codes=True)
        assert len(statements) == 3


class TestPortions:
    """Notices are claimed in chunks and marked individually."""

    async def test_where_the_server_goes_away_the_rest_is_as_if_nobody_had_claimed_it(
        self, service: Service, session: AsyncSession, mailbox: Mailbox
    ) -> None:
        for _ in range(4):
            await factories.sign_up(service)

        async def hang_up(server: SMTP) -> str:
            if len(mailbox.mails) == 2:
                assert isinstance(server.transport, asyncio.WriteTransport)
                server.transport.abort()
            return "250 OK"

        mailbox.confirm = hang_up
        assert await send_due(service.context) == 0
        rows = await session.execute(
            text("SELECT status, attempts, next_attempt_at <= now() FROM deliveries ORDER BY id")
        )
        assert [tuple(row) for row in rows] == [
            ("sent", 1, False), ("queued", 1, False), ("queued", 0, True), ("queued", 0, True)
        ]  # fmt: skip

    async def test_nothing_is_begun_that_might_outlast_the_lease(
        self,
        service: Service,
        session: AsyncSession,
        mailbox: Mailbox,
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        clock, claimed = 0.0, []
        monkeypatch.setattr(tasks, "time", SimpleNamespace(monotonic=lambda: clock))
        for _ in range(3):
            await factories.sign_up(service)

        async def examine(_: SMTP) -> str:
            nonlocal clock
            clock += service.settings.mail_lease_seconds * tasks.MAX_START_SHARE
            return "250 OK"

        async def claim_some(*args: Any, **options: Any) -> list[ClaimedDelivery]:
            found = await claims.claim(*args, **options)
            if NOTICES in args[1]:
                claimed.append(len(found))
            return found

        mailbox.confirm = examine
        monkeypatch.setattr(tasks, "claim", claim_some)
        await send_due(service.context)
        assert claimed == [3, 2, 1]
        assert len(mailbox.mails) == 3
        assert len({mail.message["Message-ID"] for mail in mailbox.mails}) == 3
        rows = await session.execute(text("SELECT status, attempts FROM deliveries"))
        assert {tuple(row) for row in rows} == {("sent", 1)}

    async def test_claiming_many_costs_as_many_statements_as_one(
        self, service: Service, queries: QueryCounter
    ) -> None:
        counts = []
        for many in (1, 8):
            for _ in range(many):
                await factories.sign_up(service)
            with queries() as statements:
                async with service.database.transaction() as work:
                    claimed = await claims.claim(
                        work, {NOTICES: 10}, timedelta(minutes=1), "itqan.example"
                    )
            assert len(claimed) == many
            counts.append(len(statements))
        assert counts[0] == counts[1] == 4


NOTICES = Queue(Channel.EMAIL, codes=False)
MANY = """
    INSERT INTO deliveries (id, user_id, channel, status, attempts, unanswered, next_attempt_at,
                            expires_at, created_at, content)
    SELECT gen_random_uuid(), gen_random_uuid(), 'email', :status, 0, 0,
           now() - random() * interval '1 hour',
           CASE WHEN n % 2 = 0 THEN now() + interval '5 minutes' END,
           now() - :days * interval '1 day', '{}'
    FROM generate_series(1, :count) AS n
"""


async def insert_many(session: AsyncSession, count: int, status: str, days: int = 0) -> None:
    """Insert mails of this age in days, half of them codes."""
    await session.execute(text(MANY), {"count": count, "status": status, "days": days})
    await session.commit()


class TestManyDue:
    @pytest.mark.parametrize("codes", [True, False])
    async def test_the_next_one_is_found_without_a_look_at_the_others(
        self, service: Service, session: AsyncSession, codes: bool
    ) -> None:
        await insert_many(session, 100_000, "queued")
        await session.execute(text("ANALYZE deliveries"))
        statement = claims.select_due({Queue(Channel.EMAIL, codes): 1}).compile(
            dialect=session.get_bind().dialect, compile_kwargs={"literal_binds": True}
        )
        explained = await session.execute(
            text(f"EXPLAIN (ANALYZE, FORMAT JSON) {statement}".replace(":", "\\:"))
        )
        nodes = [explained.scalar_one()[0]["Plan"]]
        for node in nodes:
            nodes += node.get("Plans", [])
        assert "Sort" not in {node["Node Type"] for node in nodes}
        scan = nodes[-1]
        assert scan["Node Type"] == "Index Scan"
        assert scan["Index Name"] == ("ix_deliveries_codes" if codes else "ix_deliveries_notices")
        assert scan["Actual Rows"] == 1


class TestPrune:
    async def test_what_is_over_goes_after_a_month_or_three_and_the_rest_stays(
        self, service: Service, session: AsyncSession
    ) -> None:
        for status in ("queued", "sending", "sent", "failed"):
            for days in (29, 31, 89, 91):
                await insert_many(session, 1, status, days)
        assert await service.sweep("prune_deliveries") == 4
        assert await service.sweep("prune_deliveries") == 0
        left = await session.execute(
            text(
                "SELECT status, array_agg(extract(day FROM now() - created_at)::int"
                " ORDER BY created_at DESC) FROM deliveries GROUP BY status"
            )
        )
        assert {row[0]: row[1] for row in left} == {
            "queued": [29, 31, 89, 91],
            "sending": [29, 31, 89, 91],
            "sent": [29],
            "failed": [29, 31, 89],
        }

    async def test_goes_on_in_portions_of_which_copies_take_different_ones(
        self, service: Service, session: AsyncSession
    ) -> None:
        await insert_many(session, 2500, "sent", 31)
        counts = await asyncio.gather(*(service.sweep("prune_deliveries") for _ in range(3)))
        assert sum(counts) == 2500
        assert max(counts) <= 1000

    async def test_a_notification_outlives_its_mail(
        self, service: Service, session: AsyncSession
    ) -> None:
        event = await sign_up(service)
        await send_due(service.context)
        await session.execute(text("UPDATE deliveries SET created_at = now() - interval '31 days'"))
        await session.commit()
        assert await service.sweep("prune_deliveries") == 1
        # A redelivered event creates no second notification.
        await service.deliver(event)
        assert await send_due(service.context) == 0
        notified = await session.execute(text("SELECT count(*) FROM notifications"))
        assert notified.scalar_one() == 1
