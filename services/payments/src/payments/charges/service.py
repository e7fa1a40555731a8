"""Open, change, cancel and expire charges."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from contracts.enrollment import ChargeCancelled, ChargeExpiryRequested, ChargeLine, ChargeRequested
from contracts.payments import ChargeAbsent, ChargePurpose, ChargeStatus
from kit.database import db
from kit.database.db import AsyncSession
from kit.messaging import outbox
from kit.messaging.inbox import Events
from sqlalchemy import func, select, tuple_
from sqlalchemy.dialects.postgresql import insert
from sqlmodel import col

from payments.charges.events import charge_events, publish_charges
from payments.charges.models import ACTIVE, CHARGE_STATES, Charge, ChargeRequest, reference_numbers
from payments.charges.queries import is_active
from payments.charges.rules import Vat, add_vat
from payments.payments.queries import has_open_attempt
from payments.payments.service import fail_live_payments
from payments.replicas.queries import get_vat


async def open_charges(
    session: AsyncSession, terms: Sequence[Mapping[str, Any]]
) -> Sequence[Charge]:
    """Open a charge per item of `terms`, at today's VAT unless given. Zero amounts are settled at
    once.
    """
    if not terms:
        return []
    percent, included = await get_vat(session)
    numbered = await session.execute(
        select(reference_numbers.next_value(), func.now()).select_from(
            func.generate_series(1, len(terms))
        )
    )
    charges = []
    for (number, now), each in zip(numbered, terms, strict=True):
        charge = Charge(
            reference=f"ITQ-{now.year}-{number:06d}",
            version=0,
            **{"vat_percent": percent, "vat_included": included, **each},
        )
        reprice(charge, each["lines"], charge.currency, now)
        charges.append(charge)
    await publish_charges(session, charges)
    return charges


def reprice(charge: Charge, lines: Sequence[ChargeLine], currency: str, now: datetime) -> None:
    """Replace the lines at the charge's own VAT rate.

    Call only while no attempt can still be paid at the old amount; the caller publishes the charge.
    """
    owed = [add_vat(line, get_charge_vat(charge)) for line in lines]
    charge.lines = [line.model_dump() for line in owed]
    charge.amount_minor = sum(line.amount_minor for line in owed)
    charge.vat_minor = sum(line.vat_minor for line in owed)
    charge.asked_minor = sum(line.quantity * line.unit_minor for line in owed)
    charge.currency = currency
    _settled_if_free(charge, now)


def get_charge_vat(charge: Charge) -> Vat:
    return Vat(charge.vat_percent, charge.vat_included)


def _settled_if_free(charge: Charge, now: datetime) -> Charge:
    if charge.amount_minor == 0:
        CHARGE_STATES.transition(charge, ChargeStatus.PAID)
        charge.waived, charge.paid_at = True, now
    return charge


async def lock_charge(session: AsyncSession, charge_id: UUID) -> Charge:
    """Lock the charge and refresh it. Always lock a charge before its payments."""
    charge = await db.lock(session, Charge, col(Charge.id) == charge_id)
    assert charge is not None
    return charge


async def lock_active(
    session: AsyncSession, purpose: ChargePurpose, subject_id: UUID
) -> Charge | None:
    """Lock the subject's open or paid charge."""
    return await db.lock(session, Charge, is_active(purpose, subject_id))


async def lock_newest(
    session: AsyncSession, purpose: ChargePurpose, subject_id: UUID
) -> Charge | None:
    """Lock the subject's open or paid charge, else the one closed last."""
    newest = (
        select(col(Charge.id))
        .where(col(Charge.purpose) == purpose, col(Charge.subject_id) == subject_id)
        .order_by(col(Charge.status).in_(ACTIVE).desc(), col(Charge.id).desc())
        .limit(1)
        .scalar_subquery()
    )
    return await db.lock(session, Charge, col(Charge.id) == newest)


async def lock_all_active(
    session: AsyncSession, purposes: Mapping[UUID, ChargePurpose]
) -> Sequence[Charge]:
    """Lock the open and paid charges of these subjects."""
    subjects = [(purpose, subject_id) for subject_id, purpose in purposes.items()]
    of_subject = tuple_(col(Charge.purpose), col(Charge.subject_id)).in_(subjects)
    is_active = col(Charge.status).in_(ACTIVE)
    return await db.lock_all(session, Charge, of_subject, is_active, order_by=[col(Charge.id)])


async def list_repriceable(session: AsyncSession, charges: Sequence[Charge]) -> list[Charge]:
    """Return the charges without an attempt in progress or under review at the current amount."""
    ids = [charge.id for charge in charges]
    free = set(
        await session.scalars(
            select(col(Charge.id)).where(col(Charge.id).in_(ids), ~has_open_attempt(col(Charge.id)))
        )
    )
    return [charge for charge in charges if charge.id in free]


async def open_requested(session: AsyncSession, events: Events) -> None:
    """Open requested charges, or update open ones to newer terms."""
    newest = {
        event.subject_id: (event, meta.sequence)
        for event, meta in sorted(events, key=lambda pair: pair[1].sequence)
    }
    versions = [
        (event.purpose, subject_id, version) for subject_id, (event, version) in newest.items()
    ]
    newer = await _store_newer_versions(session, versions, repeat=False)
    asked: dict[UUID, ChargeRequested] = {each: newest[each][0] for each in newest if each in newer}
    charges = {
        charge.subject_id: charge
        for charge in await lock_all_active(
            session, {each: event.purpose for each, event in asked.items()}
        )
    }
    await open_charges(
        session, [_build_terms(event) for each, event in asked.items() if each not in charges]
    )
    await _update_terms(
        session,
        [charge for charge in charges.values() if charge.status is ChargeStatus.OPEN],
        asked,
    )


async def _update_terms(
    session: AsyncSession, charges: Sequence[Charge], asked: Mapping[UUID, ChargeRequested]
) -> None:
    """Update open charges to their requests' terms."""
    if not charges:
        return
    for charge in charges:
        event = asked[charge.subject_id]
        charge.due_at = event.due_at
        charge.title_en, charge.title_ar = event.title_en, event.title_ar
        charge.subject_code, charge.purchase_order = event.subject_code, event.purchase_order
    now = await db.now(session)
    for charge in await list_repriceable(session, charges):
        event = asked[charge.subject_id]
        reprice(charge, _build_lines(event), event.currency, now)
    await publish_charges(session, charges)


def _build_terms(event: ChargeRequested) -> dict[str, Any]:
    return event.model_dump(exclude={"lines", "amount_minor"}) | {"lines": _build_lines(event)}


def _build_lines(event: ChargeRequested) -> Sequence[ChargeLine]:
    """Return the requested lines, or a single line built from the title and amount."""
    lines = event.lines or [
        ChargeLine(
            title_en=event.title_en,
            title_ar=event.title_ar,
            code=event.subject_code,
            quantity=1,
            unit_minor=event.amount_minor,
        )
    ]
    total = sum(line.quantity * line.unit_minor for line in lines)
    if total != event.amount_minor:
        # Raising parks the message for operators: an inconsistent total must not be charged.
        raise ValueError(f"lines of {total} in a charge of {event.amount_minor}")
    return lines


async def cancel_requested(session: AsyncSession, event: ChargeCancelled, sequence: int) -> None:
    """Cancel an open charge. Paid charges stay: their owner requests a refund."""
    if not await _store_newer_versions(
        session, [(event.purpose, event.subject_id, sequence)], repeat=True
    ):
        return
    charge = await lock_active(session, event.purpose, event.subject_id)
    if charge is not None and charge.status is ChargeStatus.OPEN:
        await close_charges(session, [charge], ChargeStatus.CANCELLED)


async def expire_requested(
    session: AsyncSession, event: ChargeExpiryRequested, sequence: int
) -> None:
    """Make an open charge due now; `expire_charges` closes it after the provider answers about its
    attempts.

    In any other state, publish the charge's state to the owner again.
    """
    if not await _store_newer_versions(
        session, [(event.purpose, event.subject_id, sequence)], repeat=True
    ):
        return
    charge = await lock_newest(session, event.purpose, event.subject_id)
    if charge is None:
        absent = ChargeAbsent(purpose=event.purpose, subject_id=event.subject_id)
        await outbox.publish(session, absent, sequence=sequence)
    elif charge.status is ChargeStatus.OPEN:
        now = await db.now(session)
        charge.due_at = min(charge.due_at or now, now)
    else:
        await outbox.publish_many(session, await charge_events(session, [charge]), restated=True)


async def close_charges(
    session: AsyncSession, charges: Sequence[Charge], status: ChargeStatus
) -> None:
    """Close open charges as cancelled or expired. A later payment is still settled."""
    if not charges:
        return
    closed_at = await db.now(session)
    for charge in charges:
        CHARGE_STATES.transition(charge, status)
        charge.closed_at = closed_at
    await fail_live_payments(session, [charge.id for charge in charges], f"charge_{status}")
    await publish_charges(session, charges)


async def _store_newer_versions(
    session: AsyncSession, requests: Iterable[tuple[ChargePurpose, UUID, int]], *, repeat: bool
) -> set[UUID]:
    """Store request versions, lock their subjects, and return those without a newer stored version.

    A cancellation can arrive before its request, which must then open no charge.
    """
    # Consistent lock order prevents deadlocks.
    rows = [
        {"purpose": purpose, "subject_id": subject_id, "source_version": version}
        for purpose, subject_id, version in sorted(requests, key=lambda request: request[1])
    ]
    statement = insert(ChargeRequest)
    known, version = col(ChargeRequest.source_version), statement.excluded.source_version
    storing = statement.on_conflict_do_update(
        index_elements=["purpose", "subject_id"],
        set_={"source_version": version},
        where=known <= version if repeat else known < version,
    ).returning(col(ChargeRequest.subject_id))
    return set(await session.scalars(storing, rows))
