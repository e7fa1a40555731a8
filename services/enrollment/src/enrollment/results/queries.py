from collections import defaultdict
from collections.abc import Sequence
from typing import Any
from uuid import UUID

from contracts.catalog import BatchStatus
from contracts.enrollment import EnrollmentStatus
from kit.database.db import AsyncSession
from kit.security.auth import Principal
from sqlalchemy import Row, and_, select
from sqlmodel import col

from enrollment.attendance.queries import (
    BatchAccess,
    get_batch_access,
    is_finished,
    list_marks,
    list_people,
)
from enrollment.enrollments.errors import EnrollmentNotFound
from enrollment.enrollments.models import Enrollment
from enrollment.results.models import Assessment, Outcome, Score
from enrollment.results.rules import PassRules, Standing, evaluate, lacks_assessment
from enrollment.results.schemas import (
    AssessmentRead,
    OwnResult,
    OwnScore,
    PersonResult,
    ResultSheet,
)


async def get_sheet(session: AsyncSession, actor: Principal, batch_id: UUID) -> ResultSheet:
    """Return a batch's assessments and people with their scores, attendance and results.

    Raises `BatchUnknown`, also outside the caller's scope.
    """
    access = await get_batch_access(session, actor, batch_id)
    assessments = await list_assessments(session, batch_id)
    people = await list_people(session, batch_id)
    points = await list_points(session, batch_id)
    standings = await list_standings(session, access, people, assessments, points)
    outcomes = await _list_outcomes(session, batch_id)
    batch = access.batch
    return ResultSheet(
        batch_id=batch_id,
        code=batch.code,
        title_en=batch.title_en,
        title_ar=batch.title_ar,
        ends_at=batch.ends_at,
        min_attendance_percent=batch.min_attendance_percent,
        min_score_percent=batch.min_score_percent,
        editable=access.editable and not is_finished(people),
        over=has_ended(access),
        lacks_assessment=lacks_assessment(get_rules(access), assessments),
        assessments=[
            AssessmentRead.model_validate(each, from_attributes=True) for each in assessments
        ],
        people=[
            _person(row, points[row.enrollment_id], standings[row.enrollment_id], outcomes)
            for row in people
        ],
    )


def has_ended(access: BatchAccess) -> bool:
    """Tell if the batch's last session has ended, unless it is cancelled."""
    return access.batch.status is not BatchStatus.CANCELLED and access.batch.ends_at <= access.now


async def list_assessments(session: AsyncSession, batch_id: UUID) -> Sequence[Assessment]:
    """List a batch's assessments, oldest first."""
    rows = await session.scalars(
        select(Assessment)
        .where(col(Assessment.batch_id) == batch_id)
        .order_by(col(Assessment.created_at), col(Assessment.id))
    )
    return rows.all()


async def list_points(session: AsyncSession, batch_id: UUID) -> dict[UUID, dict[UUID, float]]:
    """Map people to their points by assessment."""
    rows = await session.execute(
        select(col(Score.enrollment_id), col(Score.assessment_id), col(Score.points))
        .join(Assessment, col(Assessment.id) == col(Score.assessment_id))
        .where(col(Assessment.batch_id) == batch_id)
    )
    points: dict[UUID, dict[UUID, float]] = defaultdict(dict)
    for row in rows:
        points[row.enrollment_id][row.assessment_id] = row.points
    return points


def get_rules(access: BatchAccess) -> PassRules:
    """Return the batch's current rules."""
    return PassRules(access.batch.min_attendance_percent, access.batch.min_score_percent)


async def list_standings(
    session: AsyncSession,
    access: BatchAccess,
    people: Sequence[Row[*tuple[Any, ...]]],
    assessments: Sequence[Assessment],
    points: dict[UUID, dict[UUID, float]],
) -> dict[UUID, Standing]:
    """Compute each person's standing by the current rules, from sessions that have begun."""
    marks = await list_marks(session, access, access.batch.id)
    begun = sum(each.starts_at <= access.now for each in access.meetings.values())
    rules = get_rules(access)
    return {
        row.enrollment_id: evaluate(
            rules,
            begun,
            [mark.attendance for mark in marks.get(row.enrollment_id, ())],
            assessments,
            points[row.enrollment_id],
        )
        for row in people
    }


async def get_own_result(session: AsyncSession, actor: Principal, enrollment_id: UUID) -> OwnResult:
    """Return the caller's result in a finished batch.

    Raises `EnrollmentNotFound`, also for another candidate's enrollment or an undecided result.
    """
    found = await session.execute(
        select(Outcome, col(Enrollment.batch_id))
        .join(Enrollment, col(Enrollment.id) == col(Outcome.enrollment_id))
        .where(
            col(Outcome.enrollment_id) == enrollment_id,
            col(Enrollment.candidate_profile_id) == actor.profile_id,
        )
    )
    row = found.one_or_none()
    if row is None:
        raise EnrollmentNotFound
    is_own = and_(
        col(Score.assessment_id) == col(Assessment.id), col(Score.enrollment_id) == enrollment_id
    )
    scores = await session.execute(
        select(Assessment, col(Score.points))
        .outerjoin(Score, is_own)
        .where(col(Assessment.batch_id) == row.batch_id)
        .order_by(col(Assessment.created_at), col(Assessment.id))
    )
    fields = set(OwnResult.model_fields) - {"scores"}
    return OwnResult(
        **row.Outcome.model_dump(include=fields),
        scores=[
            OwnScore(
                **each.Assessment.model_dump(include=set(OwnScore.model_fields)),
                points=each.points,
            )
            for each in scores
        ],
    )


async def _list_outcomes(session: AsyncSession, batch_id: UUID) -> dict[UUID, Outcome]:
    rows = await session.scalars(
        select(Outcome)
        .join(Enrollment, col(Enrollment.id) == col(Outcome.enrollment_id))
        .where(col(Enrollment.batch_id) == batch_id)
    )
    return {row.enrollment_id: row for row in rows}


_STANDING = ("attended", "counted", "score_percent", "result", "reasons")
_PERSON = ("enrollment_id", "status", "name_en", "name_ar", "image_url")


def _person(
    row: Row[*tuple[Any, ...]],
    points: dict[UUID, float],
    standing: Standing,
    outcomes: dict[UUID, Outcome],
) -> PersonResult:
    # Decided results keep their stored values.
    decided = outcomes.get(row.enrollment_id, standing)
    is_open = row.status is not EnrollmentStatus.COMPLETED
    return PersonResult(
        **{name: getattr(row, name) for name in _PERSON},
        **{name: getattr(decided, name) for name in _STANDING},
        points=points,
        missing_marks=standing.missing_marks if is_open else 0,
        missing_scores=standing.missing_scores if is_open else 0,
    )
