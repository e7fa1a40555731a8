from decimal import Decimal
from typing import Any

from contracts import ContentType
from kit.database.db import Database
from kit.security.auth import Principal
from kit.spreadsheets import exports
from kit.spreadsheets.exports import Column, ExportQuery, Words
from sqlalchemy import Row
from starlette.responses import StreamingResponse

from approvals.times.queries import TIMES
from approvals.times.schemas import TimesFilters, TimesPart

CONTENT = {
    ContentType.ORGANIZATION: Words("Organization", "منشأة"),
    ContentType.ANNOUNCEMENT: Words("Announcement", "إعلان"),
    ContentType.APPLICATION: Words("Application", "طلب تقديم"),
    ContentType.STAFF: Words("Staff", "موظف"),
}


def _tenths(number: float) -> Decimal:
    return Decimal(f"{number:.1f}")


_NAMES: dict[TimesPart, list[Column[Row[Any]]]] = {
    TimesPart.LEVELS: [
        Column("Level (English)", "المستوى (بالإنجليزية)", lambda row: row.name_en),
        Column("Level (Arabic)", "المستوى (بالعربية)", lambda row: row.name_ar),
        Column("Request type", "نوع الطلب", lambda row: CONTENT[row.content_type]),
    ],
    TimesPart.APPROVERS: [
        Column("Approver (English)", "المعتمِد (بالإنجليزية)", lambda row: row.name_en),
        Column("Approver (Arabic)", "المعتمِد (بالعربية)", lambda row: row.name_ar),
    ],
}
_TIMES: list[Column[Row[Any]]] = [
    Column("Decided", "الطلبات المبتوت فيها", lambda row: row.decided),
    Column("Median (working days)", "الوسيط (أيام عمل)", lambda row: _tenths(row.median)),
    Column("90% within (working days)", "90٪ خلال (أيام عمل)", lambda row: _tenths(row.p90)),
    Column("Overdue", "الطلبات المتأخرة", lambda row: row.overdue),
    Column("Overdue (%)", "المتأخر (٪)", lambda row: _tenths(100 * row.overdue / row.decided)),
]


async def export_times(
    database: Database,
    actor: Principal,
    filters: TimesFilters,
    part: TimesPart,
    query: ExportQuery,
) -> StreamingResponse:
    """Export the levels or approvers that match the filters.

    Raises `Invalid`, `TooManyRows`, `TooManyRequests`.
    """
    return await exports.export(
        database,
        TIMES[part](filters),
        lambda row: row,
        [*_NAMES[part], *_TIMES],
        query,
        name=f"approval-times-{part}",
        user_id=actor.user_id,
    )
