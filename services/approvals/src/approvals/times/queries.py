from collections.abc import Callable
from typing import Any

from kit.database.db import AsyncSession
from kit.domain.timezone import filter_days
from sqlalchemy import ColumnElement, Select, SQLColumnExpression, and_, func, or_, select
from sqlmodel import col

from approvals.levels.models import Level
from approvals.replicas.models import Approver
from approvals.requests.models import ApprovalRequest, Decision, Handover, RequestStatus, Step
from approvals.times.rules import resolve_period
from approvals.times.schemas import (
    ApproverTimes,
    LevelTimes,
    TimesFilters,
    TimesPart,
    TimesReport,
)


async def get_times(session: AsyncSession, filters: TimesFilters) -> TimesReport:
    """Return the times of levels and approvers.

    Raises `Invalid`.
    """
    first, last = resolve_period(filters.decided_from, filters.decided_to)
    levels = await session.execute(select_level_times(filters))
    approvers = await session.execute(select_approver_times(filters))
    return TimesReport(
        decided_from=first,
        decided_to=last,
        levels=[LevelTimes.model_validate(row) for row in levels],
        approvers=[ApproverTimes.model_validate(row) for row in approvers],
    )


def select_level_times(filters: TimesFilters) -> Select[Any]:
    """Select levels by their current names, slowest first."""
    # A level with several approvers takes as long as its last decision.
    last = (
        select(
            col(Decision.request_id),
            col(Decision.step),
            func.max(col(Decision.working_days)).label("working_days"),
            func.bool_or(col(Decision.overdue)).label("overdue"),
        )
        .where(*_conditions(filters))
        .group_by(col(Decision.request_id), col(Decision.step))
        .subquery()
    )
    level = (
        col(Step.level_id),
        col(ApprovalRequest.content_type),
        func.coalesce(col(Level.name_en), col(Step.name_en)).label("name_en"),
        func.coalesce(col(Level.name_ar), col(Step.name_ar)).label("name_ar"),
    )
    times = _times(last.c.working_days, last.c.overdue)
    return (
        select(*level, *times)
        .select_from(last)
        .join(
            Step, and_(col(Step.request_id) == last.c.request_id, col(Step.position) == last.c.step)
        )
        .join(ApprovalRequest, col(ApprovalRequest.id) == last.c.request_id)
        .outerjoin(Level, col(Level.id) == col(Step.level_id))
        .where(_has_decided())
        .group_by(*level)
        .order_by(times[1].desc(), times[2].desc(), level[2], level[1], level[0])
    )


def select_approver_times(filters: TimesFilters) -> Select[Any]:
    """Select approvers, slowest first."""
    approver = (col(Approver.user_id), col(Approver.name_en), col(Approver.name_ar))
    times = _times(col(Decision.working_days), col(Decision.overdue))
    return (
        select(*approver, *times)
        .select_from(Decision)
        .join(Approver, col(Approver.user_id) == col(Decision.approver_id))
        .where(*_conditions(filters))
        .group_by(*approver)
        .order_by(times[1].desc(), times[2].desc(), approver[1], approver[0])
    )


TIMES: dict[TimesPart, Callable[[TimesFilters], Select[Any]]] = {
    TimesPart.LEVELS: select_level_times,
    TimesPart.APPROVERS: select_approver_times,
}


def _has_decided() -> ColumnElement[bool]:
    """Match decisions that completed a level.

    Excludes all but the last approval of a level, and approvals at skipped levels.
    """
    is_over = or_(
        col(Step.position) < col(ApprovalRequest.step),
        col(ApprovalRequest.status).not_in([RequestStatus.PENDING, RequestStatus.WITHDRAWN]),
    )
    return and_(is_over, col(Step.handover).is_distinct_from(Handover.SKIPPED))


def _conditions(filters: TimesFilters) -> list[ColumnElement[bool]]:
    first, last = resolve_period(filters.decided_from, filters.decided_to)
    conditions = [
        # Requests without a level have no deadline.
        col(Decision.step) > 0,
        *filter_days(col(Decision.created_at), first, last),
    ]
    if filters.content_type is not None:
        of_type = select(col(ApprovalRequest.id)).where(
            col(ApprovalRequest.content_type) == filters.content_type
        )
        conditions.append(col(Decision.request_id).in_(of_type))
    return conditions


def _times(
    working_days: SQLColumnExpression[int], overdue: SQLColumnExpression[bool]
) -> tuple[ColumnElement[Any], ...]:
    return (
        func.count().label("decided"),
        func.percentile_cont(0.5).within_group(working_days).label("median"),
        func.percentile_cont(0.9).within_group(working_days).label("p90"),
        func.count().filter(overdue).label("overdue"),
    )
