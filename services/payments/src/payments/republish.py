"""Publish the current state as events, to rebuild other services' replicas."""

from collections.abc import AsyncIterator

from contracts import Event
from kit.database.db import AsyncSession
from sqlalchemy import select
from sqlmodel import col

from payments.charges.events import charge_event
from payments.charges.models import Charge
from payments.payments.models import Payment


async def republish(session: AsyncSession) -> AsyncIterator[tuple[Event, int]]:
    """Yield every charge's event, oldest first."""
    charges = await session.stream(
        select(Charge, col(Payment.way))
        .outerjoin(Payment, col(Payment.id) == col(Charge.payment_id))
        .order_by(col(Charge.id))
        .execution_options(yield_per=500)
    )
    async for charge, way in charges:
        yield charge_event(charge, way), charge.version
