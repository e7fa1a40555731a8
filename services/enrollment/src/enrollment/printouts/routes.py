from typing import Annotated
from uuid import UUID

from fastapi import APIRouter, Depends, Response
from kit.core.config import KitSettings
from kit.core.downloads import attachment
from kit.core.errors import TooManyRequests, Unavailable, problems
from kit.database.db import DatabaseDep
from kit.documents.papers import MEDIA_TYPE
from kit.security.auth import AUTH_PROBLEMS
from kit.web.app import CONTEXT, Context

from enrollment.attendance.errors import SessionUnknown
from enrollment.attendance.routes import ReaderDep as HolderDep
from enrollment.certificates.routes import ReaderDep
from enrollment.printouts import service
from enrollment.replicas.errors import BatchUnknown

router = APIRouter(prefix="/papers/batches", tags=["papers"])

_PDF: dict[int | str, dict[str, object]] = {
    200: {"content": {MEDIA_TYPE: {"schema": {"type": "string", "format": "binary"}}}}
}
_PROBLEMS = (*AUTH_PROBLEMS, BatchUnknown, TooManyRequests, Unavailable)


@router.get(
    "/{batch_id}/attendance",
    response_class=Response,
    responses=_PDF | problems(*_PROBLEMS, SessionUnknown),
)
async def print_attendance(
    database: DatabaseDep, actor: HolderDep, batch_id: UUID, session_id: UUID | None = None
) -> Response:
    """Print a batch's bilingual attendance sheet for signing, for one session or all.

    Existing marks are included. At most 60 lists in ten minutes.
    """
    service.PRINT_LIMIT.take(actor.user_id)
    code, pdf = await service.print_attendance(database, actor, batch_id, session_id)
    return _build_response(f"attendance-{code}.pdf", pdf)


@router.get(
    "/{batch_id}/certificates", response_class=Response, responses=_PDF | problems(*_PROBLEMS)
)
async def print_certificates(
    database: DatabaseDep,
    context: Annotated[Context[KitSettings, object], Depends(CONTEXT)],
    actor: ReaderDep,
    batch_id: UUID,
) -> Response:
    """Print a batch's certificates as a bilingual PDF; at most 60 lists in ten minutes."""
    service.PRINT_LIMIT.take(actor.user_id)
    url = context.settings.public_url
    code, pdf = await service.print_certificates(database, actor, batch_id, url)
    return _build_response(f"certificates-{code}.pdf", pdf)


def _build_response(name: str, pdf: bytes) -> Response:
    headers = {
        "Cache-Control": "no-store",
        "X-Content-Type-Options": "nosniff",
        "Content-Disposition": attachment(name),
    }
    return Response(pdf, media_type=MEDIA_TYPE, headers=headers)
