from typing import Any
from uuid import UUID

from contracts.enrollment import EnrollmentStatus
from kit.database.db import Database
from kit.security.auth import Principal
from kit.spreadsheets import exports
from kit.spreadsheets.exports import Column, ExportQuery, Words
from sqlalchemy import Row
from sqlmodel import col
from starlette.responses import StreamingResponse

from enrollment.bulk_enrollments.columns import COLUMNS
from enrollment.bulk_enrollments.models import BulkEnrollment, BulkRow
from enrollment.bulk_enrollments.queries import select_rows
from enrollment.bulk_enrollments.service import find_bulk
from enrollment.bulk_enrollments.states import PLACED, RowState
from enrollment.bulk_enrollments.validation.errors import UNINVITED, get_error_text
from enrollment.bulk_enrollments.validation.rows.service import map_cells
from enrollment.enrollments.export import STATUSES

STATES = {
    RowState.UNCHECKED: Words("Not checked yet", "لم يُفحص بعد"),
    RowState.MATCHING: Words("Checking", "قيد الفحص"),
    RowState.INVALID: Words("Needs correction", "يحتاج إلى تصحيح"),
    RowState.DECIDE: Words("Needs your decision", "بانتظار قرارك"),
    RowState.VALID: Words("Valid", "سليم"),
    RowState.SKIPPED: Words("Skipped", "مستبعد"),
    RowState.ENROLLED: Words("Enrolled", "مسجّل"),
    RowState.WAITLISTED: Words("On the waiting list", "في قائمة الانتظار"),
    RowState.FAILED: Words("Not enrolled", "لم يُسجَّل"),
}


async def export_rows(
    database: Database, actor: Principal, bulk_id: UUID, query: ExportQuery
) -> StreamingResponse:
    """Export the file with the result of each row.

    Raises `BulkEnrollmentNotFound` and the errors of `exports.export`.
    """
    async with database.transaction() as session:
        bulk = await find_bulk(session, actor, bulk_id)
    return await exports.export(
        database,
        select_rows(bulk).order_by(col(BulkRow.number)),
        lambda row: row,
        _columns(bulk),
        query,
        name="bulk-enrollment",
        user_id=actor.user_id,
    )


def _columns(bulk: BulkEnrollment) -> list[Column[Row[Any]]]:
    def cell(name: str) -> Any:
        return lambda row: map_cells(row.cells, bulk.mapping).get(name, "")

    return [
        Column("Row", "الصف", lambda row: row.number),
        *(
            Column(column.en, column.ar, cell(column.name))
            for column in COLUMNS
            if column.name in bulk.mapping
        ),
        Column("Status", "الحالة", _state),
        Column("Problems", "الأخطاء", _errors),
    ]


def _state(row: Row[Any]) -> Words:
    """Translate a row's state; an enrollment's own status is more specific."""
    status: EnrollmentStatus | None = row.enrollment_status
    return STATUSES[status] if status and row.state is not RowState.FAILED else STATES[row.state]


def _errors(row: Row[Any]) -> Words:
    words = [get_error_text(error["code"]) for error in row.errors]
    if row.uninvited and row.state in PLACED:
        words.append(UNINVITED)
    return Words(" ".join(each.en for each in words), " ".join(each.ar for each in words))
