"""Issue passes without revealing whether a person exists.

Content, size and response time are the same either way.
"""

from datetime import timedelta
from typing import Any
from uuid import UUID

from kit.core.errors import Invalid
from kit.database.db import AsyncSession
from kit.security.learner_passes import PASS_SECONDS, write_pass
from kit.security.rate_limiter import RateLimiter
from sqlalchemy import ColumnElement, false, func, or_, select
from sqlmodel import col

from identity.accounts.accounts.models import User
from identity.accounts.learner_passes.schemas import LearnerNamed, LearnerPassRead

_LOOKS = RateLimiter(30, timedelta(hours=1))
"""Attempts per number: too few to guess a birth date."""


async def give_pass(session: AsyncSession, secret: str, body: LearnerNamed) -> LearnerPassRead:
    """Issue a pass for the person with this number and birth date or name, or an empty pass.

    Raises `Invalid`, and `TooManyRequests` above the number's rate limit, whether or not it exists.
    """
    number = _number(body)
    knows = or_(_is_born(body), _is_called(body))
    found = select(col(User.id)).where(number, knows, col(User.decoy).is_(False))
    with _LOOKS.attempt((body.civil_number, body.passport_number, body.passport_country)):
        user_id: UUID | None = await session.scalar(found)
    return LearnerPassRead(token=write_pass(secret, user_id), seconds=PASS_SECONDS)


def _number(body: LearnerNamed) -> ColumnElement[bool]:
    if (body.civil_number is None) == (body.passport_number is None):
        raise Invalid.field("civil_number", "identification.ambiguous", "Enter only one number.")
    if body.birth_date is None and not body.name:
        raise Invalid.field(
            "birth_date",
            "learner_pass.birth_date_or_name_required",
            "Enter the date of birth or the full name.",
        )
    if body.civil_number is not None:
        return col(User.civil_number) == body.civil_number
    if body.passport_country is None:
        raise Invalid.field("passport_country", "field.missing", "Fill in this field.")
    return (col(User.passport_number) == body.passport_number) & (
        col(User.passport_country) == body.passport_country
    )


def _is_born(body: LearnerNamed) -> ColumnElement[bool]:
    return col(User.birth_date) == body.birth_date if body.birth_date else false()


def _is_called(body: LearnerNamed) -> ColumnElement[bool]:
    """Compare folded full names: spelling variants match, a partial name does not."""
    if not body.name:
        return false()
    name: ColumnElement[Any] = func.search_fold(" ".join(body.name.split()))
    return or_(
        name == func.search_fold(col(User.name_en)), name == func.search_fold(col(User.name_ar))
    )
