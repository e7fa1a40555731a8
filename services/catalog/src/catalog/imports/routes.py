from typing import Annotated, Any, Literal

from fastapi import APIRouter, Form, UploadFile
from kit.core.errors import Invalid, TooManyRequests, Unavailable, problems
from kit.database.db import DatabaseDep, Session
from kit.domain.hijri import HijriConfirmed, HijriUnconfirmed
from kit.security.auth import AUTH_PROBLEMS, Principal
from kit.spreadsheets.sheets import XLSX, Sheet, read_upload, template
from starlette.responses import Response

from catalog.imports import service
from catalog.imports.batches.columns import BATCHES
from catalog.imports.errors import ImportChanged, RowsInvalid
from catalog.imports.schemas import ImportCheck, Imported
from catalog.imports.service import Kind
from catalog.imports.trainings.columns import TRAININGS
from catalog.trainings.errors import OrganizationUnknown
from catalog.trainings.rules import CreatorDep

router = APIRouter(tags=["imports"])

Language = Literal["en", "ar"]
SkipInvalidRows = Annotated[bool, Form(description="Import the rows without problems alone.")]
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
    HijriUnconfirmed,
    TooManyRequests,
    Unavailable,
)


def _add_routes(kind: Kind, noun: str, nouns: str) -> None:
    """Register the three routes of an import kind."""

    @router.get(
        f"/{nouns}/imports/template",
        name=f"get_{noun}_template",
        description=f"The file that a list of {nouns} is written in.",
        response_class=Response,
        responses=_TEMPLATE | problems(*AUTH_PROBLEMS),
    )
    async def get_template(
        session: Session, actor: CreatorDep, language: Language = "en"
    ) -> Response:
        columns = await service.get_columns(session, actor, kind, language)
        return template(nouns, columns, language)

    @router.post(
        f"/{nouns}/imports/check",
        name=f"check_{noun}_import",
        description=f"What a file of at most 200 {nouns} would make, and every row's problems.",
        responses=_READING,
    )
    async def check_import(
        database: DatabaseDep, actor: CreatorDep, file: UploadFile
    ) -> ImportCheck:
        return await service.check_import(database, actor, kind, await _sheet(actor, file))

    @router.post(
        f"/{nouns}/imports",
        name=f"create_{noun}_import",
        description=f"Make drafts of all of a file's {nouns}, or of none.",
        status_code=201,
        responses=_IMPORTING,
    )
    async def create_import(
        database: DatabaseDep,
        actor: CreatorDep,
        file: UploadFile,
        leave_out: SkipInvalidRows = False,
        hijri_confirmed: HijriConfirmed = False,
    ) -> Imported:
        sheet = await _sheet(actor, file)
        return await service.create_import(
            database, actor, kind, sheet, leave_out=leave_out, hijri_confirmed=hijri_confirmed
        )


async def _sheet(actor: Principal, file: UploadFile) -> Sheet:
    service.IMPORT_LIMIT.take(actor.user_id)
    return await read_upload(file, service.LIMITS)


_add_routes(TRAININGS, "training", "trainings")
_add_routes(BATCHES, "batch", "batches")
