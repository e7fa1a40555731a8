from typing import Any

from contracts.payments import ChargePurpose, ChargeStatus
from kit.database.db import Database
from kit.security.auth import Principal
from kit.spreadsheets import exports
from kit.spreadsheets.exports import Column, ExportQuery, Words
from sqlalchemy import Row
from starlette.responses import StreamingResponse

from payments.config import PaymentMethod
from payments.history.queries import select_payments
from payments.history.schemas import PaymentFilter, PaymentSort
from payments.payments.models import PaymentStatus
from payments.refunds.models import RefundStatus

PURPOSES = {
    ChargePurpose.CANDIDATE_REGISTRATION: Words("Candidate registration fee", "رسوم تسجيل المتدرب"),
    ChargePurpose.STAFF_REGISTRATION: Words("Staff registration fee", "رسوم تسجيل الموظف"),
    ChargePurpose.ORGANIZATION_REGISTRATION: Words(
        "Organization registration fee", "رسوم تسجيل المنشأة"
    ),
    ChargePurpose.ENROLLMENT: Words("Enrollment", "تسجيل في دورة"),
    ChargePurpose.APPLICATION: Words("Application", "طلب تقديم"),
    ChargePurpose.BULK_ENROLLMENT: Words("Bulk enrollment", "تسجيل جماعي"),
    ChargePurpose.ACCOUNT_BILL: Words("Account bill", "مطالبة الحساب الآجل"),
}
PAYMENT_STATUSES = {
    PaymentStatus.CREATED: Words("Started", "بدأت"),
    PaymentStatus.REDIRECTED: Words("At the payment provider", "لدى مزوّد الدفع"),
    PaymentStatus.SUCCEEDED: Words("Succeeded", "ناجحة"),
    PaymentStatus.FAILED: Words("Failed", "فشلت"),
    PaymentStatus.UNDER_REVIEW: Words("Under review", "قيد المراجعة"),
}
CHARGE_STATUSES = {
    ChargeStatus.OPEN: Words("Due", "مستحق"),
    ChargeStatus.PAID: Words("Paid", "مدفوع"),
    ChargeStatus.PARTLY_REFUNDED: Words("Partly refunded", "مسترد جزئيًا"),
    ChargeStatus.REFUNDED: Words("Refunded", "مسترد"),
    ChargeStatus.CANCELLED: Words("Cancelled", "ملغى"),
    ChargeStatus.EXPIRED: Words("Expired", "انتهت المهلة"),
}
REFUND_STATUSES = {
    RefundStatus.REQUESTED: Words("Requested", "قيد الرد"),
    RefundStatus.SENT: Words("Sent to the payment provider", "أُرسل إلى مزوّد الدفع"),
    RefundStatus.DONE: Words("Refunded", "تم رد المبلغ"),
    RefundStatus.FAILED: Words("Failed", "تعذّر الرد"),
}
WAYS = {
    PaymentMethod.CARD: Words("Card", "بطاقة"),
    PaymentMethod.MADA: Words("mada", "مدى"),
    PaymentMethod.APPLE_PAY: Words("Apple Pay", "Apple Pay"),
    PaymentMethod.STC_PAY: Words("STC Pay", "STC Pay"),
    PaymentMethod.BANK_TRANSFER: Words("Bank transfer", "حوالة بنكية"),
    PaymentMethod.ON_ACCOUNT: Words("On account", "الدفع الآجل"),
}

_COLUMNS: list[Column[Row[Any]]] = [
    Column("Reference", "الرقم المرجعي", lambda row: row.Charge.reference),
    Column("Purpose", "الغرض", lambda row: PURPOSES[row.Charge.purpose]),
    Column("For (English)", "البند (بالإنجليزية)", lambda row: row.Charge.title_en),
    Column("For (Arabic)", "البند (بالعربية)", lambda row: row.Charge.title_ar),
    Column("Batch code", "رمز الدورة", lambda row: row.Charge.subject_code),
    Column("Paid by (English)", "الدافع (بالإنجليزية)", lambda row: _payer(row, "name_en")),
    Column("Paid by (Arabic)", "الدافع (بالعربية)", lambda row: _payer(row, "name_ar")),
    Column("Email", "البريد الإلكتروني", lambda row: _payer(row, "email")),
    Column("Mobile number", "رقم الجوال", lambda row: exports.phone(_payer(row, "phone"))),
    Column("Amount", "المبلغ", lambda row: exports.money(row.Payment.amount_minor)),
    Column("Refunded", "المبلغ المسترد", lambda row: exports.money(row.Payment.refunded_minor)),
    Column("Currency", "العملة", lambda row: row.Payment.currency),
    Column("Payment status", "حالة عملية الدفع", lambda row: PAYMENT_STATUSES[row.Payment.status]),
    Column("Charge status", "حالة المبلغ المستحق", lambda row: CHARGE_STATUSES[row.Charge.status]),
    Column("Refund status", "حالة الرد", lambda row: REFUND_STATUSES.get(row.refund_status)),
    Column("Reason for failure", "سبب الفشل", lambda row: row.Payment.failure_reason),
    Column("Payment method", "طريقة الدفع", lambda row: WAYS[row.Payment.way]),
    Column("Card", "البطاقة", lambda row: row.Payment.card_brand),
    Column("Last four digits", "آخر أربعة أرقام", lambda row: row.Payment.card_last4),
    Column("Transaction", "رقم العملية", lambda row: _transaction(row.Payment.transaction_id)),
    Column("Provider's reference", "مرجع المزوّد", lambda row: row.Payment.special_reference),
    Column("Started", "تاريخ البدء", lambda row: row.Payment.created_at),
    Column("Completed", "تاريخ الاكتمال", lambda row: row.Payment.completed_at),
]


async def export_payments(
    database: Database,
    actor: Principal,
    filters: PaymentFilter,
    sort: PaymentSort,
    query: ExportQuery,
) -> StreamingResponse:
    """Export the actor's payments that match the filters.

    Raises `TooManyRows`, `TooManyRequests`.
    """
    return await exports.export(
        database,
        select_payments(actor, filters, sort),
        lambda row: row,
        _COLUMNS,
        query,
        name="payments",
        user_id=actor.user_id,
    )


def _payer(row: Row[Any], name: str) -> str | None:
    """Return a field of the payer, whose profile event may arrive after the payment."""
    return None if row.Payer is None else getattr(row.Payer, name)


def _transaction(number: int | None) -> str | None:
    """Return the number as text: spreadsheets round numbers longer than 15 digits."""
    return None if number is None else str(number)
