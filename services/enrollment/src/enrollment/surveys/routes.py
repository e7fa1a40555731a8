from typing import Annotated
from uuid import UUID

from contracts.permissions import Permission
from fastapi import APIRouter, Query
from kit.core.errors import TooManyRequests, problems
from kit.database.db import DatabaseDep, Session
from kit.security.auth import AUTH_PROBLEMS, Principal
from kit.spreadsheets.exports import FILE, ExportQuery, TooManyRows
from starlette.responses import StreamingResponse

from enrollment.attendance.routes import ReaderDep
from enrollment.enrollments.errors import EnrollmentNotFound
from enrollment.enrollments.routes import CandidateDep
from enrollment.guards import guard_dashboard
from enrollment.replicas.errors import BatchUnknown
from enrollment.surveys import queries, service
from enrollment.surveys.errors import AlreadyAnswered, SurveyClosed
from enrollment.surveys.export import export_answers
from enrollment.surveys.schemas import (
    OwnSurvey,
    SurveyAnswerCreate,
    SurveyResults,
    TrainingRatings,
)

router = APIRouter(prefix="/surveys", tags=["surveys"])

TrainingReaderDep = Annotated[
    Principal,
    guard_dashboard(Permission.VIEW_TRAININGS),
]


@router.get("/mine/{enrollment_id}", responses=problems(*AUTH_PROBLEMS, EnrollmentNotFound))
async def get_my_survey(session: Session, actor: CandidateDep, enrollment_id: UUID) -> OwnSurvey:
    """Tell if the candidate may answer a finished batch's survey, and until when."""
    return await queries.get_own_survey(session, actor, enrollment_id)


@router.post(
    "/mine/{enrollment_id}",
    status_code=201,
    responses=problems(*AUTH_PROBLEMS, EnrollmentNotFound, AlreadyAnswered, SurveyClosed),
)
async def answer_survey(
    session: Session, actor: CandidateDep, enrollment_id: UUID, body: SurveyAnswerCreate
) -> OwnSurvey:
    """Answer a batch's survey once, anonymously."""
    return await service.answer_survey(session, actor, enrollment_id, body)


@router.get("/batches/{batch_id}", responses=problems(*AUTH_PROBLEMS, BatchUnknown))
async def get_survey_results(session: Session, actor: ReaderDep, batch_id: UUID) -> SurveyResults:
    """Get a batch's survey results, shown from three answers on."""
    return await queries.get_batch_results(session, actor, batch_id)


@router.get(
    "/batches/{batch_id}/export",
    response_class=StreamingResponse,
    responses=FILE | problems(*AUTH_PROBLEMS, BatchUnknown, TooManyRows, TooManyRequests),
)
async def export_survey(
    database: DatabaseDep,
    actor: ReaderDep,
    batch_id: UUID,
    file: Annotated[ExportQuery, Query()],
) -> StreamingResponse:
    """Export the answers as a spreadsheet."""
    return await export_answers(database, actor, batch_id, file)


@router.get("/trainings/{training_id}", responses=problems(*AUTH_PROBLEMS))
async def get_training_ratings(
    session: Session, actor: TrainingReaderDep, training_id: UUID
) -> TrainingRatings:
    """Get the average ratings of a training's batches."""
    return await queries.get_training_ratings(session, actor, training_id)
