from uuid import UUID

from kit.database import db
from kit.database.db import AsyncSession
from kit.domain.timezone import today
from kit.security.auth import Principal
from sqlmodel import col

from enrollment.enrollments.errors import EnrollmentNotFound
from enrollment.enrollments.models import Enrollment
from enrollment.surveys import queries
from enrollment.surveys.errors import AlreadyAnswered, SurveyClosed
from enrollment.surveys.models import SurveyAnswer, SurveyParticipation
from enrollment.surveys.schemas import OwnSurvey, SurveyAnswerCreate


async def answer_survey(
    session: AsyncSession, actor: Principal, enrollment_id: UUID, body: SurveyAnswerCreate
) -> OwnSurvey:
    """Store the caller's anonymous answer, once.

    Raises `EnrollmentNotFound`, also for another candidate's enrollment or an undecided result,
    `AlreadyAnswered` and `SurveyClosed`.
    """
    # Locked, so that concurrent requests store one answer.
    enrollment = await db.lock(
        session,
        Enrollment,
        col(Enrollment.id) == enrollment_id,
        col(Enrollment.candidate_profile_id) == actor.profile_id,
    )
    if enrollment is None:
        raise EnrollmentNotFound
    own = await queries.get_own_survey(session, actor, enrollment_id)
    if own.answered:
        raise AlreadyAnswered
    if not own.can_answer:
        raise SurveyClosed
    session.add(SurveyParticipation(enrollment_id=enrollment_id, answered_on=today()))
    session.add(
        SurveyAnswer(
            batch_id=enrollment.batch_id,
            training_id=enrollment.training_id,
            organization_id=enrollment.organization_id,
            **body.model_dump(),
        )
    )
    await session.flush()
    return await queries.get_own_survey(session, actor, enrollment_id)
