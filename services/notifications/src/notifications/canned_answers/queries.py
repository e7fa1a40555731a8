"""Read canned answers, as stored or filled for one inquiry."""

from uuid import UUID

from kit.database.db import AsyncSession
from kit.database.pages import ListQuery, PageQuery
from sqlalchemy import select
from sqlmodel import col

from notifications.canned_answers.models import CannedAnswer
from notifications.canned_answers.schemas import (
    CannedAnswerPage,
    CannedAnswerRead,
    FilledAnswer,
    FilledAnswerList,
)
from notifications.inquiries.queries import get_inquiry_row
from notifications.texts.service import fill_text

_ORDER = (col(CannedAnswer.position), col(CannedAnswer.id))


async def list_canned_answers(session: AsyncSession, page: PageQuery) -> CannedAnswerPage:
    query = ListQuery([], _ORDER, page=page)
    rows, meta = await query.fetch(session, select(CannedAnswer), col(CannedAnswer.id))
    data = [CannedAnswerRead.model_validate(row) for (row,) in rows]
    return CannedAnswerPage(data=data, meta=meta)


async def list_filled_answers(session: AsyncSession, inquiry_id: UUID) -> FilledAnswerList:
    """Return all canned answers with the inquiry's values, in the language used with its asker.

    Raises `InquiryNotFound`.
    """
    inquiry = await get_inquiry_row(session, inquiry_id)
    values = {"name": inquiry.name, "reference": inquiry.reference}
    return FilledAnswerList(
        data=[
            FilledAnswer(
                id=row.id,
                name_en=row.name_en,
                name_ar=row.name_ar,
                text=fill_text(row.text_ar if inquiry.locale == "ar" else row.text_en, values),
            )
            for row in await session.scalars(select(CannedAnswer).order_by(*_ORDER))
        ]
    )
