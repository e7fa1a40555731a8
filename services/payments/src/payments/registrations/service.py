"""Sees that every profile owes the registration fee that the settings name, once; an
organization owes it once for all of its users."""

from datetime import date, timedelta
from typing import Any

from contracts import PAYS_REGISTRATION, ProfileType
from contracts.catalog import SettingsUpdated
from contracts.enrollment import ChargePurpose
from kit.days import RIYADH
from kit.db import AsyncSession, advisory_lock
from kit.messaging.outbox import publish
from kit.messaging.periodic import Sweep
from sqlalchemy import (
    ColumnElement,
    Date,
    Subquery,
    and_,
    case,
    cast,
    delete,
    exists,
    func,
    or_,
    select,
)
from sqlalchemy.dialects.postgresql import distinct_on
from sqlalchemy.orm import aliased
from sqlmodel import col

from payments.charges.events import fact_of
from payments.charges.models import ACTIVE, Charge, ChargeStatus
from payments.charges.service import can_reprice, close, lock_active, open_charge, reprice
from payments.payers.models import Payer
from payments.payments.models import LIVE, Payment, PaymentStatus
from payments.registrations.models import RegistrationFee

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
_AT_ONCE = 100


async def keep_fees(session: AsyncSession, settings: SettingsUpdated, sequence: int) -> None:
    """Store newer fees, in place of later ones and of those that are only planned.

    The sweep brings the open charges up to them on their day.
    """
    # Settings of two versions must not be stored at the same time.
    await advisory_lock(session, "registration-fees")
    known = await session.scalar(select(func.max(col(RegistrationFee.sequence))))
    if known is not None and known >= sequence:
        return
    later = col(RegistrationFee.effective_on)
    await session.execute(
        delete(RegistrationFee).where(
            or_(later > _today(), later > settings.effective_on),
        )
    )
    for profile_type, amount in settings.registration_fees.items():
        fee = RegistrationFee(
            profile_type=profile_type,
            effective_on=settings.effective_on,
            amount_minor=amount,
            currency=settings.currency,
            sequence=sequence,
        )
        await session.merge(fee)


def _today() -> ColumnElement[date]:
    """The day in the platform's place, on the database's clock."""
    return cast(func.timezone(RIYADH.key, func.now()), Date)


def _present_fees() -> Subquery:
    """The newest fee of each profile type that is in effect."""
    return (
        select(RegistrationFee)
        .ext(distinct_on(col(RegistrationFee.profile_type)))
        .where(col(RegistrationFee.effective_on) <= _today())
        .order_by(
            col(RegistrationFee.profile_type),
            col(RegistrationFee.effective_on).desc(),
        )
        .subquery()
    )


async def align_registration(session: AsyncSession, payer: Payer) -> None:
    """Open, reprice or cancel the payer's registration charge. The payer's row is locked.

    Fees that are not known yet open nothing; an amount that somebody is just paying stays. Of a
    registration that is paid identity is told again for a user who came after the payment.
    """
    if payer.profile_type not in PAYS_REGISTRATION:
        return
    # Two users of one organization must not both find that it has no charge.
    await advisory_lock(session, f"registration:{payer.subject_id}")
    users = (
        await session.scalars(
            select(Payer)
            .where(col(Payer.subject_id) == payer.subject_id)
            .order_by(col(Payer.profile_id))
        )
    ).all()
    debtor = next((user for user in users if user.active), None)
    if any(user.paid for user in users):
        debtor = None
    present = aliased(RegistrationFee, _present_fees())
    fee = await session.scalar(
        select(present).where(col(present.profile_type) == payer.profile_type)
    )
    charge = await lock_active(session, PURPOSES[payer.profile_type], payer.subject_id)
    if charge is None:
        if debtor is not None and fee is not None:
            await open_charge(session, **_terms(debtor, fee))
    elif charge.status is not ChargeStatus.OPEN:
        if payer.active and not payer.paid:
            await publish(session, fact_of(charge), sequence=charge.version, restated=True)
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


async def _align(session: AsyncSession) -> int:
    """Find profiles whose charge is not as it should be, whatever event was late or lost."""
    purpose = case(
        {profile_type.value: purpose.value for profile_type, purpose in PURPOSES.items()},
        value=col(Payer.profile_type),
    )
    user = aliased(Payer)
    same = col(user.subject_id) == col(Payer.subject_id)
    owes = and_(
        exists().where(same, col(user.active)),
        ~exists().where(same, col(user.paid)),
    )
    attempted = exists().where(
        col(Payment.charge_id) == col(Charge.id),
        col(Payment.status).in_([*LIVE, PaymentStatus.UNDER_REVIEW]),
    )
    fees = _present_fees()
    differs = or_(
        col(Charge.amount_minor) != fees.c.amount_minor,
        col(Charge.currency) != fees.c.currency,
    )
    payers = await session.scalars(
        select(Payer)
        .join(fees, fees.c.profile_type == col(Payer.profile_type))
        .outerjoin(
            Charge,
            and_(
                col(Charge.subject_id) == col(Payer.subject_id),
                col(Charge.purpose) == purpose,
                col(Charge.status).in_(ACTIVE),
            ),
        )
        .where(
            or_(
                and_(owes, col(Charge.id).is_(None)),
                and_(
                    col(Charge.status) == ChargeStatus.OPEN,
                    or_(~owes, and_(differs, ~attempted)),
                ),
            )
        )
        # The order in which every copy takes the locks of organizations.
        .order_by(col(Payer.subject_id), col(Payer.profile_id))
        .limit(_AT_ONCE)
        .with_for_update(of=Payer, skip_locked=True)
    )
    found = payers.all()
    for payer in found:
        await align_registration(session, payer)
    return len(found)


align_registrations = Sweep("registrations.align", timedelta(seconds=5), _align)
