from kit.database.db import Database
from kit.security.auth import Principal
from kit.spreadsheets import exports
from kit.spreadsheets.exports import Column, ExportQuery, Words
from starlette.responses import StreamingResponse

from notifications.inquiries.models import InquiryStatus, InquiryTopic
from notifications.inquiries.queries import read_row, select_inquiries
from notifications.inquiries.schemas import InquiryFilter, InquiryRow

STATUSES = {
    InquiryStatus.OPEN: Words("Open", "مفتوح"),
    InquiryStatus.ANSWERED: Words("Answered", "تمت الإجابة"),
    InquiryStatus.CLOSED: Words("Closed", "مغلق"),
}
TOPICS = {
    InquiryTopic.ENROLLMENT: Words("Enrollment and batches", "التسجيل والدورات"),
    InquiryTopic.PAYMENT: Words("Payments and refunds", "المدفوعات والمبالغ المستردة"),
    InquiryTopic.ACCOUNT: Words("Account", "الحساب"),
    InquiryTopic.ORGANIZATION: Words("An organization's account", "حساب منشأة"),
    InquiryTopic.COMPLAINT: Words("Complaint", "شكوى"),
    InquiryTopic.PRESS: Words("Press", "الإعلام"),
    InquiryTopic.OTHER: Words("Something else", "أمر آخر"),
}


def _minutes(row: InquiryRow) -> int | None:
    if row.first_answered_at is None:
        return None
    return round((row.first_answered_at - row.created_at).total_seconds() / 60)


_COLUMNS: list[Column[InquiryRow]] = [
    Column("Reference", "الرقم المرجعي", lambda row: row.reference),
    Column("Name", "الاسم", lambda row: row.name),
    Column("Email", "البريد الإلكتروني", lambda row: row.email),
    Column("Topic", "الموضوع", lambda row: TOPICS[row.topic]),
    Column("Message", "الرسالة", lambda row: row.excerpt),
    Column("Status", "الحالة", lambda row: STATUSES[row.status]),
    Column(
        "Assigned to (English)",
        "مُسند إلى (بالإنجليزية)",
        lambda row: row.assignee.name_en if row.assignee else None,
    ),
    Column(
        "Assigned to (Arabic)",
        "مُسند إلى (بالعربية)",
        lambda row: row.assignee.name_ar if row.assignee else None,
    ),
    Column("Received", "وقت الوصول", lambda row: row.created_at),
    Column("First answer", "أول إجابة", lambda row: row.first_answered_at),
    Column("Minutes to the first answer", "الدقائق حتى أول إجابة", _minutes),
    Column("Last change", "آخر تغيير", lambda row: row.updated_at),
]


async def export_inquiries(
    database: Database, actor: Principal, filters: InquiryFilter, query: ExportQuery
) -> StreamingResponse:
    """Export all inquiries of the filtered list.

    Raises `TooManyRows`, `TooManyRequests`.
    """
    return await exports.export(
        database,
        select_inquiries(filters),
        read_row,
        _COLUMNS,
        query,
        name="queries",
        user_id=actor.user_id,
    )
