"""Finds batches with overlapping sessions. Overlaps are only a warning: they do not prevent an
enrollment.
"""

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from contracts.catalog import BatchStatus
from kit.database.db import AsyncSession
from kit.security.auth import Principal
from sqlalchemy import (
    DateTime,
    Select,
    SQLColumnExpression,
    TableValuedAlias,
    and_,
    bindparam,
    column,
    func,
    select,
)
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import aliased
from sqlmodel import col

from enrollment.enrollments.models import Enrollment
from enrollment.enrollments.schemas import ClashingBatch, ClashingPeople, EnrolledBatch, Meeting
from enrollment.enrollments.states import AFFECTED
from enrollment.replicas.errors import BatchUnknown
from enrollment.replicas.models import Batch, Timetable

_SHOWN = 10
_Other = aliased(Enrollment)
"""The candidate's enrollments in other batches."""


async def list_own_clashes(
    session: AsyncSession, actor: Principal, batch_id: UUID
) -> list[ClashingBatch]:
    """List the caller's batches that overlap this one, earliest first."""
    own = select(col(Timetable.sessions)).where(col(Timetable.batch_id) == batch_id)
    ours = _expand_sessions(own.scalar_subquery(), "ours")
    theirs = _expand_sessions(col(Timetable.sessions), "theirs")
    soonest = func.min(theirs.c.starts_at)
    statement = (
        select(Batch, soonest.label("clashes_at"))
        .select_from(_Other)
        .join(Batch, col(Batch.id) == col(_Other.batch_id))
        .join(Timetable, col(Timetable.batch_id) == col(Batch.id))
    )
    found = (
        _restrict_to_overlaps(statement, theirs, ours)
        .where(
            col(_Other.candidate_profile_id) == actor.profile_id,
            col(_Other.batch_id) != batch_id,
        )
        .group_by(col(Batch.id))
        .order_by(soonest, col(Batch.id))
        .limit(_SHOWN)
    )
    return [
        ClashingBatch(
            batch=EnrolledBatch.model_validate(row.Batch, from_attributes=True),
            clashes_at=row.clashes_at,
        )
        for row in await session.execute(found)
    ]


async def count_clashing_people(
    session: AsyncSession, actor: Principal, batch_id: UUID, meetings: Sequence[Meeting]
) -> ClashingPeople:
    """Count enrolled people who have another batch, of any organization, at the planned times.

    Raises `BatchUnknown`, also for another organization's batch.
    """
    batch = await session.get(Batch, batch_id)
    if batch is None or actor.scope not in (None, batch.organization_id):
        raise BatchUnknown
    planned = [meeting.model_dump(mode="json") for meeting in meetings]
    ours = _expand_sessions(bindparam("planned", planned, type_=JSONB), "ours")
    theirs = _expand_sessions(col(Timetable.sessions), "theirs")
    statement = (
        select(func.count(col(Enrollment.candidate_profile_id).distinct()))
        .select_from(Enrollment)
        .join(_Other, col(_Other.candidate_profile_id) == col(Enrollment.candidate_profile_id))
        .join(Batch, col(Batch.id) == col(_Other.batch_id))
        .join(Timetable, col(Timetable.batch_id) == col(Batch.id))
    )
    counted = _restrict_to_overlaps(statement, theirs, ours).where(
        col(Enrollment.batch_id) == batch_id,
        col(Enrollment.status).in_(sorted(AFFECTED)),
        col(_Other.batch_id) != batch_id,
    )
    return ClashingPeople(people=await session.scalar(counted) or 0)


def _restrict_to_overlaps(
    statement: Select[*tuple[Any, ...]], theirs: TableValuedAlias, ours: TableValuedAlias
) -> Select[*tuple[Any, ...]]:
    """Restrict the statement to sessions that overlap `ours` and are neither over nor cancelled."""
    at_once = and_(theirs.c.starts_at < ours.c.ends_at, theirs.c.ends_at > ours.c.starts_at)
    return (
        statement.join(theirs, theirs.c.ends_at > func.now())
        .join(ours, at_once)
        .where(col(_Other.status).in_(sorted(AFFECTED)), col(Batch.status) == BatchStatus.PUBLISHED)
    )


def _expand_sessions(sessions: SQLColumnExpression[Any], name: str) -> TableValuedAlias:
    """Expand a timetable's sessions into rows."""
    times = (column(each, DateTime(timezone=True)) for each in ("starts_at", "ends_at"))
    rows = func.jsonb_to_recordset(sessions).table_valued(*times, name=name)
    return rows.render_derived(with_types=True)
