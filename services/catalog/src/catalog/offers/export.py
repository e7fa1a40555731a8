"""Export of the dashboard's trainings."""

from datetime import datetime
from typing import Any

from kit.database.db import Database
from kit.security.auth import Principal
from kit.spreadsheets import exports
from kit.spreadsheets.exports import Column, ExportQuery, Words
from sqlalchemy import Row
from starlette.responses import StreamingResponse

from catalog.offers.queries import managed_trainings_query
from catalog.offers.schemas import ManagedTrainingFilters, TrainingSort
from catalog.trainings.models import TrainingLevel, TrainingStatus

STATUSES = {
    TrainingStatus.DRAFT: Words("Draft", "مسودة"),
    TrainingStatus.PUBLISHED: Words("Published", "منشور"),
    TrainingStatus.ARCHIVED: Words("Archived", "مؤرشف"),
}
LEVELS = {
    TrainingLevel.FOUNDATION: Words("Foundation", "تأسيسي"),
    TrainingLevel.INTERMEDIATE: Words("Intermediate", "متوسط"),
    TrainingLevel.ADVANCED: Words("Advanced", "متقدم"),
}


def _next_start(row: Row[Any]) -> datetime | None:
    # JSON has no type for timestamps.
    return datetime.fromisoformat(row.next_batch["starts_at"]) if row.next_batch else None


_COLUMNS: list[Column[Row[Any]]] = [
    Column("Code", "الرمز", lambda row: row.code),
    Column("Title (English)", "العنوان (بالإنجليزية)", lambda row: row.title_en),
    Column("Title (Arabic)", "العنوان (بالعربية)", lambda row: row.title_ar),
    Column(
        "Organization (English)",
        "المنشأة (بالإنجليزية)",
        lambda row: row.organization["name_en"],
    ),
    Column("Organization (Arabic)", "المنشأة (بالعربية)", lambda row: row.organization["name_ar"]),
    Column("Category (English)", "الفئة (بالإنجليزية)", lambda row: row.category["name_en"]),
    Column("Category (Arabic)", "الفئة (بالعربية)", lambda row: row.category["name_ar"]),
    Column("Level", "المستوى", lambda row: LEVELS[row.level]),
    Column("Hours", "الساعات", lambda row: row.duration_hours),
    Column(
        "Certificate valid for months",
        "صلاحية الشهادة بالأشهر",
        lambda row: row.certificate_valid_months,
    ),
    Column("Open and upcoming batches", "الدورات المتاحة والقادمة", lambda row: row.batches),
    Column("Seats left", "المقاعد المتبقية", lambda row: row.seats_left),
    Column("Next batch", "الدورة القادمة", _next_start),
    Column("Lowest price", "أقل سعر", lambda row: exports.money(row.price_from_minor)),
    Column("Highest price", "أعلى سعر", lambda row: exports.money(row.price_to_minor)),
    Column("Status", "الحالة", lambda row: STATUSES[row.status]),
    Column("Last changed", "آخر تعديل", lambda row: row.updated_at),
]


async def export_trainings(
    database: Database,
    actor: Principal,
    filters: ManagedTrainingFilters,
    sort: TrainingSort,
    query: ExportQuery,
) -> StreamingResponse:
    """Export all trainings of the caller's filtered list.

    Raises `TooManyRows`, `TooManyRequests`.
    """
    rows, listed = managed_trainings_query(actor, filters, sort)
    return await exports.export(
        database,
        listed.select_all(rows),
        lambda row: row,
        _COLUMNS,
        query,
        name="trainings",
        user_id=actor.user_id,
    )
