from typing import Annotated

from contracts import Permission, ProfileType
from fastapi import APIRouter, Query, Response
from kit.core.downloads import attachment
from kit.core.errors import NotFound, TooManyRequests, Unavailable, problems
from kit.database.db import DatabaseDep, Session
from kit.database.pages import Paging
from kit.documents.papers import MEDIA_TYPE
from kit.security.auth import AUTH_PROBLEMS, Principal, guard
from kit.spreadsheets.exports import FILE, ExportQuery, TooManyRows
from starlette.responses import StreamingResponse

from payments.statements import queries, service
from payments.statements.export import export_statement as export
from payments.statements.queries import resolve_month
from payments.statements.schemas import StatementFilter, StatementPage

router = APIRouter(prefix="/statements", tags=["statements"])

ViewerDep = Annotated[
    Principal,
    guard(ProfileType.ORGANIZATION, ProfileType.ADMIN, permissions=[Permission.VIEW_PAYMENTS]),
]

_PDF: dict[int | str, dict[str, object]] = {
    200: {"content": {MEDIA_TYPE: {"schema": {"type": "string", "format": "binary"}}}}
}


@router.get("", responses=problems(NotFound, *AUTH_PROBLEMS))
async def get_statement(
    session: Session,
    actor: ViewerDep,
    page: Paging,
    filters: Annotated[StatementFilter, Query()],
) -> StatementPage:
    """Get an organization's month: opening balance, entries and closing balance. Admins name the
    organization.
    """
    return await queries.get_statement(session, actor, page, filters)


@router.get(
    "/export",
    response_class=StreamingResponse,
    responses=FILE | problems(NotFound, TooManyRows, TooManyRequests, *AUTH_PROBLEMS),
)
async def export_statement(
    database: DatabaseDep,
    actor: ViewerDep,
    filters: Annotated[StatementFilter, Query()],
    file: Annotated[ExportQuery, Query()],
) -> StreamingResponse:
    """Export the whole statement as a spreadsheet."""
    return await export(database, actor, filters, file)


@router.get(
    "/pdf",
    response_class=Response,
    responses=_PDF | problems(NotFound, TooManyRows, TooManyRequests, Unavailable, *AUTH_PROBLEMS),
)
async def print_statement(
    database: DatabaseDep, actor: ViewerDep, filters: Annotated[StatementFilter, Query()]
) -> Response:
    """Get the statement as a bilingual PDF. At most 60 per ten minutes."""
    service.PRINT_LIMIT.take(actor.user_id)
    pdf = await service.print_statement(database, actor, filters)
    headers = {
        "Cache-Control": "no-store",
        "X-Content-Type-Options": "nosniff",
        "Content-Disposition": attachment(f"statement-{resolve_month(filters):%Y-%m}.pdf"),
    }
    return Response(pdf, media_type=MEDIA_TYPE, headers=headers)
