from collections.abc import Mapping
from typing import Any
from uuid import UUID

from contracts.catalog import BatchMeeting
from contracts.enrollment import AppealStatus
from kit.database.db import AsyncSession
from kit.database.pages import ListQuery, PageQuery, Sorting
from kit.database.search import contains_words
from kit.security.auth import Principal
from sqlalchemy import ColumnElement, Select, func, select, true
from sqlmodel import col

from enrollment.appeals.errors import AppealNotFound
from enrollment.appeals.models import Appeal
from enrollment.appeals.rules import get_appeal_deadline, is_correctable
from enrollment.appeals.schemas import (
    AppealDetail,
    AppealedBatch,
    AppealedScore,
    AppealedSession,
    AppealFilter,
    AppealingCandidate,
    AppealPage,
    AppealRead,
    AppealRow,
    AppealSort,
    OwnAppeal,
)
from enrollment.attendance.models import AttendanceMark
from enrollment.enrollments.errors import EnrollmentNotFound
from enrollment.enrollments.models import Enrollment
from enrollment.replicas.models import Batch, Organization, Profile, Timetable
from enrollment.results.models import Assessment, Outcome, Score

_APPEAL = list(AppealRead.model_fields)
_READ: Select[Any] = (
    select(
        *(getattr(Appeal, name) for name in _APPEAL),
        col(Enrollment.candidate_profile_id).label("candidate_profile_id"),
        *(
            getattr(Profile, name).label(f"candidate_{name}")
            for name in ("name_en", "name_ar", "image_url")
        ),
        *(getattr(Batch, name).label(f"batch_{name}") for name in AppealedBatch.model_fields),
        col(Organization.name_en).label("organization_en"),
        col(Organization.name_ar).label("organization_ar"),
    )
    .select_from(Appeal)
    .join(Enrollment, col(Enrollment.id) == col(Appeal.enrollment_id))
    .join(Batch, col(Batch.id) == col(Appeal.batch_id))
    .outerjoin(Profile, col(Profile.id) == col(Enrollment.candidate_profile_id))
    .outerjoin(Organization, col(Organization.id) == col(Appeal.organization_id))
)
_SORTING = Sorting(
    {AppealSort.CREATED: col(Appeal.created_at), AppealSort.UPDATED: col(Appeal.updated_at)},
    id=col(Appeal.id),
)
_DECIDED_BY = (
    "decided_at",
    "reasons",
    "attended",
    "counted",
    "score_percent",
    "min_attendance_percent",
    "min_score_percent",
)
"""Columns of the outcome."""


async def get_own_appeal(session: AsyncSession, actor: Principal, enrollment_id: UUID) -> OwnAppeal:
    """Return the caller's appeal against a result, or the deadline for one.

    Raises `EnrollmentNotFound`, also for another candidate's enrollment or an undecided result.
    """
    found = await session.execute(
        select(col(Outcome.decided_at), Appeal, func.now())
        .join(Enrollment, col(Enrollment.id) == col(Outcome.enrollment_id))
        .outerjoin(Appeal, col(Appeal.enrollment_id) == col(Outcome.enrollment_id))
        .where(
            col(Outcome.enrollment_id) == enrollment_id,
            col(Enrollment.candidate_profile_id) == actor.profile_id,
        )
    )
    row = found.one_or_none()
    if row is None:
        raise EnrollmentNotFound
    decided_at, appeal, now = row
    until = get_appeal_deadline(decided_at)
    return OwnAppeal(
        until=until,
        can_appeal=appeal is None and now <= until,
        appeal=appeal and AppealRead.model_validate(appeal, from_attributes=True),
    )


async def list_appeals(
    session: AsyncSession, actor: Principal, filters: AppealFilter, page: PageQuery
) -> AppealPage:
    """List the appeals to the caller's organization, or all for an admin."""
    conditions = [is_visible_to(actor)]
    if filters.status:
        conditions.append(col(Appeal.status).in_(filters.status))
    if filters.batch_id:
        conditions.append(col(Appeal.batch_id) == filters.batch_id)
    query = ListQuery(
        filters=conditions,
        sort=_SORTING.by(filters.sort),
        search=contains_words(filters.search, col(Profile.search), func.lower(col(Batch.code))),
        page=page,
    )
    rows, meta = await query.fetch(session, _READ, col(Appeal.id))
    return AppealPage(data=[_row(row._asdict()) for row in rows], meta=meta)


async def get_appeal(session: AsyncSession, actor: Principal, appeal_id: UUID) -> AppealDetail:
    """Return an appeal to the caller's organization with the data for its answer.

    Raises `AppealNotFound`, also for another organization's appeal.
    """
    statement = (
        _READ.add_columns(
            *(getattr(Outcome, name) for name in _DECIDED_BY), col(Timetable.sessions)
        )
        .join(Outcome, col(Outcome.enrollment_id) == col(Appeal.enrollment_id))
        .outerjoin(Timetable, col(Timetable.batch_id) == col(Appeal.batch_id))
        .where(col(Appeal.id) == appeal_id, is_visible_to(actor))
    )
    found = (await session.execute(statement)).one_or_none()
    if found is None:
        raise AppealNotFound
    row = found._asdict()
    return AppealDetail(
        **_row(row).model_dump(),
        **{name: row[name] for name in _DECIDED_BY},
        can_answer=row["status"] is AppealStatus.OPEN and not actor.is_admin,
        can_correct=is_correctable(row["status"], row["new_result"]) and not actor.is_admin,
        scores=await _list_scores(session, row["batch_id"], row["enrollment_id"]),
        sessions=await _list_sessions(session, row["sessions"] or (), row["enrollment_id"]),
    )


def is_visible_to(actor: Principal) -> ColumnElement[bool]:
    """Restrict appeals to the caller's organization."""
    return true() if actor.scope is None else col(Appeal.organization_id) == actor.scope


def _row(row: Mapping[str, Any]) -> AppealRow:
    return AppealRow(
        **{name: row[name] for name in _APPEAL},
        candidate=AppealingCandidate(
            **{name: row[f"candidate_{name}"] for name in AppealingCandidate.model_fields}
        ),
        batch=AppealedBatch(**{name: row[f"batch_{name}"] for name in AppealedBatch.model_fields}),
        organization_en=row["organization_en"],
        organization_ar=row["organization_ar"],
    )


async def _list_scores(
    session: AsyncSession, batch_id: UUID, enrollment_id: UUID
) -> list[AppealedScore]:
    is_own = (col(Score.assessment_id) == col(Assessment.id)) & (
        col(Score.enrollment_id) == enrollment_id
    )
    scored: tuple[Any, ...] = (
        col(Assessment.id).label("assessment_id"),
        col(Assessment.title_en),
        col(Assessment.title_ar),
        col(Score.points),
        col(Assessment.maximum),
        col(Assessment.pass_mark),
    )
    rows = await session.execute(
        select(*scored)
        .outerjoin(Score, is_own)
        .where(col(Assessment.batch_id) == batch_id)
        .order_by(col(Assessment.created_at), col(Assessment.id))
    )
    return [AppealedScore.model_validate(row, from_attributes=True) for row in rows]


async def _list_sessions(
    session: AsyncSession, stored: Any, enrollment_id: UUID
) -> list[AppealedSession]:
    marks = await session.execute(
        select(col(AttendanceMark.session_id), col(AttendanceMark.attendance)).where(
            col(AttendanceMark.enrollment_id) == enrollment_id
        )
    )
    attendance = {row.session_id: row.attendance for row in marks}
    return [
        AppealedSession(
            session_id=meeting.id,
            **meeting.model_dump(include={"title_en", "title_ar", "starts_at"}),
            attendance=attendance.get(meeting.id),
        )
        for meeting in map(BatchMeeting.model_validate, stored)
    ]
