"""Every profile owes the registration fee of the settings once; an organization owes it once for
all of its users."""

from typing import Any

from contracts import PAYS_REGISTRATION, ProfileType
from contracts.enrollment import ChargePurpose
from contracts.payments import ChargeStatus
from kit.db import AsyncSession, advisory_lock
from kit.messaging import outbox
from sqlalchemy import select
from sqlalchemy.orm import aliased
from sqlmodel import col

from payments.charges.events import charge_event
from payments.charges.models import Charge
from payments.charges.service import can_reprice, close, lock_active, open_charge, reprice
from payments.replicas.models import Payer, RegistrationFee
from payments.replicas.queries import debtors, present_fees

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


async def align_registration(session: AsyncSession, payer: Payer) -> None:
    """Open, reprice or cancel the payer's registration charge. The payer's row is locked.

    Fees that are not known yet open nothing; an amount that somebody is just paying stays. The
    payment of a registration is published again for a user who came after it.
    """
    if payer.profile_type not in PAYS_REGISTRATION:
        return
    # Two users of one organization must not both find that it has no charge.
    await advisory_lock(session, f"registration:{payer.subject_id}")
    debtor = await session.scalar(debtors(payer.subject_id).limit(1))
    present = aliased(RegistrationFee, present_fees())
    fee = await session.scalar(
        select(present).where(col(present.profile_type) == payer.profile_type)
    )
    charge = await lock_active(session, PURPOSES[payer.profile_type], payer.subject_id)
    if charge is None:
        if debtor is not None and fee is not None:
            await open_charge(session, **_terms(debtor, fee))
    elif charge.status is not ChargeStatus.OPEN:
        if payer.active and not payer.paid:
            await outbox.publish(
                session, charge_event(charge), sequence=charge.version, restated=True
            )
    elif debtor is None:
        await close(session, charge, ChargeStatus.CANCELLED)
    elif fee is not None and _differs(charge, fee) and await can_reprice(session, charge):
        await reprice(session, charge, fee.amount_minor, fee.currency)


def _terms(payer: Payer, fee: RegistrationFee) -> dict[str, Any]:
    title_en, title_ar = TITLES[payer.profile_type]
    return {
        "purpose": PURPOSES[payer.profile_type],
        "subject_id": payer.subject_id,
        "payer_profile_id": payer.profile_id,
        "payer_user_id": payer.user_id,
        "amount_minor": fee.amount_minor,
        "currency": fee.currency,
        "title_en": title_en,
        "title_ar": title_ar,
    }


def _differs(charge: Charge, fee: RegistrationFee) -> bool:
    return (charge.amount_minor, charge.currency) != (fee.amount_minor, fee.currency)
