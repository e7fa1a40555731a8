"""What an organization owed and paid in a month."""

from typing import Annotated

from contracts import Permission, ProfileType
from fastapi import APIRouter, Query
from kit.auth import AUTH_PROBLEMS, Principal, guard
from kit.db import DatabaseDep, Session
from kit.errors import NotFound, TooManyRequests, problems
from kit.exports import FILE, ExportQuery, TooManyRows
from kit.pages import Paging
from starlette.responses import StreamingResponse

from payments.statements import queries
from payments.statements.export import export_statement as export
from payments.statements.schemas import StatementFilter, StatementPage

router = APIRouter(prefix="/statements", tags=["statements"])

ViewerDep = Annotated[
    Principal,
    guard(ProfileType.ORGANIZATION, ProfileType.ADMIN, permissions=[Permission.VIEW_PAYMENTS]),
]


@router.get("", responses=problems(NotFound, *AUTH_PROBLEMS))
async def get_statement(
    session: Session,
    actor: ViewerDep,
    page: Paging,
    filters: Annotated[StatementFilter, Query()],
) -> StatementPage:
    """A month of the organization: the opening balance, what it owed and paid, and the closing
    balance. Admins name the organization."""
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
    """The same statement as a file for spreadsheets, all of its rows."""
    return await export(database, actor, filters, file)
