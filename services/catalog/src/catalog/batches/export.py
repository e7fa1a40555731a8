"""Export of the dashboard's batches."""

from typing import Any

from contracts.catalog import BatchStatus
from kit.database.db import Database
from kit.security.auth import Principal
from kit.spreadsheets import exports
from kit.spreadsheets.exports import Column, ExportQuery, Words
from sqlalchemy import Row
from starlette.responses import StreamingResponse

from catalog.batches.models import BatchMode
from catalog.batches.queries import managed_batches_query
from catalog.batches.schemas import BatchSort, ManagedBatchFilters
from catalog.trainings.models import BatchLanguage

STATUSES = {
    BatchStatus.DRAFT: Words("Draft", "مسودة"),
    BatchStatus.PUBLISHED: Words("Published", "منشورة"),
    BatchStatus.CANCELLED: Words("Cancelled", "ملغاة"),
}
MODES = {
    BatchMode.IN_PERSON: Words("In person", "حضوري"),
    BatchMode.ONLINE: Words("Online", "عن بُعد"),
    BatchMode.HYBRID: Words("In person and online", "حضوري وعن بُعد"),
}
LANGUAGES = {
    BatchLanguage.ENGLISH: Words("English", "الإنجليزية"),
    BatchLanguage.ARABIC: Words("Arabic", "العربية"),
    BatchLanguage.BILINGUAL: Words("Arabic and English", "العربية والإنجليزية"),
}

_COLUMNS: list[Column[Row[Any]]] = [
    Column("Batch code", "رمز الدورة", lambda row: row.code),
    Column(
        "Training (English)",
        "البرنامج التدريبي (بالإنجليزية)",
        lambda row: row.training["title_en"],
    ),
    Column(
        "Training (Arabic)", "البرنامج التدريبي (بالعربية)", lambda row: row.training["title_ar"]
    ),
    Column(
        "Organization (English)",
        "المنشأة (بالإنجليزية)",
        lambda row: row.training["organization"]["name_en"],
    ),
    Column(
        "Organization (Arabic)",
        "المنشأة (بالعربية)",
        lambda row: row.training["organization"]["name_ar"],
    ),
    Column("Status", "الحالة", lambda row: STATUSES[row.status]),
    Column("Format", "طريقة التدريب", lambda row: MODES[row.mode]),
    Column("Language", "اللغة", lambda row: LANGUAGES[row.language]),
    Column("City (English)", "المدينة (بالإنجليزية)", lambda row: (row.city or {}).get("name_en")),
    Column("City (Arabic)", "المدينة (بالعربية)", lambda row: (row.city or {}).get("name_ar")),
    Column("Starts", "تاريخ البدء", lambda row: row.starts_at),
    Column("Ends", "تاريخ الانتهاء", lambda row: row.ends_at),
    Column("Enrollment opens", "فتح التسجيل", lambda row: row.enrollment_opens_at),
    Column("Enrollment closes", "إغلاق التسجيل", lambda row: row.enrollment_closes_at),
    Column("Price", "السعر", lambda row: exports.money(row.price_minor)),
    Column("Currency", "العملة", lambda row: row.currency),
    Column("Capacity", "عدد المقاعد", lambda row: row.capacity),
    Column("Seats taken", "المقاعد المحجوزة", lambda row: row.seats_taken),
    Column("On the waiting list", "في قائمة الانتظار", lambda row: row.waiting),
]


async def export_batches(
    database: Database,
    actor: Principal,
    filters: ManagedBatchFilters,
    sort: BatchSort,
    query: ExportQuery,
) -> StreamingResponse:
    """Export all batches of the caller's filtered list.

    Raises `TooManyRows`, `TooManyRequests`.
    """
    rows, listed = managed_batches_query(actor, filters, sort)
    return await exports.export(
        database,
        listed.select_all(rows),
        lambda row: row,
        _COLUMNS,
        query,
        name="batches",
        user_id=actor.user_id,
    )
