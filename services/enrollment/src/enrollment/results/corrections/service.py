"""Corrects decided results of single people."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID

from contracts.enrollment import EnrollmentResult
from kit.core.errors import FieldProblem, Invalid
from kit.database.db import AsyncSession
from kit.messaging import audit
from kit.security.auth import Principal
from sqlalchemy import select
from sqlmodel import col

from enrollment.attendance.models import Attendance, AttendanceMark
from enrollment.attendance.queries import BatchAccess, get_batch_access
from enrollment.attendance.service import correct_marks
from enrollment.enrollments.models import Enrollment
from enrollment.enrollments.transitions import service as moves
from enrollment.results import queries
from enrollment.results.models import Assessment, Outcome, Score
from enrollment.results.rules import PassRules, Standing, evaluate
from enrollment.results.service import store_scores


@dataclass(frozen=True, slots=True)
class Corrections:
    """Corrected scores and marks of one person."""

    points: Mapping[UUID, float]
    """By assessment."""
    marks: Mapping[UUID, Attendance]
    """By session."""


async def correct_result(
    session: AsyncSession, actor: Principal, enrollment_id: UUID, corrections: Corrections
) -> EnrollmentResult:
    """Correct a decided result and decide it again by the original rules, with an audit trail.

    Raises `EnrollmentNotFound`, `BatchUnknown`, and `Invalid` for impossible corrections, or if
    nothing changes.
    """
    enrollment, batch, *_ = await moves.lock_enrollment(
        session, col(Enrollment.id) == enrollment_id
    )
    access = await get_batch_access(session, actor, enrollment.batch_id)
    outcome = await session.get_one(Outcome, enrollment_id)
    assessments = await queries.list_assessments(session, batch.id)
    _check(access, {each.id: each.maximum for each in assessments}, corrections)
    points = {(each, enrollment_id): value for each, value in corrections.points.items()}
    has_scores = await store_scores(session, access, points)
    has_marks = await correct_marks(session, actor, access, enrollment_id, corrections.marks)
    if not has_scores and not has_marks:
        raise Invalid.field(
            "scores",
            "result.unchanged",
            "Correct at least one score or attendance mark, or keep the result.",
        )
    standing = await _evaluate(session, access, outcome, assessments)
    _record(session, access, outcome, standing)
    outcome.result = standing.result
    outcome.reasons = [reason.value for reason in standing.reasons]
    outcome.attended = standing.attended
    outcome.counted = standing.counted
    outcome.score_percent = standing.score_percent
    if enrollment.result is not standing.result:
        await moves.change_result(session, enrollment, batch, standing.result)
    return standing.result


def _check(access: BatchAccess, maxima: Mapping[UUID, float], corrections: Corrections) -> None:
    problems = []
    for place, (assessment_id, points) in enumerate(corrections.points.items()):
        if assessment_id not in maxima:
            problems.append(
                FieldProblem(
                    field=f"scores.{place}.assessment_id",
                    code="assessment.not_found",
                    message="We couldn't find this assessment.",
                )
            )
        elif points > maxima[assessment_id]:
            problems.append(
                FieldProblem(
                    field=f"scores.{place}.points",
                    code="score.above_maximum",
                    message=f"Enter at most {maxima[assessment_id]:g} points.",
                )
            )
    problems += [
        FieldProblem(
            field=f"marks.{place}.session_id",
            code="batch_session.not_found",
            message="This session is no longer part of the batch.",
        )
        for place, session_id in enumerate(corrections.marks)
        if session_id not in access.meetings
    ]
    if problems:
        raise Invalid(fields=problems)


async def _evaluate(
    session: AsyncSession, access: BatchAccess, outcome: Outcome, assessments: Sequence[Assessment]
) -> Standing:
    """Apply the rules of the first decision, which may have changed since."""
    marks = await session.scalars(
        select(col(AttendanceMark.attendance)).where(
            col(AttendanceMark.enrollment_id) == outcome.enrollment_id,
            col(AttendanceMark.session_id).in_(access.meetings),
        )
    )
    points = await session.execute(
        select(col(Score.assessment_id), col(Score.points)).where(
            col(Score.enrollment_id) == outcome.enrollment_id
        )
    )
    begun = sum(each.starts_at <= access.now for each in access.meetings.values())
    return evaluate(
        PassRules(outcome.min_attendance_percent, outcome.min_score_percent),
        begun,
        marks.all(),
        assessments,
        {row.assessment_id: row.points for row in points},
    )


def _record(
    session: AsyncSession, access: BatchAccess, outcome: Outcome, standing: Standing
) -> None:
    audit.record(
        session,
        "result",
        outcome.enrollment_id,
        {"result": outcome.result, "score_percent": outcome.score_percent},
        {"result": standing.result, "score_percent": standing.score_percent},
        organization_id=access.batch.organization_id,
    )
