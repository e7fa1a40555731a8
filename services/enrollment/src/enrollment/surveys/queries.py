from collections import Counter
from collections.abc import Sequence
from typing import Any
from uuid import UUID

from kit.database.db import AsyncSession
from kit.security.auth import Principal
from sqlalchemy import ColumnElement, Row, Select, SQLColumnExpression, exists, func, select
from sqlmodel import col

from enrollment.attendance.queries import get_batch_access
from enrollment.enrollments.errors import EnrollmentNotFound
from enrollment.enrollments.models import Enrollment
from enrollment.replicas.models import Batch
from enrollment.results.models import Outcome
from enrollment.surveys.models import SurveyAnswer, SurveyParticipation
from enrollment.surveys.rules import INVITED_RESULTS, MIN_RESPONSES, get_answer_deadline
from enrollment.surveys.schemas import (
    BatchRating,
    OwnSurvey,
    QuestionResult,
    SurveyQuestion,
    SurveyResults,
    TrainingRatings,
)

_RATINGS = tuple(SurveyQuestion)
_BATCHES = 100


async def get_own_survey(session: AsyncSession, actor: Principal, enrollment_id: UUID) -> OwnSurvey:
    """Tell if the caller may answer a batch's survey, and until when.

    Raises `EnrollmentNotFound`, also for another candidate's enrollment or an undecided result.
    """
    has_answered = exists().where(col(SurveyParticipation.enrollment_id) == col(Enrollment.id))
    found = await session.execute(
        select(col(Outcome.decided_at), col(Outcome.result), has_answered, func.now())
        .join(Enrollment, col(Enrollment.id) == col(Outcome.enrollment_id))
        .where(
            col(Outcome.enrollment_id) == enrollment_id,
            col(Enrollment.candidate_profile_id) == actor.profile_id,
        )
    )
    row = found.one_or_none()
    if row is None:
        raise EnrollmentNotFound
    decided_at, result, answered, now = row
    until = get_answer_deadline(decided_at)
    can_answer = not answered and result in INVITED_RESULTS and now <= until
    return OwnSurvey(until=until, can_answer=can_answer, answered=answered)


async def get_batch_results(
    session: AsyncSession, actor: Principal, batch_id: UUID
) -> SurveyResults:
    """Return a batch's survey results, for its organization, its trainers, and admins.

    Raises `BatchUnknown`, also outside the caller's scope.
    """
    batch = (await get_batch_access(session, actor, batch_id)).batch
    invited = await session.scalar(
        select(func.count()).where(
            col(Enrollment.batch_id) == batch_id, col(Enrollment.result).in_(INVITED_RESULTS)
        )
    )
    answers = (await session.execute(select_answers(batch_id))).all()
    # Below the minimum only the number of answers is shown.
    shown = len(answers) >= MIN_RESPONSES
    return SurveyResults(
        batch_id=batch_id,
        code=batch.code,
        title_en=batch.title_en,
        title_ar=batch.title_ar,
        # Everyone who answered was invited, even if their result has changed since.
        invited=max(invited or 0, len(answers)),
        answered=len(answers),
        shown_from=MIN_RESPONSES,
        shown=shown,
        questions=[_build_result(question, answers) for question in _RATINGS] if shown else [],
        comments=[row.text for row in answers if row.text] if shown else [],
    )


def select_answers(batch_id: UUID) -> Select[Any]:
    """Select a batch's answers, ordered by their random keys."""
    said: tuple[SQLColumnExpression[Any], ...] = tuple(
        getattr(SurveyAnswer, name) for name in (*_RATINGS, "text")
    )
    is_its = col(SurveyAnswer.batch_id) == batch_id
    return select(*said).where(is_its).order_by(col(SurveyAnswer.id))


async def get_training_ratings(
    session: AsyncSession, actor: Principal, training_id: UUID
) -> TrainingRatings:
    """Return average ratings of a training's batches; empty for another organization's training."""
    is_visible = col(SurveyAnswer.training_id) == training_id
    if actor.scope is not None:
        is_visible &= col(SurveyAnswer.organization_id) == actor.scope
    rated = (
        select(
            col(SurveyAnswer.batch_id),
            func.count().label("answered"),
            *(_sum(question).label(f"{question}_sum") for question in _RATINGS),
            *(_count(question).label(f"{question}_count") for question in _RATINGS),
        )
        .where(is_visible)
        .group_by(col(SurveyAnswer.batch_id))
        .having(func.count() >= MIN_RESPONSES)
        .subquery()
    )
    named: tuple[Any, ...] = (rated, col(Batch.code), col(Batch.starts_at))
    rows = await session.execute(
        select(*named)
        .join(Batch, col(Batch.id) == rated.c.batch_id)
        .order_by(col(Batch.starts_at).desc(), col(Batch.id))
    )
    batches = rows.all()
    averages = {
        question.value: _average(
            sum(getattr(row, f"{question}_sum") for row in batches),
            sum(getattr(row, f"{question}_count") for row in batches),
        )
        for question in _RATINGS
    }
    return TrainingRatings(
        answered=sum(row.answered for row in batches),
        **averages,
        batches=[_batch(row) for row in batches[:_BATCHES]],
    )


def _sum(question: SurveyQuestion) -> ColumnElement[int]:
    return func.coalesce(func.sum(getattr(SurveyAnswer, question)), 0)


def _count(question: SurveyQuestion) -> ColumnElement[int]:
    return func.count(getattr(SurveyAnswer, question))


def _batch(row: Row[Any]) -> BatchRating:
    return BatchRating.model_validate(
        {
            "batch_id": row.batch_id,
            "code": row.code,
            "starts_at": row.starts_at,
            "answered": row.answered,
        }
        | {
            question.value: _average(
                getattr(row, f"{question}_sum"), getattr(row, f"{question}_count")
            )
            for question in _RATINGS
        }
    )


def _build_result(question: SurveyQuestion, answers: Sequence[Row[Any]]) -> QuestionResult:
    ratings = [getattr(row, question) for row in answers if getattr(row, question) is not None]
    counted = Counter(ratings)
    return QuestionResult(
        question=question,
        average=_average(sum(ratings), len(ratings)),
        counts=[counted[rating] for rating in range(1, 6)],
    )


def _average(total: int, count: int) -> float | None:
    return round(total / count, 2) if count else None
