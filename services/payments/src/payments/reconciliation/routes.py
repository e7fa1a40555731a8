import json
from typing import Annotated
from uuid import UUID

from contracts import Permission, ProfileType
from fastapi import APIRouter, Form, Query, UploadFile
from kit.core.errors import Invalid, NotFound, Unavailable, problems
from kit.database.db import DatabaseDep, Session
from kit.database.pages import Page, Paging
from kit.domain.fields import FREE_TEXT
from kit.domain.hijri import HijriConfirmed, HijriUnconfirmed
from kit.security.auth import AUTH_PROBLEMS, Principal, guard
from kit.spreadsheets.sheets import Sheet, read_sheet

from payments.reconciliation import queries, service
from payments.reconciliation.columns import LIMITS
from payments.reconciliation.errors import TaskChanged
from payments.reconciliation.schemas import (
    LineFilter,
    LinePage,
    LineRead,
    ReportCheck,
    ReportRead,
    TaskUpdate,
)

router = APIRouter(prefix="/payments", tags=["settlement reports"])

ReconcilerDep = Annotated[
    Principal, guard(ProfileType.ADMIN, permissions=[Permission.RECONCILE_PAYMENTS])
]


@router.post("/settlement-reports/check", responses=problems(Invalid, Unavailable, *AUTH_PROBLEMS))
async def check_settlement_report(
    session: Session, _: ReconcilerDep, file: UploadFile
) -> ReportCheck:
    """Check which columns of a file are recognized. Nothing is stored."""
    sheet, _content = await _read(file)
    return await service.check_report(session, sheet)


@router.post(
    "/settlement-reports",
    status_code=201,
    responses=problems(Invalid, HijriUnconfirmed, Unavailable, *AUTH_PROBLEMS),
)
async def create_settlement_report(
    database: DatabaseDep,
    actor: ReconcilerDep,
    file: UploadFile,
    columns: Annotated[str, FREE_TEXT, Form(max_length=4000)] = "{}",
    hijri_confirmed: HijriConfirmed = False,
) -> ReportRead:
    """Import a settlement report (CSV or XLSX, at most 50,000 lines) and match it. Idempotent per
    file.

    `columns` is a JSON object that maps unrecognized columns to their headings.
    """
    chosen = _parse_columns(columns)
    sheet, content = await _read(file)
    name = file.filename or ""
    return await service.add_report(
        database, actor, sheet, name, content, chosen, hijri_confirmed=hijri_confirmed
    )


@router.get("/settlement-reports", responses=problems(*AUTH_PROBLEMS))
async def list_settlement_reports(
    session: Session, _: ReconcilerDep, page: Paging
) -> Page[ReportRead]:
    """List settlement reports, newest days first."""
    return await queries.list_reports(session, page)


@router.get("/settlement-reports/{report_id}", responses=problems(NotFound, *AUTH_PROBLEMS))
async def get_settlement_report(session: Session, _: ReconcilerDep, report_id: UUID) -> ReportRead:
    """Get a settlement report with its outcome."""
    return await queries.get_report(session, report_id)


@router.get("/settlement-lines", responses=problems(*AUTH_PROBLEMS))
async def list_settlement_lines(
    session: Session,
    actor: ReconcilerDep,
    page: Paging,
    filters: Annotated[LineFilter, Query()],
) -> LinePage:
    """List lines of settlement reports; those with a task are differences to resolve."""
    return await queries.list_lines(session, actor, page, filters)


@router.patch(
    "/settlement-lines/{line_id}",
    responses=problems(NotFound, TaskChanged, Invalid, *AUTH_PROBLEMS),
)
async def update_settlement_line(
    session: Session, actor: ReconcilerDep, line_id: UUID, body: TaskUpdate
) -> LineRead:
    """Assign, annotate, close or reopen a difference."""
    return await service.update_task(session, actor, line_id, body)


async def _read(file: UploadFile) -> tuple[Sheet, bytes]:
    most = LIMITS.megabytes * 1024 * 1024
    content = await file.read(most + 1)
    if len(content) > most:
        message = f"The file is larger than {LIMITS.megabytes} MiB."
        raise Invalid.field("file", "sheet.too_large", message)
    return await read_sheet(file.filename or "", content, LIMITS), content


def _parse_columns(text: str) -> dict[str, str]:
    try:
        chosen = json.loads(text)
    except ValueError:
        chosen = None
    if not isinstance(chosen, dict) or not all(isinstance(each, str) for each in chosen.values()):
        raise Invalid.field("columns", "field.invalid", "Enter the headings as a JSON object.")
    return chosen
