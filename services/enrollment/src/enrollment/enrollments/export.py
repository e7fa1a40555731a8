from typing import Any

from contracts.enrollment import EnrollmentResult, EnrollmentStatus
from contracts.payments import ChargeStatus
from kit.database.db import Database
from kit.security.auth import Principal
from kit.spreadsheets import exports
from kit.spreadsheets.exports import Column, ExportQuery, Words
from sqlalchemy import Row
from starlette.responses import StreamingResponse

from enrollment.enrollments.queries import select_enrollments
from enrollment.enrollments.schemas import EnrollmentFilter

STATUSES = {
    EnrollmentStatus.REQUESTED: Words("Requested", "بانتظار القبول"),
    EnrollmentStatus.WAITLISTED: Words("On the waiting list", "في قائمة الانتظار"),
    EnrollmentStatus.PENDING_PAYMENT: Words("Awaiting payment", "بانتظار الدفع"),
    EnrollmentStatus.CONFIRMED: Words("Confirmed", "مؤكد"),
    EnrollmentStatus.COMPLETED: Words("Completed", "مكتمل"),
    EnrollmentStatus.REJECTED: Words("Rejected", "مرفوض"),
    EnrollmentStatus.CANCELLED: Words("Cancelled", "ملغى"),
    EnrollmentStatus.EXPIRED: Words("Expired", "انتهت المهلة"),
}
RESULTS = {
    EnrollmentResult.PASSED: Words("Passed", "اجتياز"),
    EnrollmentResult.FAILED: Words("Not passed", "عدم اجتياز"),
    EnrollmentResult.ABSENT: Words("Absent", "غياب"),
}
CHARGE_STATUSES = {
    ChargeStatus.OPEN: Words("Due", "مستحق"),
    ChargeStatus.PAID: Words("Paid", "مدفوع"),
    ChargeStatus.PARTLY_REFUNDED: Words("Partly refunded", "مسترد جزئيًا"),
    ChargeStatus.REFUNDED: Words("Refunded", "مسترد"),
    ChargeStatus.CANCELLED: Words("Cancelled", "ملغى"),
    ChargeStatus.EXPIRED: Words("Expired", "انتهت المهلة"),
}

_COLUMNS: list[Column[Row[Any]]] = [
    Column("Candidate (English)", "المتدرب (بالإنجليزية)", lambda row: row.candidate_name_en),
    Column("Candidate (Arabic)", "المتدرب (بالعربية)", lambda row: row.candidate_name_ar),
    Column("Username", "اسم المستخدم", lambda row: row.candidate_username),
    Column("Email", "البريد الإلكتروني", lambda row: row.candidate_email),
    Column("Mobile number", "رقم الجوال", lambda row: exports.phone(row.candidate_phone)),
    Column("Training (English)", "البرنامج التدريبي (بالإنجليزية)", lambda row: row.batch_title_en),
    Column("Training (Arabic)", "البرنامج التدريبي (بالعربية)", lambda row: row.batch_title_ar),
    Column("Batch code", "رمز الدورة", lambda row: row.batch_code),
    Column("Organization (English)", "المنشأة (بالإنجليزية)", lambda row: row.organization_name_en),
    Column("Organization (Arabic)", "المنشأة (بالعربية)", lambda row: row.organization_name_ar),
    Column("City (English)", "المدينة (بالإنجليزية)", lambda row: row.batch_city_en),
    Column("City (Arabic)", "المدينة (بالعربية)", lambda row: row.batch_city_ar),
    Column("Starts", "تاريخ البدء", lambda row: row.batch_starts_at),
    Column("Ends", "تاريخ الانتهاء", lambda row: row.batch_ends_at),
    Column("Status", "الحالة", lambda row: STATUSES[row.status]),
    Column("Status since", "تاريخ الحالة", lambda row: row.updated_at),
    Column("Requested on", "تاريخ الطلب", lambda row: row.created_at),
    Column("Payment deadline", "آخر موعد للدفع", lambda row: row.payment_due_at),
    Column("Price", "السعر", lambda row: exports.money(row.price_minor)),
    Column("Refunded", "المبلغ المسترد", lambda row: exports.money(row.refunded_minor)),
    Column("Currency", "العملة", lambda row: row.currency),
    Column("Reference", "الرقم المرجعي", lambda row: row.charge_reference),
    Column("Charge status", "حالة المبلغ المستحق", lambda row: _charge_status(row.charge_status)),
    Column("Waiting list position", "الترتيب في قائمة الانتظار", lambda row: row.waiting_position),
    Column("Result", "النتيجة", lambda row: RESULTS.get(row.result)),
    Column("Reason", "السبب", lambda row: row.reason),
]


async def export_enrollments(
    database: Database, actor: Principal, filters: EnrollmentFilter, query: ExportQuery
) -> StreamingResponse:
    """Export the caller's filtered list of enrollments.

    Raises `TooManyRows`, `TooManyRequests`.
    """
    return await exports.export(
        database,
        select_enrollments(actor, filters),
        lambda row: row,
        _COLUMNS,
        query,
        name="enrollments",
        user_id=actor.user_id,
    )


def _charge_status(status: ChargeStatus | None) -> Words | str | None:
    """Translate a charge status; unknown values are written as they are."""
    return None if status is None else CHARGE_STATUSES.get(status, str(status))
