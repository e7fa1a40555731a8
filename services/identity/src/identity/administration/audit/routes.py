from typing import Annotated
from uuid import UUID

from contracts import Permission, ProfileType
from fastapi import APIRouter, Query
from kit.core.errors import NotFound, TooManyRequests, problems
from kit.database.db import DatabaseDep, Session
from kit.database.pages import Page, Paging
from kit.security.auth import AUTH_PROBLEMS, Principal, guard
from kit.spreadsheets.exports import FILE, ExportQuery, TooManyRows
from starlette.responses import StreamingResponse

from identity.administration.audit import queries
from identity.administration.audit.export import export_entries
from identity.administration.audit.schemas import (
    AuditEntryRead,
    AuditFilter,
    AuditSort,
    RecordChange,
)

router = APIRouter(prefix="/audit-trail", tags=["audit trail"], responses=problems(*AUTH_PROBLEMS))

AuditorDep = Annotated[
    Principal, guard(ProfileType.ADMIN, permissions=[Permission.VIEW_AUDIT_TRAIL])
]

BatchViewerDep = Annotated[
    Principal,
    guard(
        ProfileType.ORGANIZATION,
        ProfileType.ADMIN,
        ProfileType.STAFF,
        permissions=[Permission.VIEW_BATCH],
    ),
]


@router.get("")
async def list_audit_entries(
    session: Session,
    _: AuditorDep,
    page: Paging,
    filters: Annotated[AuditFilter, Query()],
    sort: AuditSort = AuditSort.RECORDED_DESC,
) -> Page[AuditEntryRead]:
    """List the changes that people and API clients made in all services."""
    return await queries.list_entries(session, page, filters, sort)


@router.get(
    "/export",
    response_class=StreamingResponse,
    responses=FILE | problems(TooManyRows, TooManyRequests),
)
async def export_audit_entries(
    database: DatabaseDep,
    actor: AuditorDep,
    filters: Annotated[AuditFilter, Query()],
    file: Annotated[ExportQuery, Query()],
    sort: AuditSort = AuditSort.RECORDED_DESC,
) -> StreamingResponse:
    """Export all rows of the list as a spreadsheet."""
    return await export_entries(database, actor, filters, sort, file)


@router.get("/{entry_id}", responses=problems(NotFound))
async def get_audit_entry(session: Session, _: AuditorDep, entry_id: UUID) -> AuditEntryRead:
    """Return one change with all its fields."""
    return await queries.get_entry(session, entry_id)


@router.get("/of-batch/{batch_id}")
async def list_batch_changes(
    session: Session, actor: BatchViewerDep, batch_id: UUID
) -> list[RecordChange]:
    """List the newest 100 changes of a batch, for members of its organization."""
    return await queries.list_changes(session, actor, "catalog", "batch", batch_id)
