from typing import Any

from kit.database.db import Database
from kit.security.auth import Principal
from kit.spreadsheets import exports
from kit.spreadsheets.exports import Column, ExportQuery, Words
from sqlalchemy import Row
from starlette.responses import StreamingResponse

from enrollment.certificates.models import CertificateState
from enrollment.certificates.queries import select_certificates
from enrollment.certificates.rules import format_number
from enrollment.certificates.schemas import CertificateFilter

STATES = {
    CertificateState.VALID: Words("Valid", "سارية"),
    CertificateState.EXPIRING: Words("Expires soon", "تنتهي قريبًا"),
    CertificateState.EXPIRED: Words("Expired", "منتهية"),
    CertificateState.SUSPENDED: Words("Suspended", "موقوفة"),
    CertificateState.REVOKED: Words("Revoked", "ملغاة"),
    CertificateState.SUPERSEDED: Words("Replaced", "مستبدلة"),
}
_COLUMNS: list[Column[Row[Any]]] = [
    Column("Number", "الرقم", lambda row: format_number(row.number)),
    Column("Holder (English)", "حامل الشهادة (بالإنجليزية)", lambda row: row.holder_name_en),
    Column("Holder (Arabic)", "حامل الشهادة (بالعربية)", lambda row: row.holder_name_ar),
    Column(
        "Training (English)", "البرنامج التدريبي (بالإنجليزية)", lambda row: row.training_title_en
    ),
    Column("Training (Arabic)", "البرنامج التدريبي (بالعربية)", lambda row: row.training_title_ar),
    Column("Batch code", "رمز الدورة", lambda row: row.batch_code),
    Column("Organization (English)", "المنشأة (بالإنجليزية)", lambda row: row.organization_name_en),
    Column("Organization (Arabic)", "المنشأة (بالعربية)", lambda row: row.organization_name_ar),
    Column("Starts", "تاريخ البدء", lambda row: row.started_on),
    Column("Ends", "تاريخ الانتهاء", lambda row: row.ended_on),
    Column("Score", "الدرجة", lambda row: row.score_percent),
    Column("Status", "الحالة", lambda row: STATES[CertificateState(row.state)]),
    Column("Issued on", "تاريخ الإصدار", lambda row: row.issued_on),
    Column("Valid until", "سارية حتى", lambda row: row.expires_on),
]


async def export_certificates(
    database: Database, actor: Principal, filters: CertificateFilter, query: ExportQuery
) -> StreamingResponse:
    """Export the caller's filtered list of certificates.

    Raises `TooManyRows`, `TooManyRequests`.
    """
    return await exports.export(
        database,
        select_certificates(actor, filters),
        lambda row: row,
        _COLUMNS,
        query,
        name="certificates",
        user_id=actor.user_id,
    )
