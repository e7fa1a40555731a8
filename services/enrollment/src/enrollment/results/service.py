"""Enters assessments and scores, and decides results.

Every change takes the batch's advisory lock, so that data does not change during a decision.
"""

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

from kit.core.errors import FieldProblem, Invalid
from kit.database import db
from kit.database.db import AsyncSession
from kit.messaging import audit
from kit.security.auth import Principal
from sqlalchemy import Row, delete, func, select, tuple_
from sqlalchemy.dialects.postgresql import insert
from sqlmodel import col

from enrollment.attendance.queries import BatchAccess, get_batch_access, is_finished, list_people
from enrollment.attendance.rules import MARKABLE
from enrollment.enrollments.transitions.service import complete_enrollments
from enrollment.results import queries
from enrollment.results.errors import (
    AssessmentMissing,
    AssessmentNotFound,
    BatchFinished,
    BatchRunning,
    ResultsIncomplete,
)
from enrollment.results.models import Assessment, Outcome, Score
from enrollment.results.rules import lacks_assessment
from enrollment.results.schemas import (
    AssessmentRead,
    AssessmentWrite,
    ResultSheet,
    ScoreSet,
)

_KEY = (col(Score.assessment_id), col(Score.enrollment_id))
SCORES_PER_STATEMENT = 5_000
"""Scores in one statement: each needs four of PostgreSQL's 32,767 parameters."""


async def create_assessment(
    session: AsyncSession, actor: Principal, batch_id: UUID, body: AssessmentWrite
) -> AssessmentRead:
    """Add an assessment.

    Raises `BatchUnknown`, `BatchFinished`, and `Invalid` for a pass mark above the maximum.
    """
    await _open_batch(session, actor, batch_id)
    _require_reachable(body)
    assessment = Assessment(batch_id=batch_id, **body.model_dump())
    session.add(assessment)
    await session.flush()
    return AssessmentRead.model_validate(assessment, from_attributes=True)


async def update_assessment(
    session: AsyncSession, actor: Principal, assessment_id: UUID, body: AssessmentWrite
) -> AssessmentRead:
    """Change an assessment.

    Raises `AssessmentNotFound`, `BatchFinished`, and `Invalid` if the maximum is below existing
    points or the pass mark.
    """
    assessment = await _get_assessment(session, actor, assessment_id)
    _require_reachable(body)
    highest = await session.scalar(
        select(func.max(col(Score.points))).where(col(Score.assessment_id) == assessment_id)
    )
    if highest is not None and highest > body.maximum:
        raise Invalid.field(
            "maximum",
            "assessment.maximum_below_scores",
            f"A candidate already has {highest} points.",
        )
    for name, value in body.model_dump().items():
        setattr(assessment, name, value)
    await session.flush()
    return AssessmentRead.model_validate(assessment, from_attributes=True)


async def delete_assessment(session: AsyncSession, actor: Principal, assessment_id: UUID) -> None:
    """Delete an assessment with its scores.

    Raises `AssessmentNotFound` and `BatchFinished`.
    """
    await session.delete(await _get_assessment(session, actor, assessment_id))


async def set_scores(
    session: AsyncSession, actor: Principal, batch_id: UUID, scores: Sequence[ScoreSet]
) -> ResultSheet:
    """Store all scores or none; for repeated entries the last wins.

    Changes go to the audit trail. Raises `BatchUnknown`, `BatchFinished`, and `Invalid` for each
    impossible score.
    """
    access, everybody = await _open_batch(session, actor, batch_id)
    people = {row.enrollment_id: row.status for row in everybody}
    maxima = {each.id: each.maximum for each in await queries.list_assessments(session, batch_id)}
    problems = [
        problem
        for place, score in enumerate(scores)
        if (problem := _problem(place, score, people, maxima))
    ]
    if problems:
        raise Invalid(fields=problems)
    latest = {(each.assessment_id, each.enrollment_id): each.points for each in scores}
    await store_scores(session, access, latest)
    return await queries.get_sheet(session, actor, batch_id)


async def store_scores(
    session: AsyncSession, access: BatchAccess, points: Mapping[tuple[UUID, UUID], float | None]
) -> bool:
    """Store points by assessment and enrollment; None removes them. Tell if any changed.

    Changes go to the audit trail.
    """
    changed = False
    items = list(points.items())
    for start in range(0, len(items), SCORES_PER_STATEMENT):
        part = dict(items[start : start + SCORES_PER_STATEMENT])
        changed = await _store(session, access, part) or changed
    return changed


async def _store(
    session: AsyncSession, access: BatchAccess, points: Mapping[tuple[UUID, UUID], float | None]
) -> bool:
    found = await session.execute(
        select(*_KEY, col(Score.points)).where(tuple_(*_KEY).in_(list(points)))
    )
    before = {(row.assessment_id, row.enrollment_id): row.points for row in found}
    changed = {key: each for key, each in points.items() if before.get(key) != each}
    gone = [key for key, each in changed.items() if each is None]
    if gone:
        await session.execute(delete(Score).where(tuple_(*_KEY).in_(gone)))
    rows = [
        {"assessment_id": key[0], "enrollment_id": key[1], "points": each, "scored_at": access.now}
        for key, each in changed.items()
        if each is not None
    ]
    if rows:
        statement = insert(Score.__table__).values(rows)  # type: ignore[attr-defined]
        await session.execute(
            statement.on_conflict_do_update(
                index_elements=["assessment_id", "enrollment_id"],
                set_={name: statement.excluded[name] for name in ("points", "scored_at")},
            )
        )
    for key in changed.keys() & before.keys():
        audit.record(
            session,
            "score",
            f"{key[0]}:{key[1]}",
            {"points": before[key]},
            {"points": changed[key]},
            organization_id=access.batch.organization_id,
        )
    return bool(changed)


async def finish_batch(
    session: AsyncSession, actor: Principal, batch_id: UUID, *, accept_missing: bool
) -> ResultSheet:
    """Decide all results and complete the enrollments, in one transaction.

    Raises `BatchUnknown`, `BatchFinished`, `BatchRunning`, `AssessmentMissing`, and
    `ResultsIncomplete` if missing values are not accepted.
    """
    access, _ = await _open_batch(session, actor, batch_id)
    if not queries.has_ended(access):
        raise BatchRunning
    assessments = await queries.list_assessments(session, batch_id)
    if lacks_assessment(queries.get_rules(access), assessments):
        raise AssessmentMissing
    everybody = await list_people(session, batch_id, lock=True)
    people = [row for row in everybody if row.status is MARKABLE]
    points = await queries.list_points(session, batch_id)
    standings = await queries.list_standings(session, access, people, assessments, points)
    if not accept_missing and not all(each.is_complete for each in standings.values()):
        raise ResultsIncomplete
    session.add_all(
        Outcome(
            enrollment_id=enrollment_id,
            result=standing.result,
            reasons=[reason.value for reason in standing.reasons],
            attended=standing.attended,
            counted=standing.counted,
            score_percent=standing.score_percent,
            min_attendance_percent=access.batch.min_attendance_percent,
            min_score_percent=access.batch.min_score_percent,
            decided_at=access.now,
        )
        for enrollment_id, standing in standings.items()
    )
    results = {enrollment_id: each.result for enrollment_id, each in standings.items()}
    await complete_enrollments(session, access.batch, results)
    audit.record(
        session,
        "batch_results",
        batch_id,
        {},
        {"completed": len(results), "accept_missing": accept_missing},
        organization_id=access.batch.organization_id,
    )
    return await queries.get_sheet(session, actor, batch_id)


async def _open_batch(
    session: AsyncSession, actor: Principal, batch_id: UUID
) -> tuple[BatchAccess, Sequence[Row[*tuple[Any, ...]]]]:
    """Lock an unfinished batch and return it with its people."""
    await db.advisory_lock(session, f"results:{batch_id}")
    access = await get_batch_access(session, actor, batch_id)
    people = await list_people(session, batch_id)
    if is_finished(people):
        raise BatchFinished
    return access, people


async def _get_assessment(
    session: AsyncSession, actor: Principal, assessment_id: UUID
) -> Assessment:
    assessment = await session.get(Assessment, assessment_id)
    if assessment is None:
        raise AssessmentNotFound
    await _open_batch(session, actor, assessment.batch_id)
    found = await db.lock(session, Assessment, col(Assessment.id) == assessment_id)
    if found is None:
        raise AssessmentNotFound
    return found


def _require_reachable(body: AssessmentWrite) -> None:
    if body.pass_mark is not None and body.pass_mark > body.maximum:
        raise Invalid.field(
            "pass_mark",
            "assessment.pass_mark_above_maximum",
            "Enter a pass mark no higher than the maximum score.",
        )


def _problem(
    place: int, score: ScoreSet, people: dict[UUID, str], maxima: dict[UUID, float]
) -> FieldProblem | None:
    if score.assessment_id not in maxima:
        return FieldProblem(
            field=f"scores.{place}.assessment_id",
            code="assessment.not_found",
            message="We couldn't find this assessment.",
        )
    if people.get(score.enrollment_id) != MARKABLE:
        return FieldProblem(
            field=f"scores.{place}.enrollment_id",
            code="person.not_in_batch",
            message="This person doesn't have a seat in this batch.",
        )
    maximum = maxima[score.assessment_id]
    if score.points is not None and score.points > maximum:
        return FieldProblem(
            field=f"scores.{place}.points",
            code="score.above_maximum",
            message=f"Enter at most {maximum:g} points.",
        )
    return None
