"""Remembers what was done about a charge, so that no event does it twice."""

from collections.abc import Iterable
from uuid import UUID

from contracts.enrollment import ChargeExpiryRequested, SubjectsDigest
from contracts.payments import ChargePurpose, ChargesDigest
from kit.database.db import AsyncSession, is_among
from kit.messaging import outbox
from sqlalchemy import delete, func, select
from sqlalchemy.dialects.postgresql import insert
from sqlmodel import col

from enrollment.settlements.models import ExpiryRequest, Settlement
from enrollment.settlements.queries import AWAITING


async def mark_settled(session: AsyncSession, charge_id: UUID) -> bool:
    """Record that a charge's payment is answered; False when it was before."""
    return await _mark(session, charge_id, "settled_at")


async def mark_refund_requested(session: AsyncSession, charge_id: UUID) -> bool:
    """Record that a charge's money is asked to go back; False when it was before."""
    return await _mark(session, charge_id, "refund_requested_at")


async def request_expiry(
    session: AsyncSession, subjects: Iterable[tuple[UUID, int]], purpose: ChargePurpose
) -> None:
    """Ask payments, once, whether overdue subjects are unpaid. They come with their versions."""
    versions = dict(subjects)
    if not versions:
        return
    rows = [{"subject_id": subject_id} for subject_id in versions]
    requested = await session.scalars(
        insert(ExpiryRequest)
        .values(rows)
        .on_conflict_do_nothing()
        .returning(col(ExpiryRequest.subject_id))
    )
    events = [
        (ChargeExpiryRequested(purpose=purpose, subject_id=subject_id), versions[subject_id])
        for subject_id in requested
    ]
    await outbox.publish_many(session, events)


async def end_expiry_request(session: AsyncSession, subject_id: UUID) -> None:
    """Forget the request: payments has answered."""
    await session.execute(delete(ExpiryRequest).where(col(ExpiryRequest.subject_id) == subject_id))


async def compare_subjects(session: AsyncSession, digest: ChargesDigest) -> None:
    """Publish which of the digest's subjects wait for a payment, and which payments are settled."""
    awaiting = set(await session.scalars(AWAITING, {"subjects": list(digest.open)}))
    settled = await session.scalars(
        select(col(Settlement.charge_id)).where(
            is_among(col(Settlement.charge_id), digest.paid),
            col(Settlement.settled_at).is_not(None),
        )
    )
    answer = SubjectsDigest(
        digest_id=digest.digest_id,
        awaiting=tuple(each for each in digest.open if each in awaiting),
        unexpected=tuple(each for each in digest.open if each not in awaiting),
        settled=tuple(settled),
    )
    await outbox.publish(session, answer, sequence=1)


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
