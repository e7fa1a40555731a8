"""Assessments, scores and results of a batch, and a candidate's own result."""

from uuid import UUID

from fastapi import APIRouter
from kit.auth import AUTH_PROBLEMS
from kit.db import Session
from kit.errors import Invalid, problems

from enrollment.attendance.routes import MarkerDep, ReaderDep
from enrollment.enrollments.errors import EnrollmentNotFound
from enrollment.enrollments.routes import CandidateDep
from enrollment.replicas.errors import BatchUnknown
from enrollment.results import queries, service
from enrollment.results.errors import (
    AssessmentMissing,
    AssessmentNotFound,
    BatchFinished,
    BatchRunning,
    ResultsIncomplete,
)
from enrollment.results.schemas import (
    AssessmentRead,
    AssessmentWrite,
    BatchFinish,
    OwnResult,
    ResultSheet,
    ScoresSet,
)

router = APIRouter(prefix="/results", tags=["results"])


@router.get("/mine/{enrollment_id}", responses=problems(*AUTH_PROBLEMS, EnrollmentNotFound))
async def get_my_result(session: Session, actor: CandidateDep, enrollment_id: UUID) -> OwnResult:
    """How the candidate ended in a batch that is finished, and why."""
    return await queries.get_own(session, actor, enrollment_id)


@router.get("/batches/{batch_id}", responses=problems(*AUTH_PROBLEMS, BatchUnknown))
async def get_result_sheet(session: Session, actor: ReaderDep, batch_id: UUID) -> ResultSheet:
    """A batch's assessments and people, with what each result would be now, or was."""
    return await queries.get_sheet(session, actor, batch_id)


@router.post(
    "/batches/{batch_id}/assessments",
    status_code=201,
    responses=problems(*AUTH_PROBLEMS, BatchUnknown, BatchFinished, Invalid),
)
async def create_assessment(
    session: Session, actor: MarkerDep, batch_id: UUID, body: AssessmentWrite
) -> AssessmentRead:
    """Add something that is assessed."""
    return await service.create_assessment(session, actor, batch_id, body)


@router.put(
    "/assessments/{assessment_id}",
    responses=problems(*AUTH_PROBLEMS, AssessmentNotFound, BatchFinished, Invalid),
)
async def update_assessment(
    session: Session, actor: MarkerDep, assessment_id: UUID, body: AssessmentWrite
) -> AssessmentRead:
    """Change an assessment."""
    return await service.update_assessment(session, actor, assessment_id, body)


@router.delete(
    "/assessments/{assessment_id}",
    status_code=204,
    responses=problems(*AUTH_PROBLEMS, AssessmentNotFound, BatchFinished),
)
async def delete_assessment(session: Session, actor: MarkerDep, assessment_id: UUID) -> None:
    """Take an assessment away, with all of its scores."""
    await service.delete_assessment(session, actor, assessment_id)


@router.put(
    "/batches/{batch_id}/scores",
    responses=problems(*AUTH_PROBLEMS, BatchUnknown, BatchFinished, Invalid),
)
async def set_scores(
    session: Session, actor: MarkerDep, batch_id: UUID, body: ScoresSet
) -> ResultSheet:
    """Store scores, all of them or none."""
    return await service.set_scores(session, actor, batch_id, body.scores)


@router.post(
    "/batches/{batch_id}/finish",
    responses=problems(
        *AUTH_PROBLEMS,
        BatchUnknown,
        BatchFinished,
        BatchRunning,
        AssessmentMissing,
        ResultsIncomplete,
    ),
)
async def finish_batch(
    session: Session, actor: MarkerDep, batch_id: UUID, body: BatchFinish
) -> ResultSheet:
    """Decide all results and complete the enrollments; candidates hear of theirs."""
    return await service.finish_batch(session, actor, batch_id, accept_missing=body.accept_missing)
