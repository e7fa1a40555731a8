"""Who owes a registration, and the fees that are in effect."""

from collections.abc import Iterable
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
    and_,
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


def is_owed(subject_id: SQLColumnExpression[UUID]) -> ColumnElement[bool]:
    """Whether a registration that identity does not know as paid has an active user."""
    user = aliased(Payer)
    used = exists().where(col(user.subject_id) == subject_id, col(user.active))
    return and_(used.correlate_except(user), ~_is_paid(subject_id))


def debtors(subject_ids: Iterable[UUID]) -> Select[Payer]:
    """The oldest active user of each registration that identity does not know as paid."""
    subject_id = col(Payer.subject_id)
    return (
        select(Payer)
        .ext(distinct_on(subject_id))
        .where(subject_id.in_(subject_ids), col(Payer.active), ~_is_paid(subject_id))
        .order_by(subject_id, col(Payer.profile_id))
    )


def _is_paid(subject_id: UUID | SQLColumnExpression[UUID]) -> Exists:
    user = aliased(Payer)
    same = col(user.subject_id) == subject_id
    return exists().where(same, col(user.paid)).correlate_except(user)


async def is_registered(session: AsyncSession, subject_id: UUID) -> bool:
    """Whether identity knows a registration as paid, or does not know anybody whom it is for."""
    known = exists().where(col(Payer.subject_id) == subject_id)
    return bool(await session.scalar(select(or_(~known, _is_paid(subject_id)))))
