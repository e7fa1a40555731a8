"""How far a file is, as it goes on."""

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from typing import Any
from uuid import UUID

from contracts.enrollment import BulkEnrollmentStatus as Status
from fastapi.sse import ServerSentEvent
from kit.database.db import Database
from kit.security.auth import Caller
from sqlalchemy import func, select
from sqlmodel import col

from enrollment.bulk_enrollments.models import BulkEnrollment, BulkRow
from enrollment.bulk_enrollments.queries import find_bulk
from enrollment.bulk_enrollments.rules import is_under_way
from enrollment.bulk_enrollments.schemas import BulkProgress
from enrollment.bulk_enrollments.states import TAKEN

SECONDS = 50.0
"""How long one stream lasts; the browser opens it again. A token lives longer than that."""
_EVERY = 1.0
_MOVING = frozenset({Status.CHECKING, Status.PROCESSING})


async def follow(
    database: Database, actor: Caller, bulk_id: UUID, is_leaving: Callable[[], bool]
) -> AsyncIterator[ServerSentEvent]:
    """Events `progress` whenever something has changed, until nothing moves any more, the stream
    has lasted `SECONDS`, or the process is about to stop."""
    began = time.monotonic()
    first: int | None = None
    last: BulkProgress | None = None
    while time.monotonic() - began < SECONDS:
        async with database.transaction() as session:
            bulk = await find_bulk(session, actor, bulk_id)
            done: int = (await session.execute(_done(bulk))).scalar_one()
        first = done if first is None else first
        progress = _progress(bulk, done, first, time.monotonic() - began)
        if progress != last:
            yield ServerSentEvent(event="progress", data=progress)
            last = progress
        if bulk.status not in _MOVING or is_leaving():
            return
        await asyncio.sleep(_EVERY)


def _done(bulk: BulkEnrollment) -> Any:
    over = (
        col(BulkRow.state).in_(TAKEN) & ~col(BulkRow.admitted)
        if bulk.status is Status.PROCESSING
        else is_under_way(bulk)
    )
    return select(func.count()).where(col(BulkRow.bulk_enrollment_id) == bulk.id, ~over)


def _progress(bulk: BulkEnrollment, done: int, first: int, seconds: float) -> BulkProgress:
    left = None
    if done > first:
        left = round(seconds / (done - first) * (bulk.row_count - done))
    return BulkProgress(
        status=bulk.status,
        row_count=bulk.row_count,
        done=done,
        valid=bulk.valid,
        invalid=bulk.invalid,
        confirmed=bulk.confirmed,
        seconds_left=left,
    )
