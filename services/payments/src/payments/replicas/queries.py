from collections.abc import Iterable
from datetime import date
from uuid import UUID

from contracts.catalog import Seller, VatRate
from kit.database.db import AsyncSession
from kit.domain import timezone
from kit.domain.timezone import RIYADH
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

from payments.replicas.models import Payer, RegistrationFee, SellerTerms


def today() -> ColumnElement[date]:
    """Return today in Riyadh by the database's clock."""
    return cast(func.timezone(RIYADH.key, func.now()), Date)


def select_current_fees() -> Subquery:
    """Select the fee in effect for each profile type."""
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
    """Match registrations that are unpaid in identity and have an active user."""
    user = aliased(Payer)
    used = exists().where(col(user.subject_id) == subject_id, col(user.active))
    return and_(used.correlate_except(user), ~_is_paid(subject_id))


def select_debtors(subject_ids: Iterable[UUID]) -> Select[Payer]:
    """Select the oldest active user of each unpaid registration."""
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
    """Return whether identity reports the registration as paid, or its subject is unknown."""
    known = exists().where(col(Payer.subject_id) == subject_id)
    return bool(await session.scalar(select(or_(~known, _is_paid(subject_id)))))


async def get_seller(session: AsyncSession) -> Seller:
    """Return the seller from the settings known so far."""
    terms = await session.scalar(select(SellerTerms))
    return Seller.model_validate(terms.seller) if terms else Seller()


async def get_vat(session: AsyncSession) -> tuple[int, bool]:
    """Return today's VAT rate in percent, and whether prices include it.

    The rate is 0 while the seller is not registered for VAT.
    """
    terms = await session.scalar(select(SellerTerms))
    if terms is None or not Seller.model_validate(terms.seller).vat_registered:
        return 0, True
    rates = [VatRate.model_validate(rate) for rate in terms.vat_rates]
    begun = [rate for rate in rates if rate.valid_from <= timezone.today()]
    newest = max(begun, key=lambda rate: rate.valid_from, default=None)
    return (newest.percent if newest else 0), terms.vat_included
