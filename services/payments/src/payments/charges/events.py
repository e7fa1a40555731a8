"""What is published of charges."""

from collections.abc import Sequence
from typing import Any

from contracts import Event
from contracts.payments import ChargeClosed, ChargeOpened, ChargePaid, ChargeRefunded, ChargeStatus
from kit.db import AsyncSession
from kit.messaging import outbox

from payments.charges.models import Charge


def charge_event(charge: Charge) -> Event:
    """The event of the charge's present state."""
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
            return ChargePaid(**common, paid_at=charge.paid_at, late=charge.late)
        case ChargeStatus.REFUNDED | ChargeStatus.PARTLY_REFUNDED:
            return ChargeRefunded(
                **common,
                refunded_minor=charge.refunded_minor,
                complete=charge.status is ChargeStatus.REFUNDED,
            )
        case _:
            return ChargeClosed(**common, status=charge.status)


async def publish_charges(session: AsyncSession, charges: Sequence[Charge]) -> None:
    """Count the changes and publish the charges' new states when the transaction commits."""
    for charge in charges:
        charge.version += 1
    session.add_all(charges)
    await session.flush()
    await outbox.publish_many(session, [(charge_event(each), each.version) for each in charges])
