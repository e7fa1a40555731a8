"""Demo survey answers and appeals for the finished batch."""

from datetime import datetime, timedelta
from typing import NamedTuple
from uuid import UUID

from contracts.enrollment import AppealStatus, EnrollmentResult
from kit.database import db
from kit.database.db import AsyncSession, advisory_lock
from kit.domain.demo import demo_id
from kit.domain.demo.enrollments import demo_batches
from sqlalchemy import select
from sqlmodel import col

from enrollment.appeals.models import Appeal
from enrollment.demo.certificates import FINISHED, FINISHED_AFTER, finished_enrollment
from enrollment.surveys.models import SurveyAnswer, SurveyParticipation


class _Answer(NamedTuple):
    """Ratings with comments."""

    overall: int
    content: int | None
    trainer: int
    place: int | None
    text: str = ""


_ANSWERS = {
    "sara": _Answer(5, 5, 5, 4, "كان التدريب العملي في المستودع أكثر ما أفادني."),
    "layla": _Answer(5, 4, 5, 3, "More time in the warehouse, please. The trainer was excellent."),
    "faisal": _Answer(4, 4, 5, 4),
    "noura": _Answer(5, 5, 4, None),
    "fatimah": _Answer(4, 5, 4, 2, "The hall was cold, and parking was hard to find."),
    "turki": _Answer(3, 3, 4, 3),
    "hessa": _Answer(5, 5, 5, 5),
    "ahmad": _Answer(4, None, 4, 4, "المحتوى جيد، وأقترح أمثلة أكثر على نظام إدارة المستودعات."),
}
"""The key is not stored: answers are anonymous."""


class _Appeal(NamedTuple):
    text: str
    days: int
    """Days after the result."""
    answer: str | None = None


_APPEALS = {
    "mohammed.q": _Appeal(
        "I answered the second part on the back of the sheet. Please look at it again.",
        2,
        "We read your sheet again, both sides. The second part was counted: 48 of 100 points.",
    ),
    "mohammed.b": _Appeal("تعطّل جهازي قبل نهاية الاختبار بعشر دقائق. أرجو مراجعة ورقتي.", 12),
}
"""Both people failed."""
_ANSWERED_AFTER = timedelta(days=3)


async def load_feedback(session: AsyncSession) -> int:
    """Load survey answers and appeals if there are none; return the number added.

    No one is notified of past events.
    """
    await advisory_lock(session, "demo")
    batch_id = demo_id("batch", FINISHED)
    training_id = demo_id("training", FINISHED.rpartition("-")[0])
    organization_id = demo_id("organization", "gla")
    known = select(col(Appeal.id)).where(col(Appeal.batch_id) == batch_id).limit(1)
    if await session.scalar(known) is not None:
        return 0
    batch = next(each for each in demo_batches() if each.key == FINISHED)
    finished_at = await db.now(session) + timedelta(days=batch.starts_in) + FINISHED_AFTER
    for username, answer in _ANSWERS.items():
        session.add_all(
            (
                SurveyAnswer(
                    batch_id=batch_id,
                    training_id=training_id,
                    organization_id=organization_id,
                    **answer._asdict(),
                ),
                SurveyParticipation(
                    enrollment_id=finished_enrollment(username),
                    answered_on=finished_at.date() + timedelta(days=2),
                ),
            )
        )
    for username, appeal in _APPEALS.items():
        session.add(_row(username, appeal, finished_at, batch_id, organization_id))
    return len(_ANSWERS) + len(_APPEALS)


def _row(
    username: str, appeal: _Appeal, finished_at: datetime, batch_id: UUID, organization_id: UUID
) -> Appeal:
    made = finished_at + timedelta(days=appeal.days)
    return Appeal(
        id=demo_id("appeal", username),
        enrollment_id=finished_enrollment(username),
        batch_id=batch_id,
        organization_id=organization_id,
        text=appeal.text,
        status=AppealStatus.UPHELD if appeal.answer else AppealStatus.OPEN,
        result=EnrollmentResult.FAILED,
        answer=appeal.answer,
        version=2 if appeal.answer else 1,
        created_at=made,
        updated_at=made + _ANSWERED_AFTER if appeal.answer else made,
    )
