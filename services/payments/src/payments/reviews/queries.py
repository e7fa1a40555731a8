"""What money under review can settle."""

from collections.abc import Sequence
from uuid import UUID

from contracts.payments import ChargeStatus, ReviewReason
from kit.core.errors import NotFound
from kit.database.db import AsyncSession
from sqlalchemy import and_, or_, select
from sqlalchemy.orm import aliased
from sqlmodel import col

from payments.charges.models import Charge
from payments.charges.schemas import ChargeRead
from payments.payments.models import Payment, PaymentStatus
from payments.refunds.queries import refundable
from payments.settlement.service import accepts_money

_OURS = (ReviewReason.AMOUNT, ReviewReason.INTEGRATION)
"""Money that is on one of our accounts, in the currency that was asked for."""
_AT_MOST = 50


async def list_acceptable(session: AsyncSession, payment_id: UUID) -> list[ChargeRead]:
    """What the money of a payment can count for: its own charge first, then others of its payer.

    Raises `NotFound`.
    """
    payment = await session.get(Payment, payment_id)
    if payment is None:
        raise NotFound
    charges = await acceptable(session, payment)
    return [ChargeRead.model_validate(charge) for charge in charges]


async def acceptable(session: AsyncSession, payment: Payment) -> Sequence[Charge]:
    """Charges of exactly the sum that came, as long as none of it is about to go back: the
    payment's own where it can still be paid, and others that its payer owes."""
    if payment.status is not PaymentStatus.UNDER_REVIEW or payment.review_reason not in _OURS:
        return []
    own = aliased(Charge)
    payer = select(col(own.payer_profile_id)).where(col(own.id) == payment.charge_id)
    left = select(refundable()).where(col(Payment.id) == payment.id)
    is_own = col(Charge.id) == payment.charge_id
    is_owed = col(Charge.status) == ChargeStatus.OPEN
    found = await session.scalars(
        select(Charge)
        .where(
            col(Charge.amount_minor) == payment.received_minor,
            col(Charge.amount_minor) == left.scalar_subquery(),
            col(Charge.currency) == payment.currency,
            or_(is_own, and_(is_owed, col(Charge.payer_profile_id) == payer.scalar_subquery())),
        )
        .order_by(is_own.desc(), col(Charge.created_at), col(Charge.id))
        .limit(_AT_MOST)
    )
    return [charge for charge in found if await accepts_money(session, charge)]
