"""Registration fees: each profile owes one; an organization owes one for all its users."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any
from uuid import UUID

from contracts import PAYS_REGISTRATION, ProfileType
from contracts.enrollment import ChargeLine
from contracts.payments import ChargePurpose, ChargeStatus
from kit.database import db
from kit.database.db import AsyncSession, advisory_lock
from kit.messaging import outbox
from sqlalchemy import select
from sqlalchemy.orm import aliased

from payments.charges.events import charge_events, publish_charges
from payments.charges.models import Charge
from payments.charges.service import (
    close_charges,
    list_repriceable,
    lock_all_active,
    open_charges,
    reprice,
)
from payments.replicas.models import Payer, RegistrationFee
from payments.replicas.queries import select_current_fees, select_debtors

PURPOSES = {
    ProfileType.CANDIDATE: ChargePurpose.CANDIDATE_REGISTRATION,
    ProfileType.STAFF: ChargePurpose.STAFF_REGISTRATION,
    ProfileType.ORGANIZATION: ChargePurpose.ORGANIZATION_REGISTRATION,
}
TITLES = {
    ProfileType.CANDIDATE: ("Candidate registration fee", "رسوم تسجيل المتدرب"),
    ProfileType.STAFF: ("Staff registration fee", "رسوم تسجيل الموظف"),
    ProfileType.ORGANIZATION: ("Organization registration fee", "رسوم تسجيل المنشأة"),
}


async def lock_registrations(session: AsyncSession, subject_ids: Iterable[UUID]) -> None:
    """Lock registrations before any row of `Payer` is locked or written.

    Prevents two users of one organization from opening two charges. A new charge locks its payer's
    row for the search document, so the other order deadlocks.
    """
    await advisory_lock(session, *(f"registration:{subject_id}" for subject_id in subject_ids))


async def sync_registration_charges(session: AsyncSession, payers: Iterable[Payer]) -> None:
    """Open, reprice or cancel the payers' registration charges, under `lock_registrations`.

    Unknown fees open no charge; a charge with a payment in progress keeps its amount. Paid
    registrations are published again for users added later.
    """
    owing = [payer for payer in payers if payer.profile_type in PAYS_REGISTRATION]
    if not owing:
        return
    purposes = {payer.subject_id: PURPOSES[payer.profile_type] for payer in owing}
    unpaid = {payer.subject_id for payer in owing if payer.active and not payer.paid}
    debts = {user.subject_id: user for user in await session.scalars(select_debtors(purposes))}
    fees = await _present_fees(session)
    charges = {each.subject_id: each for each in await lock_all_active(session, purposes)}
    terms: list[dict[str, Any]] = []
    unowed: list[Charge] = []
    differing: list[Charge] = []
    settled: list[Charge] = []
    for subject_id, purpose in purposes.items():
        debtor, fee, charge = debts.get(subject_id), fees.get(purpose), charges.get(subject_id)
        if charge is None:
            if debtor is not None and fee is not None:
                terms.append(_terms(debtor, fee))
        elif charge.status is not ChargeStatus.OPEN:
            if subject_id in unpaid:
                settled.append(charge)
        elif debtor is None:
            unowed.append(charge)
        elif fee is not None and _differs(charge, fee):
            differing.append(charge)
    await open_charges(session, terms)
    await close_charges(session, unowed, ChargeStatus.CANCELLED)
    if differing:
        await _reprice(session, differing, fees)
    await outbox.publish_many(session, await charge_events(session, settled), restated=True)


async def _present_fees(session: AsyncSession) -> dict[ChargePurpose, RegistrationFee]:
    present = await session.scalars(select(aliased(RegistrationFee, select_current_fees())))
    return {PURPOSES[fee.profile_type]: fee for fee in present if fee.profile_type in PURPOSES}


async def _reprice(
    session: AsyncSession,
    differing: Sequence[Charge],
    fees: Mapping[ChargePurpose, RegistrationFee],
) -> None:
    charges = await list_repriceable(session, differing)
    now = await db.now(session)
    for charge in charges:
        fee = fees[charge.purpose]
        reprice(charge, [_line(fee)], fee.currency, now)
    await publish_charges(session, charges)


def _terms(payer: Payer, fee: RegistrationFee) -> dict[str, Any]:
    title_en, title_ar = TITLES[payer.profile_type]
    return {
        "purpose": PURPOSES[payer.profile_type],
        "subject_id": payer.subject_id,
        "payer_profile_id": payer.profile_id,
        "payer_user_id": payer.user_id,
        "currency": fee.currency,
        "title_en": title_en,
        "title_ar": title_ar,
        "lines": [_line(fee)],
    }


def _line(fee: RegistrationFee) -> ChargeLine:
    title_en, title_ar = TITLES[fee.profile_type]
    return ChargeLine(title_en=title_en, title_ar=title_ar, quantity=1, unit_minor=fee.amount_minor)


def _differs(charge: Charge, fee: RegistrationFee) -> bool:
    return (charge.asked_minor, charge.currency) != (fee.amount_minor, fee.currency)
