from typing import Any

from contracts.enrollment import ApplicationStatus
from kit.database.db import Database
from kit.security.auth import Principal
from kit.spreadsheets import exports
from kit.spreadsheets.exports import Column, ExportQuery, Words
from sqlalchemy import Row
from starlette.responses import StreamingResponse

from enrollment.applications.queries import select_applications
from enrollment.applications.schemas import ApplicationFilter

STATUSES = {
    ApplicationStatus.DRAFT: Words("Draft", "مسودة"),
    ApplicationStatus.PENDING_PAYMENT: Words("Awaiting payment", "بانتظار الدفع"),
    ApplicationStatus.SUBMITTED: Words("Under review", "قيد المراجعة"),
    ApplicationStatus.RETURNED: Words("Returned", "مُعاد للتعديل"),
    ApplicationStatus.APPROVED: Words("Approved", "مقبول"),
    ApplicationStatus.REJECTED: Words("Rejected", "مرفوض"),
    ApplicationStatus.WITHDRAWN: Words("Withdrawn", "مسحوب"),
    ApplicationStatus.EXPIRED: Words("Deadline missed", "انتهت مهلة التقديم"),
}
_COLUMNS: list[Column[Row[Any]]] = [
    Column("Announcement (English)", "الإعلان (بالإنجليزية)", lambda row: row.title_en),
    Column("Announcement (Arabic)", "الإعلان (بالعربية)", lambda row: row.title_ar),
    Column("Organization (English)", "المنشأة (بالإنجليزية)", lambda row: row.name_en),
    Column("Organization (Arabic)", "المنشأة (بالعربية)", lambda row: row.name_ar),
    Column("Status", "الحالة", lambda row: STATUSES[row.status]),
    Column("Staff members", "الموظفون", lambda row: row.staff_count),
    Column("Submitted on", "تاريخ التقديم", lambda row: row.submitted_at),
]
_ASSESSED: list[Column[Row[Any]]] = [
    Column("Rating", "التقييم", lambda row: row.rating),
    Column("Shortlisted", "في القائمة المختصرة", lambda row: 1 if row.shortlisted else None),
]


async def export_applications(
    database: Database, actor: Principal, filters: ApplicationFilter, query: ExportQuery
) -> StreamingResponse:
    """Export the caller's filtered list of applications; only admins get assessments.

    Raises `TooManyRows`, `TooManyRequests`.
    """
    return await exports.export(
        database,
        select_applications(actor, filters),
        lambda row: row,
        [*_COLUMNS, *_ASSESSED] if actor.is_admin else _COLUMNS,
        query,
        name="applications",
        user_id=actor.user_id,
    )
