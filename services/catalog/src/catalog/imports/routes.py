"""Importing trainings and batches from files: a template, a check, and the import."""

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Form, UploadFile
from kit.auth import AUTH_PROBLEMS, Principal
from kit.db import DatabaseDep, Session
from kit.errors import Invalid, TooManyRequests, Unavailable, problems
from kit.sheets import XLSX, Sheet, read_upload, template
from starlette.responses import Response

from catalog.imports import service
from catalog.imports.batches import BATCHES
from catalog.imports.errors import ImportChanged, RowsInvalid
from catalog.imports.schemas import ImportCheck, Imported
from catalog.imports.trainings import TRAININGS
from catalog.trainings.errors import OrganizationUnknown
from catalog.trainings.guards import CreatorDep

router = APIRouter(tags=["imports"])

Language = Literal["en", "ar"]
LeaveOut = Annotated[bool, Form(description="Import the rows without problems alone.")]
_TEMPLATE: dict[int | str, dict[str, Any]] = {
    200: {
        "description": "The file",
        "content": {XLSX: {"schema": {"type": "string", "format": "binary"}}},
    }
}
_READING = problems(*AUTH_PROBLEMS, OrganizationUnknown, Invalid, TooManyRequests, Unavailable)
_IMPORTING = problems(
    *AUTH_PROBLEMS,
    OrganizationUnknown,
    RowsInvalid,
    ImportChanged,
    Invalid,
    TooManyRequests,
    Unavailable,
)


@router.get(
    "/trainings/imports/template",
    response_class=Response,
    responses=_TEMPLATE | problems(*AUTH_PROBLEMS),
)
async def get_training_template(
    session: Session, actor: CreatorDep, language: Language = "en"
) -> Response:
    """The file that a list of trainings is written in."""
    columns = await service.get_columns(session, actor, TRAININGS, language)
    return template("trainings", columns, language)


@router.post("/trainings/imports/check", responses=_READING)
async def check_training_import(
    database: DatabaseDep, actor: CreatorDep, file: UploadFile
) -> ImportCheck:
    """What a file of at most 200 trainings would make, and every row's problems."""
    return await service.check_import(database, actor, TRAININGS, await _sheet(actor, file))


@router.post("/trainings/imports", status_code=201, responses=_IMPORTING)
async def create_training_import(
    database: DatabaseDep, actor: CreatorDep, file: UploadFile, leave_out: LeaveOut = False
) -> Imported:
    """Make drafts of all of a file's trainings, or of none."""
    sheet = await _sheet(actor, file)
    return await service.create_import(database, actor, TRAININGS, sheet, leave_out=leave_out)


@router.get(
    "/batches/imports/template",
    response_class=Response,
    responses=_TEMPLATE | problems(*AUTH_PROBLEMS),
)
async def get_batch_template(
    session: Session, actor: CreatorDep, language: Language = "en"
) -> Response:
    """The file that a list of batches is written in."""
    columns = await service.get_columns(session, actor, BATCHES, language)
    return template("batches", columns, language)


@router.post("/batches/imports/check", responses=_READING)
async def check_batch_import(
    database: DatabaseDep, actor: CreatorDep, file: UploadFile
) -> ImportCheck:
    """What a file of at most 200 batches would make, and every row's problems."""
    return await service.check_import(database, actor, BATCHES, await _sheet(actor, file))


@router.post("/batches/imports", status_code=201, responses=_IMPORTING)
async def create_batch_import(
    database: DatabaseDep, actor: CreatorDep, file: UploadFile, leave_out: LeaveOut = False
) -> Imported:
    """Make drafts of all of a file's batches, or of none."""
    sheet = await _sheet(actor, file)
    return await service.create_import(database, actor, BATCHES, sheet, leave_out=leave_out)


async def _sheet(actor: Principal, file: UploadFile) -> Sheet:
    service.IMPORTS.take(actor.user_id)
    return await read_upload(file, service.LIMITS)
