from typing import Any

from kit.database.db import Database
from kit.security.auth import Principal
from kit.spreadsheets import exports
from kit.spreadsheets.exports import Column, ExportQuery, Words
from sqlalchemy import Row
from starlette.responses import StreamingResponse

from identity.administration.candidates.queries import get_candidate_status, select_candidates
from identity.administration.candidates.schemas import (
    CandidateFilter,
    CandidateSort,
    CandidateStatus,
)

STATUSES = {
    CandidateStatus.REGISTERED: Words("Registered", "مسجّل"),
    CandidateStatus.VERIFIED: Words("Verified", "مؤكد"),
    CandidateStatus.PAID: Words("Registration paid", "دفع رسوم التسجيل"),
    CandidateStatus.DISABLED: Words("Disabled", "معطّل"),
}

_COLUMNS: list[Column[Row[Any]]] = [
    Column("Name (English)", "الاسم (بالإنجليزية)", lambda row: row.User.name_en),
    Column("Name (Arabic)", "الاسم (بالعربية)", lambda row: row.User.name_ar),
    Column("Username", "اسم المستخدم", lambda row: row.User.username),
    Column("Email", "البريد الإلكتروني", lambda row: row.User.email),
    Column("Mobile number", "رقم الجوال", lambda row: exports.phone(row.User.phone or None)),
    Column("Status", "الحالة", lambda row: STATUSES[get_candidate_status(row.User, row.Profile)]),
    Column("Verified on", "تاريخ التحقق", lambda row: row.User.verified_at),
    Column("Registered on", "تاريخ التسجيل", lambda row: row.User.created_at),
]


async def export_candidates(
    database: Database,
    actor: Principal,
    filters: CandidateFilter,
    sort: CandidateSort,
    query: ExportQuery,
) -> StreamingResponse:
    """Export all candidates that the caller may see and that match the filters.

    Raises `TooManyRows`, `TooManyRequests`.
    """
    return await exports.export(
        database,
        select_candidates(actor, filters, sort),
        lambda row: row,
        _COLUMNS,
        query,
        name="candidates",
        user_id=actor.user_id,
    )
