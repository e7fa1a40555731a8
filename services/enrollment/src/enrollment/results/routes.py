from typing import Any, Literal
from uuid import UUID

from fastapi import APIRouter, UploadFile
from kit.core.errors import Invalid, TooManyRequests, Unavailable, problems
from kit.database.db import Session
from kit.security.auth import AUTH_PROBLEMS, Principal
from kit.spreadsheets.sheets import XLSX, Sheet, read_upload, template
from starlette.responses import Response

from enrollment.attendance.routes import MarkerDep, ReaderDep
from enrollment.enrollments.errors import EnrollmentNotFound
from enrollment.enrollments.routes import CandidateDep
from enrollment.replicas.errors import BatchUnknown
from enrollment.results import queries, rules, service
from enrollment.results.errors import (
    AssessmentMissing,
    AssessmentNotFound,
    BatchFinished,
    BatchRunning,
    ResultsIncomplete,
    RowsInvalid,
)
from enrollment.results.importing import service as importing
from enrollment.results.schemas import (
    AssessmentRead,
    AssessmentWrite,
    BatchFinish,
    OwnResult,
    ResultSheet,
    ScoreImport,
    ScoresSet,
)

router = APIRouter(prefix="/results", tags=["results"])

_TEMPLATE: dict[int | str, dict[str, Any]] = {
    200: {
        "description": "The file",
        "content": {XLSX: {"schema": {"type": "string", "format": "binary"}}},
    }
}


@router.get("/mine/{enrollment_id}", responses=problems(*AUTH_PROBLEMS, EnrollmentNotFound))
async def get_my_result(session: Session, actor: CandidateDep, enrollment_id: UUID) -> OwnResult:
    """Get the candidate's result in a finished batch, with its reasons."""
    return await queries.get_own_result(session, actor, enrollment_id)


@router.get("/batches/{batch_id}", responses=problems(*AUTH_PROBLEMS, BatchUnknown))
async def get_result_sheet(session: Session, actor: ReaderDep, batch_id: UUID) -> ResultSheet:
    """Get a batch's assessments and people, with current or decided results."""
    return await queries.get_sheet(session, actor, batch_id)


@router.post(
    "/batches/{batch_id}/assessments",
    status_code=201,
    responses=problems(*AUTH_PROBLEMS, BatchUnknown, BatchFinished, Invalid),
)
async def create_assessment(
    session: Session, actor: MarkerDep, batch_id: UUID, body: AssessmentWrite
) -> AssessmentRead:
    """Add an assessment."""
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
    """Delete an assessment with its scores."""
    await service.delete_assessment(session, actor, assessment_id)


@router.put(
    "/batches/{batch_id}/scores",
    responses=problems(*AUTH_PROBLEMS, BatchUnknown, BatchFinished, Invalid),
)
async def set_scores(
    session: Session, actor: MarkerDep, batch_id: UUID, body: ScoresSet
) -> ResultSheet:
    """Store all scores, or none."""
    return await service.set_scores(session, actor, batch_id, body.scores)


@router.get(
    "/batches/{batch_id}/scores/template",
    response_class=Response,
    responses=_TEMPLATE | problems(*AUTH_PROBLEMS, BatchUnknown, BatchFinished),
)
async def get_score_template(
    session: Session, actor: MarkerDep, batch_id: UUID, language: Literal["en", "ar"] = "en"
) -> Response:
    """Download a spreadsheet template with the batch's people and current scores."""
    columns, lines = await importing.get_template(session, actor, batch_id, language)
    return template("scores", columns, language, lines)


@router.post(
    "/batches/{batch_id}/scores/check",
    responses=problems(
        *AUTH_PROBLEMS, BatchUnknown, BatchFinished, Invalid, TooManyRequests, Unavailable
    ),
)
async def check_score_import(
    session: Session, actor: MarkerDep, batch_id: UUID, file: UploadFile
) -> ScoreImport:
    """Preview a file of scores, with the problems of each row."""
    sheet = await _sheet(actor, file)
    return await importing.check_scores(session, actor, batch_id, sheet)


@router.post(
    "/batches/{batch_id}/scores/import",
    responses=problems(
        *AUTH_PROBLEMS,
        BatchUnknown,
        BatchFinished,
        RowsInvalid,
        Invalid,
        TooManyRequests,
        Unavailable,
    ),
)
async def import_scores(
    session: Session, actor: MarkerDep, batch_id: UUID, file: UploadFile
) -> ResultSheet:
    """Store all scores of a file, or none."""
    sheet = await _sheet(actor, file)
    return await importing.import_scores(session, actor, batch_id, sheet)


async def _sheet(actor: Principal, file: UploadFile) -> Sheet:
    rules.IMPORT_LIMIT.take(actor.user_id)
    return await read_upload(file, rules.LIMITS)


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
    """Decide all results, complete the enrollments and notify candidates."""
    return await service.finish_batch(session, actor, batch_id, accept_missing=body.accept_missing)
