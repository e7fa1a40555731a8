from datetime import timedelta
from typing import Any, cast

from kit.database.db import AsyncSession
from kit.messaging.periodic import Sweep
from sqlalchemy import (
    CursorResult,
    and_,
    delete,
    func,
    or_,
    select,
)
from sqlmodel import col
from structlog import get_logger

from notifications.deliveries.models import (
    ENDED,
    Delivery,
    TextCount,
)
from notifications.deliveries.rules import RETENTION, TODAY

log = get_logger(__name__)

PRUNE_CHUNK = 1000


async def prune_text_counts(session: AsyncSession) -> int:
    """Delete counts of text messages before today; return the number of rows."""
    deleted = await session.execute(delete(TextCount).where(col(TextCount.day) < TODAY))
    return cast("CursorResult[Any]", deleted).rowcount


async def prune_deliveries(session: AsyncSession) -> int:
    """Delete deliveries sent 30 days ago or failed 90 days ago; return the number of rows."""
    too_old = [
        and_(
            ENDED,
            col(Delivery.status) == status,
            col(Delivery.created_at) < func.now() - kept,
        )
        for status, kept in RETENTION.items()
    ]
    # Not `db.claim`: one statement selects and deletes. A CTE runs once; a subquery could run again
    # for each row and select other rows.
    portion = (
        select(col(Delivery.id))
        .where(or_(*too_old))
        .limit(PRUNE_CHUNK)
        .with_for_update(skip_locked=True)
        .cte("portion")
    )
    deleted = await session.execute(
        delete(Delivery)
        .where(col(Delivery.id).in_(select(portion.c.id)))
        .execution_options(synchronize_session=False)
    )
    return cast("CursorResult[Any]", deleted).rowcount


TASKS = (
    Sweep("prune_deliveries", timedelta(hours=1), prune_deliveries),
    Sweep("prune_text_counts", timedelta(hours=1), prune_text_counts),
)
