from typing import Any

from contracts import ApprovalStatus
from kit.database.db import Database
from kit.security.auth import Principal
from kit.spreadsheets import exports
from kit.spreadsheets.exports import Column, ExportQuery, Words
from sqlalchemy import Row
from starlette.responses import StreamingResponse

from identity.administration.organizations.queries import get_region, select_organizations
from identity.administration.organizations.schemas import OrganizationFilter, OrganizationSort

STATUSES = {
    ApprovalStatus.DRAFT: Words("Draft", "مسودة"),
    ApprovalStatus.SUBMITTED: Words("Under review", "قيد المراجعة"),
    ApprovalStatus.APPROVED: Words("Approved", "معتمدة"),
    ApprovalStatus.REJECTED: Words("Rejected", "مرفوضة"),
    ApprovalStatus.RETURNED: Words("Returned", "مُعادة للتعديل"),
}


def _region(row: Row[Any]) -> Words | None:
    state = get_region(row.OrganizationAddress)
    return Words(state.name_en, state.name_ar) if state else None


_COLUMNS: list[Column[Row[Any]]] = [
    Column("Name (English)", "الاسم (بالإنجليزية)", lambda row: row.Organization.name_en),
    Column("Name (Arabic)", "الاسم (بالعربية)", lambda row: row.Organization.name_ar),
    Column(
        "Commercial registration", "السجل التجاري", lambda row: row.Organization.commercial_number
    ),
    Column("VAT number", "الرقم الضريبي", lambda row: row.Organization.tax_number),
    Column("Contact person", "مسؤول التواصل", lambda row: row.Organization.contact_name),
    Column("Email", "البريد الإلكتروني", lambda row: row.Organization.email),
    Column("Phone", "الهاتف", lambda row: exports.phone(row.Organization.contact_phone)),
    Column("Region", "المنطقة", _region),
    Column("Status", "الحالة", lambda row: STATUSES[row.Organization.status]),
    Column("Suspended since", "موقوفة منذ", lambda row: row.Organization.suspended_at),
    Column("Expired documents", "مستندات منتهية", lambda row: row.expired_documents),
    Column("Registered on", "تاريخ التسجيل", lambda row: row.Organization.created_at),
]


async def export_organizations(
    database: Database,
    actor: Principal,
    filters: OrganizationFilter,
    sort: OrganizationSort,
    query: ExportQuery,
) -> StreamingResponse:
    """Export all organizations that match the filters.

    Raises `TooManyRows`, `TooManyRequests`.
    """
    return await exports.export(
        database,
        select_organizations(filters, sort),
        lambda row: row,
        _COLUMNS,
        query,
        name="organizations",
        user_id=actor.user_id,
    )
