"""The life of a charge up to its money: opening, changing, cancelling, expiring."""

from datetime import datetime
from typing import Any
from uuid import UUID

from contracts.enrollment import ChargeCancelled, ChargePurpose, ChargeRequested
from contracts.payments import ChargeStatus
from kit import db
from kit.db import AsyncSession
from sqlalchemy import func, select
from sqlalchemy.dialects.postgresql import insert
from sqlmodel import col

from payments.charges.events import publish_charge
from payments.charges.models import Charge, ChargeRequest, reference_numbers
from payments.charges.queries import active
from payments.payments.queries import has_open_attempt
from payments.payments.service import fail_live


async def open_charge(session: AsyncSession, **terms: Any) -> Charge:
    """Open a charge on these terms. Nothing to pay means that it is settled at once."""
    number, now = (await session.execute(select(reference_numbers.next_value(), func.now()))).one()
    charge = Charge(reference=f"ITQ-{now.year}-{number:06d}", version=0, **terms)
    if charge.amount_minor == 0:
        _waive(charge, now)
    await publish_charge(session, charge)
    return charge


async def reprice(session: AsyncSession, charge: Charge, amount_minor: int, currency: str) -> None:
    """Change the amount; only while no attempt can still be paid at the old one."""
    charge.amount_minor, charge.currency = amount_minor, currency
    if amount_minor == 0:
        _waive(charge, await db.now(session))
    await publish_charge(session, charge)


def _waive(charge: Charge, now: datetime) -> None:
    charge.status, charge.waived, charge.paid_at = ChargeStatus.PAID, True, now


async def lock_charge(session: AsyncSession, charge_id: UUID) -> Charge:
    """The charge, locked and as it is now. It is always locked before its payments."""
    charge = await db.lock(session, Charge, col(Charge.id) == charge_id)
    assert charge is not None
    return charge


async def lock_active(
    session: AsyncSession, purpose: ChargePurpose, subject_id: UUID
) -> Charge | None:
    """The subject's charge that is open or paid, locked."""
    return await db.lock(session, Charge, active(purpose, subject_id))


async def can_reprice(session: AsyncSession, charge: Charge) -> bool:
    """No attempt is under way or under review at the present amount."""
    return not await session.scalar(select(has_open_attempt(charge.id)))


async def open_requested(session: AsyncSession, event: ChargeRequested, sequence: int) -> None:
    """Open what another service asks for, or bring an open charge up to its newer terms."""
    if not await _is_newer(session, event.purpose, event.subject_id, sequence, repeat=False):
        return
    charge = await lock_active(session, event.purpose, event.subject_id)
    if charge is None:
        await open_charge(session, **event.model_dump(exclude={"lines"}), lines=_lines(event))
        return
    if charge.status is not ChargeStatus.OPEN:
        return
    charge.due_at = event.due_at
    charge.title_en, charge.title_ar = event.title_en, event.title_ar
    charge.subject_code, charge.purchase_order = event.subject_code, event.purchase_order
    if await can_reprice(session, charge):
        charge.lines = _lines(event)
        await reprice(session, charge, event.amount_minor, event.currency)
    else:
        await publish_charge(session, charge)


def _lines(event: ChargeRequested) -> list[dict[str, Any]]:
    lines = event.lines or ()
    total = sum(line.quantity * line.unit_minor for line in lines)
    if lines and total != event.amount_minor:
        # Nobody is charged what does not add up: the message is parked, where it is seen.
        raise ValueError(f"lines of {total} in a charge of {event.amount_minor}")
    return [line.model_dump() for line in lines]


async def cancel_requested(session: AsyncSession, event: ChargeCancelled, sequence: int) -> None:
    """Cancel what is still open. What is paid stays: its owner asks for a refund."""
    if not await _is_newer(session, event.purpose, event.subject_id, sequence, repeat=True):
        return
    charge = await lock_active(session, event.purpose, event.subject_id)
    if charge is not None and charge.status is ChargeStatus.OPEN:
        await close(session, charge, ChargeStatus.CANCELLED)


async def close(session: AsyncSession, charge: Charge, status: ChargeStatus) -> None:
    """End an open charge as cancelled or expired. Money that still arrives is settled then."""
    charge.status = status
    charge.closed_at = await db.now(session)
    await fail_live(session, charge.id, f"charge_{status}")
    await publish_charge(session, charge)


async def _is_newer(
    session: AsyncSession, purpose: ChargePurpose, subject_id: UUID, sequence: int, *, repeat: bool
) -> bool:
    """Store the version of a request and lock the subject; whether none newer was stored before.

    A cancellation may come first: the older request that follows it must not open a charge.
    """
    known = col(ChargeRequest.source_version)
    written = await session.scalar(
        insert(ChargeRequest)
        .values(purpose=purpose, subject_id=subject_id, source_version=sequence)
        .on_conflict_do_update(
            index_elements=["purpose", "subject_id"],
            set_={"source_version": sequence},
            where=known <= sequence if repeat else known < sequence,
        )
        .returning(known)
    )
    return written is not None
