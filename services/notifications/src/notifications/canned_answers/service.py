from uuid import UUID

from kit.core.errors import Invalid
from kit.database import db
from kit.database.db import AsyncSession, advisory_lock
from sqlalchemy import func, select
from sqlmodel import col

from notifications.canned_answers.errors import (
    CannedAnswerNotFound,
    CannedAnswersChanged,
    TooManyCannedAnswers,
)
from notifications.canned_answers.models import CannedAnswer
from notifications.canned_answers.schemas import (
    MAX_COUNT,
    CannedAnswerCreate,
    CannedAnswerOrder,
    CannedAnswerRead,
    CannedAnswerUpdate,
)
from notifications.wordings.service import find_placeholder_problem

VARIABLES = frozenset({"name", "reference"})


async def create_canned_answer(session: AsyncSession, form: CannedAnswerCreate) -> CannedAnswerRead:
    """Create a canned answer at the end of the list.

    Raises `Invalid`, `TooManyCannedAnswers`.
    """
    _check(form)
    await advisory_lock(session, "canned answers")
    counted = await session.execute(select(func.count(), func.max(col(CannedAnswer.position))))
    count, last = counted.one()
    if count >= MAX_COUNT:
        raise TooManyCannedAnswers
    row = CannedAnswer(**form.model_dump(), position=(last or 0) + 1)
    session.add(row)
    await session.flush()
    return CannedAnswerRead.model_validate(row)


async def update_canned_answer(
    session: AsyncSession, answer_id: UUID, form: CannedAnswerUpdate
) -> CannedAnswerRead:
    """Change a canned answer; answers already sent with it do not change.

    Raises `Invalid`, `CannedAnswerNotFound`, `CannedAnswersChanged`.
    """
    _check(form)
    row = await _lock(session, answer_id)
    if row.version != form.version:
        raise CannedAnswersChanged
    row.sqlmodel_update(form.model_dump(exclude={"version"}))
    row.version += 1
    await session.flush()
    return CannedAnswerRead.model_validate(row)


async def delete_canned_answer(session: AsyncSession, answer_id: UUID) -> None:
    """Raises `CannedAnswerNotFound`."""
    await session.delete(await _lock(session, answer_id))
    await session.flush()


async def update_order(session: AsyncSession, order: CannedAnswerOrder) -> None:
    """Reorder all canned answers.

    Raises `CannedAnswersChanged` if the set differs from the one that the caller has read.
    """
    await advisory_lock(session, "canned answers")
    rows = await db.lock_all(session, CannedAnswer, order_by=[col(CannedAnswer.id)])
    by_id = {row.id: row for row in rows}
    if sorted(order.ids) != sorted(by_id):
        raise CannedAnswersChanged
    for position, answer_id in enumerate(order.ids, start=1):
        by_id[answer_id].position = position
    await session.flush()


async def _lock(session: AsyncSession, answer_id: UUID) -> CannedAnswer:
    row = await db.lock(session, CannedAnswer, col(CannedAnswer.id) == answer_id)
    if row is None:
        raise CannedAnswerNotFound
    return row


def _check(form: CannedAnswerCreate) -> None:
    texts = {"text_en": form.text_en, "text_ar": form.text_ar}
    found = [find_placeholder_problem(text, VARIABLES, field) for field, text in texts.items()]
    if problems := [problem for problem in found if problem]:
        raise Invalid(fields=problems)
