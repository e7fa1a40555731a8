"""Sends the mails that are due, and deletes old ones."""

from datetime import timedelta
from typing import Any, cast

from kit.app import Context
from kit.db import AsyncSession
from sqlalchemy import CursorResult, and_, delete, func, or_, select
from sqlmodel import col

from notifications.config import Settings
from notifications.deliveries.models import ENDED, Delivery, DeliveryStatus
from notifications.deliveries.sending import attempt, close, smtp_client
from notifications.deliveries.service import claim

MAILS_PER_RUN = 50
"""Over one connection; then the job comes back at once for the rest."""
KEEP_SENT = timedelta(days=30)
"""As long as somebody may ask whether a mail went out."""
KEEP_FAILED = timedelta(days=90)
PRUNED_AT_ONCE = 1000


async def send_due(context: Context[Settings], *, codes: bool) -> int:
    """Send the codes, or the notices, that are due, one after the other; how many were attempted.

    Any number of copies may do it at once: each claims a mail for itself. Returns 0 when the
    mail server cannot be reached, so that the next attempt waits for the next run.
    """
    settings = context.settings
    lease = timedelta(seconds=settings.mail_lease_seconds)
    client = smtp_client(settings)
    attempted = 0
    try:
        while attempted < MAILS_PER_RUN:
            async with context.database.transaction() as session:
                mail = await claim(session, lease, settings.mail_domain, codes=codes)
            if mail is None:
                break
            if not await attempt(context, client, mail):
                return 0
            attempted += 1
    finally:
        await close(client)
    return attempted


async def prune(session: AsyncSession) -> int:
    """Delete what was sent 30 days ago or given up 90 days ago; how many."""
    too_old = [
        and_(
            ENDED,
            col(Delivery.status) == status,
            col(Delivery.created_at) < func.now() - kept,
        )
        for status, kept in ((DeliveryStatus.SENT, KEEP_SENT), (DeliveryStatus.FAILED, KEEP_FAILED))
    ]
    # Not `db.claim`: rows are chosen and deleted by one statement.
    # As a CTE, which runs once: a subquery may be run for each row, each time with other rows.
    portion = (
        select(col(Delivery.id))
        .where(or_(*too_old))
        .limit(PRUNED_AT_ONCE)
        .with_for_update(skip_locked=True)
        .cte("portion")
    )
    deleted = await session.execute(
        delete(Delivery)
        .where(col(Delivery.id).in_(select(portion.c.id)))
        .execution_options(synchronize_session=False)
    )
    return cast("CursorResult[Any]", deleted).rowcount
