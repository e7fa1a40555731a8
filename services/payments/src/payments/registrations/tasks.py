"""Find registration charges that differ from the current fees and profiles."""

from datetime import timedelta

from contracts.payments import ChargeStatus
from kit.database.db import AsyncSession
from kit.messaging.periodic import Sweep
from sqlalchemy import and_, case, or_, select
from sqlmodel import col

from payments.charges.models import Charge
from payments.charges.queries import is_active
from payments.payments.queries import has_open_attempt
from payments.registrations.service import PURPOSES, lock_registrations, sync_registration_charges
from payments.replicas.models import Payer
from payments.replicas.queries import is_owed, select_current_fees

_BATCH_SIZE = 100


async def sync_registrations(session: AsyncSession) -> int:
    """Correct registration charges after lost or late events and fee changes."""
    purpose = case(
        {profile_type.value: purpose.value for profile_type, purpose in PURPOSES.items()},
        value=col(Payer.profile_type),
    )
    owes = is_owed(col(Payer.subject_id))
    fees = select_current_fees()
    differs = or_(
        col(Charge.asked_minor) != fees.c.amount_minor,
        col(Charge.currency) != fees.c.currency,
    )
    payers = await session.scalars(
        select(Payer)
        .join(fees, fees.c.profile_type == col(Payer.profile_type))
        .outerjoin(Charge, is_active(purpose, col(Payer.subject_id)))
        .where(
            or_(
                and_(owes, col(Charge.id).is_(None)),
                and_(
                    col(Charge.status) == ChargeStatus.OPEN,
                    or_(~owes, and_(differs, ~has_open_attempt(col(Charge.id)))),
                ),
            )
        )
        .limit(_BATCH_SIZE)
    )
    found = payers.all()
    await lock_registrations(session, {payer.subject_id for payer in found})
    await sync_registration_charges(session, found)
    return len(found)


TASKS = (Sweep("align_registrations", timedelta(seconds=5), sync_registrations),)
