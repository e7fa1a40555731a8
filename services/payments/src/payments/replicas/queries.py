"""Who owes a registration, and the fees that are in effect."""

from datetime import date
from uuid import UUID

from kit.days import RIYADH
from kit.db import AsyncSession
from sqlalchemy import (
    ColumnElement,
    Date,
    Exists,
    Select,
    SQLColumnExpression,
    Subquery,
    cast,
    exists,
    func,
    or_,
    select,
)
from sqlalchemy.dialects.postgresql import distinct_on
from sqlalchemy.orm import aliased
from sqlmodel import col

from payments.replicas.models import Payer, RegistrationFee


def today() -> ColumnElement[date]:
    """The day in the platform's place, on the database's clock."""
    return cast(func.timezone(RIYADH.key, func.now()), Date)


def present_fees() -> Subquery:
    """The newest fee of each profile type that is in effect."""
    return (
        select(RegistrationFee)
        .ext(distinct_on(col(RegistrationFee.profile_type)))
        .where(col(RegistrationFee.effective_on) <= today())
        .order_by(
            col(RegistrationFee.profile_type),
            col(RegistrationFee.effective_on).desc(),
        )
        .subquery()
    )


def debtors(subject_id: UUID | SQLColumnExpression[UUID]) -> Select[Payer]:
    """The active users of a registration that identity does not know as paid, oldest first."""
    user = aliased(Payer)
    return (
        select(user)
        .where(col(user.subject_id) == subject_id, col(user.active), ~_is_paid(subject_id))
        .order_by(col(user.profile_id))
        .correlate_except(user)
    )


def _is_paid(subject_id: UUID | SQLColumnExpression[UUID]) -> Exists:
    user = aliased(Payer)
    same = col(user.subject_id) == subject_id
    return exists().where(same, col(user.paid)).correlate_except(user)


async def is_registered(session: AsyncSession, subject_id: UUID) -> bool:
    """Whether identity knows a registration as paid, or does not know anybody whom it is for."""
    known = exists().where(col(Payer.subject_id) == subject_id)
    return bool(await session.scalar(select(or_(~known, _is_paid(subject_id)))))
