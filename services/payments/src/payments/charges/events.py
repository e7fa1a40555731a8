from collections.abc import Sequence
from typing import Any

from contracts import Event
from contracts.payments import (
    ChargeClosed,
    ChargeOpened,
    ChargePaid,
    ChargeRefunded,
    ChargeStatus,
    MoneyWay,
)
from kit.database.db import AsyncSession
from kit.messaging import outbox

from payments.charges.models import Charge
from payments.config import PaymentMethod
from payments.payments.models import Payment

_MONEY_WAYS = {
    PaymentMethod.BANK_TRANSFER: MoneyWay.BANK_TRANSFER,
    PaymentMethod.ON_ACCOUNT: MoneyWay.ON_ACCOUNT,
}
"""All other methods are paid through the provider."""


def charge_event(charge: Charge, paid_by: PaymentMethod | None) -> Event:
    """Build the event of the charge's current state, with its payment method."""
    way = _MONEY_WAYS.get(paid_by, MoneyWay.PROVIDER) if paid_by else MoneyWay.PROVIDER
    common: dict[str, Any] = {
        "charge_id": charge.id,
        "reference": charge.reference,
        "purpose": charge.purpose,
        "subject_id": charge.subject_id,
        "payer_profile_id": charge.payer_profile_id,
        "payer_user_id": charge.payer_user_id,
        "organization_id": charge.organization_id,
        "amount_minor": charge.amount_minor,
        "currency": charge.currency,
        "title_en": charge.title_en,
        "title_ar": charge.title_ar,
        "due_at": charge.due_at,
    }
    match charge.status:
        case ChargeStatus.OPEN:
            return ChargeOpened(**common)
        case ChargeStatus.PAID:
            assert charge.paid_at
            return ChargePaid(**common, paid_at=charge.paid_at, late=charge.late, way=way)
        case ChargeStatus.REFUNDED | ChargeStatus.PARTLY_REFUNDED:
            return ChargeRefunded(
                **common,
                refunded_minor=charge.refunded_minor,
                complete=charge.status is ChargeStatus.REFUNDED,
                way=way,
            )
        case _:
            return ChargeClosed(**common, status=charge.status)


async def charge_events(
    session: AsyncSession, charges: Sequence[Charge]
) -> list[tuple[Event, int]]:
    """Build the events of the charges' current states, with their versions."""
    events = []
    for charge in charges:
        # Code that changes a paid charge has locked its payment, so it is in the session's identity
        # map.
        payment = await session.get(Payment, charge.payment_id) if charge.payment_id else None
        events.append((charge_event(charge, payment.way if payment else None), charge.version))
    return events


async def publish_charges(session: AsyncSession, charges: Sequence[Charge]) -> None:
    """Increment the charges' versions and publish their states on commit."""
    for charge in charges:
        charge.version += 1
    session.add_all(charges)
    await session.flush()
    await outbox.publish_many(session, await charge_events(session, charges))
