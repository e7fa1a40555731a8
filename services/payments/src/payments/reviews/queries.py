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
from payments.refunds.queries import sum_refundable
from payments.settlement.service import accepts_money

_ACCEPTABLE_REASONS = (ReviewReason.AMOUNT, ReviewReason.INTEGRATION)
"""The money reached our account in the expected currency."""
_AT_MOST = 50


async def list_acceptable(session: AsyncSession, payment_id: UUID) -> list[ChargeRead]:
    """List charges the payment's money can settle: its own first, then the payer's others.

    Raises `NotFound`.
    """
    payment = await session.get(Payment, payment_id)
    if payment is None:
        raise NotFound
    charges = await find_acceptable(session, payment)
    return [ChargeRead.model_validate(charge) for charge in charges]


async def find_acceptable(session: AsyncSession, payment: Payment) -> Sequence[Charge]:
    """Return charges of exactly the received amount, unless a refund is pending.

    These are the payment's own charge if still payable, and others its payer owes.
    """
    if (
        payment.status is not PaymentStatus.UNDER_REVIEW
        or payment.review_reason not in _ACCEPTABLE_REASONS
    ):
        return []
    own = aliased(Charge)
    payer = select(col(own.payer_profile_id)).where(col(own.id) == payment.charge_id)
    left = select(sum_refundable()).where(col(Payment.id) == payment.id)
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
