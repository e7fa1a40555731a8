"""Remembers what was done about a charge, so that no event does it twice."""

from uuid import UUID

from kit.db import AsyncSession
from sqlalchemy import func
from sqlalchemy.dialects.postgresql import insert
from sqlmodel import col

from enrollment.settlements.models import Settlement


async def mark_settled(session: AsyncSession, charge_id: UUID) -> bool:
    """Record that a charge's payment is answered; False when it was before."""
    return await _mark(session, charge_id, "settled_at")


async def mark_refund_requested(session: AsyncSession, charge_id: UUID) -> bool:
    """Record that a charge's money is asked to go back; False when it was before."""
    return await _mark(session, charge_id, "refund_requested_at")


async def _mark(session: AsyncSession, charge_id: UUID, name: str) -> bool:
    marked = await session.scalar(
        insert(Settlement)
        .values({"charge_id": charge_id, name: func.now()})
        .on_conflict_do_update(
            index_elements=["charge_id"],
            set_={name: func.now()},
            where=getattr(Settlement, name).is_(None),
        )
        .returning(col(Settlement.charge_id))
    )
    return marked is not None
