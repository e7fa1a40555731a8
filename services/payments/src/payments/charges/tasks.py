"""The deadlines of charges."""

from datetime import timedelta

from contracts.payments import ChargeStatus
from kit import db
from kit.db import AsyncSession
from kit.messaging.periodic import Sweep
from sqlalchemy import func
from sqlmodel import col

from payments.charges.models import Charge
from payments.charges.service import close

_AT_ONCE = 100


async def _expire(session: AsyncSession) -> int:
    charges = await db.claim(
        session,
        Charge,
        col(Charge.status) == ChargeStatus.OPEN,
        col(Charge.due_at) <= func.now(),
        order_by=[col(Charge.due_at)],
        limit=_AT_ONCE,
    )
    await close(session, charges, ChargeStatus.EXPIRED)
    return len(charges)


expire_charges = Sweep("charges.expire", timedelta(seconds=5), _expire)
