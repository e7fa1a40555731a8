from typing import Annotated

from contracts import Permission
from fastapi import APIRouter, Query
from kit.core.errors import TooManyRequests, problems
from kit.database.db import DatabaseDep, Session
from kit.database.pages import Paging
from kit.security.auth import AUTH_PROBLEMS, Principal, guard
from kit.spreadsheets.exports import FILE, ExportQuery, TooManyRows
from starlette.responses import StreamingResponse

from payments.charges.queries import VIEWERS
from payments.revenue import queries
from payments.revenue.errors import EndsFirst, TooLong
from payments.revenue.export import export_revenue as export
from payments.revenue.schemas import RevenueFilter, RevenuePage

router = APIRouter(prefix="/payments/revenue", tags=["payments"])

ViewerDep = Annotated[Principal, guard(*VIEWERS, permissions=[Permission.VIEW_PAYMENTS])]


@router.get("", responses=problems(EndsFirst, TooLong, *AUTH_PROBLEMS))
async def list_revenue(
    session: Session,
    actor: ViewerDep,
    page: Paging,
    filters: Annotated[RevenueFilter, Query()],
) -> RevenuePage:
    """List payments and refunds of at most two years by week, training or organization.

    An organization sees its own; admins see all.
    """
    return await queries.list_revenue(session, actor, page, filters)


@router.get(
    "/export",
    response_class=StreamingResponse,
    responses=FILE | problems(EndsFirst, TooLong, TooManyRows, TooManyRequests, *AUTH_PROBLEMS),
)
async def export_revenue(
    database: DatabaseDep,
    actor: ViewerDep,
    filters: Annotated[RevenueFilter, Query()],
    file: Annotated[ExportQuery, Query()],
) -> StreamingResponse:
    """Export the revenue sums as a spreadsheet."""
    return await export(database, actor, filters, file)
