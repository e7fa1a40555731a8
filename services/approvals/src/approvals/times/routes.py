from typing import Annotated

from contracts import Permission, ProfileType
from fastapi import APIRouter, Query
from kit.core.errors import Invalid, TooManyRequests, problems
from kit.database.db import DatabaseDep, Session
from kit.security.auth import AUTH_PROBLEMS, Principal, guard
from kit.spreadsheets.exports import FILE, ExportQuery, TooManyRows
from starlette.responses import StreamingResponse

from approvals.times import export, queries
from approvals.times.schemas import TimesFilters, TimesPart, TimesReport

ViewerDep = Annotated[
    Principal, guard(ProfileType.ADMIN, permissions=[Permission.VIEW_APPROVAL_LEVEL])
]
router = APIRouter(prefix="/approvals/times", tags=["approvals"])


@router.get("", responses=problems(Invalid, *AUTH_PROBLEMS))
async def get_approval_times(
    session: Session, _: ViewerDep, filters: Annotated[TimesFilters, Query()]
) -> TimesReport:
    """Get the decision times of levels and approvers in working days, for at most two years."""
    return await queries.get_times(session, filters)


@router.get(
    "/export",
    response_class=StreamingResponse,
    responses=FILE | problems(Invalid, TooManyRows, TooManyRequests, *AUTH_PROBLEMS),
)
async def export_approval_times(
    database: DatabaseDep,
    actor: ViewerDep,
    filters: Annotated[TimesFilters, Query()],
    file: Annotated[ExportQuery, Query()],
    part: TimesPart = TimesPart.LEVELS,
) -> StreamingResponse:
    """Export the decision times of levels or approvers as a spreadsheet."""
    return await export.export_times(database, actor, filters, part, file)
