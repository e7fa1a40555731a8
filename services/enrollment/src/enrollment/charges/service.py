"""Keeping the copy of the charges for enrollments, and asking for refunds."""

from typing import Any
from uuid import UUID

from contracts.enrollment import RefundCause, RefundRequested
from contracts.payments import ChargeClosed, ChargeOpened, ChargePaid, ChargeRefunded
from kit.db import AsyncSession
from kit.messaging import outbox
from sqlalchemy import func, update
from sqlalchemy.dialects.postgresql import insert
from sqlmodel import col

from enrollment.charges.models import Charge, ChargeStatus

ChargeEvent = ChargeOpened | ChargePaid | ChargeRefunded | ChargeClosed


async def store_charge(session: AsyncSession, event: ChargeEvent, sequence: int) -> Charge:
    """Take over a charge's state unless a newer one is known; the row as it is then.

    The caller holds the enrollment's lock, so that facts about one charge come one at a time.
    """
    values: dict[str, Any] = {
        "id": event.charge_id,
        "enrollment_id": event.subject_id,
        "reference": event.reference,
        "status": _status(event),
        "amount_minor": event.amount_minor,
        "refunded_minor": event.refunded_minor if isinstance(event, ChargeRefunded) else 0,
        "currency": event.currency,
        "version": sequence,
    }
    statement = insert(Charge).values(values)
    statement = statement.on_conflict_do_update(
        index_elements=["id"],
        set_={name: statement.excluded[name] for name in values if name != "id"},
        where=col(Charge.version) < statement.excluded.version,
    )
    await session.execute(statement)
    charge = await session.get(Charge, event.charge_id, populate_existing=True)
    assert charge is not None
    return charge


def _status(event: ChargeEvent) -> ChargeStatus:
    match event:
        case ChargeOpened():
            return ChargeStatus.OPEN
        case ChargePaid():
            return ChargeStatus.PAID
        case ChargeRefunded():
            return ChargeStatus.REFUNDED if event.complete else ChargeStatus.PARTLY_REFUNDED
        case ChargeClosed():
            return ChargeStatus(event.status)


async def request_refund(session: AsyncSession, charge_id: UUID, cause: RefundCause) -> bool:
    """Ask for what is left of a paid charge to go back, once for each charge.

    False when it was asked for before or nothing is left.
    """
    row = (
        await session.execute(
            update(Charge)
            .where(
                col(Charge.id) == charge_id,
                col(Charge.refund_requested_at).is_(None),
                col(Charge.status).in_((ChargeStatus.PAID, ChargeStatus.PARTLY_REFUNDED)),
            )
            .values(refund_requested_at=func.now())
            .returning((col(Charge.amount_minor) - col(Charge.refunded_minor)).label("left"))
            .execution_options(synchronize_session=False)
        )
    ).one_or_none()
    if row is None:
        return False
    event = RefundRequested(charge_id=charge_id, amount_minor=row.left, reason=cause)
    await outbox.publish(session, event, sequence=1)
    return True
