from typing import Any
from uuid import UUID

from contracts import ApprovalStatus
from kit.database.db import Database
from kit.security.auth import Principal
from kit.spreadsheets import exports
from kit.spreadsheets.exports import Column, ExportQuery, Words
from sqlalchemy import Row
from starlette.responses import StreamingResponse

from identity.organizations.staff.queries import select_staff
from identity.organizations.staff.schemas import StaffFilter, StaffSort, StaffStatus, StaffType

TYPES = {
    StaffType.STAFF: Words("Staff", "موظف"),
    StaffType.TRAINER: Words("Trainer", "مدرب"),
}
STATUSES = {
    StaffStatus.INVITED: Words("Invited", "مدعو"),
    StaffStatus.DECLINED: Words("Declined", "اعتذر"),
    StaffStatus.ACTIVE: Words("Active", "نشط"),
    StaffStatus.SUSPENDED: Words("Suspended", "موقوف"),
}
APPROVALS = {
    ApprovalStatus.DRAFT: Words("Draft", "مسودة"),
    ApprovalStatus.SUBMITTED: Words("Under review", "قيد المراجعة"),
    ApprovalStatus.APPROVED: Words("Approved", "معتمد"),
    ApprovalStatus.REJECTED: Words("Rejected", "مرفوض"),
    ApprovalStatus.RETURNED: Words("Returned for changes", "مُعاد للتعديل"),
}
ADMIN, NO_ROLE = Words("Admin", "مدير"), Words("None", "بلا دور")

_COLUMNS: list[Column[Row[Any]]] = [
    Column("Name (English)", "الاسم (بالإنجليزية)", lambda row: row.User.name_en),
    Column("Name (Arabic)", "الاسم (بالعربية)", lambda row: row.User.name_ar),
    Column("Email", "البريد الإلكتروني", lambda row: row.User.email),
    Column("Mobile number", "رقم الجوال", lambda row: exports.phone(row.User.phone or None)),
    Column("Type", "النوع", lambda row: TYPES[StaffType(row.Profile.type)]),
    Column("Role", "الدور", lambda row: ADMIN if row.is_admin else NO_ROLE),
    Column("Status", "الحالة", lambda row: STATUSES[StaffStatus(row.Profile.status)]),
    Column("Approval", "الاعتماد", lambda row: APPROVALS[row.Profile.approval_status]),
    Column("Added on", "تاريخ الإضافة", lambda row: row.Profile.created_at),
]


async def export_staff(
    database: Database,
    actor: Principal,
    organization_id: UUID,
    filters: StaffFilter,
    sort: StaffSort,
    query: ExportQuery,
) -> StreamingResponse:
    """Export all members that match the filters.

    Raises `TooManyRows`, `TooManyRequests`.
    """
    return await exports.export(
        database,
        select_staff(organization_id, filters, sort),
        lambda row: row,
        _COLUMNS,
        query,
        name="staff",
        user_id=actor.user_id,
    )
