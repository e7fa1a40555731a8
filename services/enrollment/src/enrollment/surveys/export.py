from typing import Any
from uuid import UUID

from kit.database.db import Database
from kit.security.auth import Principal
from kit.spreadsheets import exports
from kit.spreadsheets.exports import Column, ExportQuery
from sqlalchemy import Row, func, select
from sqlmodel import col
from starlette.responses import StreamingResponse

from enrollment.attendance.queries import get_batch_access
from enrollment.surveys.models import SurveyAnswer
from enrollment.surveys.queries import select_answers
from enrollment.surveys.rules import MIN_RESPONSES

_COLUMNS: list[Column[Row[Any]]] = [
    Column("Overall", "التقييم العام", lambda row: row.overall),
    Column("Content", "المحتوى", lambda row: row.content),
    Column("Trainer", "المدرب", lambda row: row.trainer),
    Column("Location", "المكان", lambda row: row.place),
    Column("Comment", "التعليق", lambda row: row.text),
]


async def export_answers(
    database: Database, actor: Principal, batch_id: UUID, query: ExportQuery
) -> StreamingResponse:
    """Export a batch's answers, one in each line; empty while there are too few to show.

    Raises `BatchUnknown`, `TooManyRows`, `TooManyRequests`.
    """
    async with database.transaction() as session:
        await get_batch_access(session, actor, batch_id)
    answered = select(func.count()).where(col(SurveyAnswer.batch_id) == batch_id).scalar_subquery()
    return await exports.export(
        database,
        select_answers(batch_id).where(answered >= MIN_RESPONSES),
        lambda row: row,
        _COLUMNS,
        query,
        name="survey",
        user_id=actor.user_id,
    )
