from typing import Any
from uuid import UUID

from kit.database.db import Database
from kit.security.auth import Principal
from kit.spreadsheets import exports
from kit.spreadsheets.exports import Column, ExportQuery, Words
from sqlalchemy import Row
from starlette.responses import StreamingResponse

from enrollment.requirements.queries import select_cells
from enrollment.requirements.schemas import MatrixFilter, RequirementState

STATES = {
    RequirementState.VALID: Words("Valid", "سارية"),
    RequirementState.EXPIRING: Words("Expires soon", "تنتهي قريبًا"),
    RequirementState.EXPIRED: Words("Expired", "منتهية"),
    RequirementState.MISSING: Words("Missing", "ناقصة"),
}
_COLUMNS: list[Column[Row[Any]]] = [
    Column("Candidate (English)", "المتدرب (بالإنجليزية)", lambda row: row.name_en),
    Column("Candidate (Arabic)", "المتدرب (بالعربية)", lambda row: row.name_ar),
    Column("Username", "اسم المستخدم", lambda row: row.username),
    Column("Training (English)", "البرنامج التدريبي (بالإنجليزية)", lambda row: row.training_en),
    Column("Training (Arabic)", "البرنامج التدريبي (بالعربية)", lambda row: row.training_ar),
    Column("Certificate", "الشهادة", lambda row: STATES[RequirementState(row.state)]),
    Column("Number", "الرقم", lambda row: row.number),
    Column("Expires on", "تاريخ الانتهاء", lambda row: row.expires_on),
]


async def export_matrix(
    database: Database,
    actor: Principal,
    organization_id: UUID,
    filters: MatrixFilter,
    query: ExportQuery,
) -> StreamingResponse:
    """Export the filtered matrix, one line for each person and training.

    Raises `TooManyRows`, `TooManyRequests`.
    """
    return await exports.export(
        database,
        select_cells(organization_id, filters),
        lambda row: row,
        _COLUMNS,
        query,
        name="requirements",
        user_id=actor.user_id,
    )
