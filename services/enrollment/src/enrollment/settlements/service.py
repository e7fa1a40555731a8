"""Records actions taken for a charge, so that events are idempotent, and requests refunds."""

from collections.abc import Iterable
from uuid import UUID

from contracts.enrollment import ChargeExpiryRequested, RefundRequested, SubjectsDigest
from contracts.payments import ChargePurpose, ChargesDigest, ChargeStatus, RefundReason
from kit.database.db import AsyncSession, in_array
from kit.messaging import outbox
from sqlalchemy import delete, func, select
from sqlalchemy.dialects.postgresql import insert
from sqlmodel import col

from enrollment.replicas.models import Charge
from enrollment.settlements.models import ExpiryRequest, Settlement
from enrollment.settlements.queries import AWAITING, is_refund_requested


async def mark_settled(session: AsyncSession, charge_id: UUID) -> bool:
    """Mark a charge's payment as settled; return False if it already was."""
    return await _mark(session, charge_id, "settled_at")


async def mark_refund_requested(session: AsyncSession, charge_id: UUID) -> bool:
    """Mark a charge's refund as requested; return False if it already was."""
    return await _mark(session, charge_id, "refund_requested_at")


async def request_expiry(
    session: AsyncSession, subjects: Iterable[tuple[UUID, int]], purpose: ChargePurpose
) -> None:
    """Ask payments, once, to expire overdue subjects, given as IDs and versions."""
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
    """Delete the request after the response of payments."""
    await session.execute(delete(ExpiryRequest).where(col(ExpiryRequest.subject_id) == subject_id))


async def answer_digest(session: AsyncSession, digest: ChargesDigest) -> None:
    """Publish which of the digest's subjects await payment, and which payments are settled."""
    awaiting = set(await session.scalars(AWAITING, {"subjects": list(digest.open)}))
    settled = await session.scalars(
        select(col(Settlement.charge_id)).where(
            in_array(col(Settlement.charge_id), digest.paid),
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


async def refund_part(
    session: AsyncSession,
    bulk_id: UUID | None,
    back_minor: int,
    cause: RefundReason,
    *,
    part_id: UUID,
) -> bool:
    """Request a partial refund of a bulk charge; payments refunds each part once.

    Return False if all was requested before or nothing is due.
    """
    charge_id = await session.scalar(
        select(col(Charge.id)).where(
            col(Charge.subject_id) == bulk_id,
            ~is_refund_requested(col(Charge.id)),
            col(Charge.status).in_((ChargeStatus.PAID, ChargeStatus.PARTLY_REFUNDED)),
        )
    )
    if charge_id is None or not back_minor:
        return False
    event = RefundRequested(
        charge_id=charge_id, amount_minor=back_minor, reason=cause, subject_id=part_id
    )
    await outbox.publish(session, event, sequence=1)
    return True


async def request_refund(
    session: AsyncSession, charge_id: UUID, cause: RefundReason, *, kept_percent: int = 0
) -> bool:
    """Request the refund of a paid charge, less `kept_percent`, once.

    Return False if it was requested before or nothing is due.
    """
    if kept_percent == 100:
        return False
    left = col(Charge.amount_minor) - col(Charge.refunded_minor)
    back = await session.scalar(
        # The kept share is rounded down, in the candidate's favour.
        select(left - left * kept_percent // 100).where(
            col(Charge.id) == charge_id,
            col(Charge.status).in_((ChargeStatus.PAID, ChargeStatus.PARTLY_REFUNDED)),
        )
    )
    if back is None or not await mark_refund_requested(session, charge_id):
        return False
    event = RefundRequested(charge_id=charge_id, amount_minor=back, reason=cause)
    await outbox.publish(session, event, sequence=1)
    return True
