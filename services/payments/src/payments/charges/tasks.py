"""Compare charges with the services that own their subjects, through digest events."""

from collections.abc import Iterator, Sequence
from datetime import timedelta
from uuid import UUID

from contracts.enrollment import SubjectsDigest
from contracts.payments import ChargesDigest, ChargeStatus
from kit.database.db import AsyncSession, in_array, new_id
from kit.messaging import outbox
from kit.messaging.periodic import Sweep
from kit.web.gauges import Measure
from sqlalchemy import ColumnElement, case, func, select, text, update
from sqlmodel import col

from payments.charges.models import ASKED_FOR_BY_OTHERS, UNACKNOWLEDGED, Charge

_CHUNK = 500
_MAX_CHARGES = 20_000
"""Maximum charges per digest run; later ones follow after the replies."""

UNACKNOWLEDGED_CHARGES = Measure(
    "itqan_charges_unacknowledged",
    "Charges paid for three minutes whose payment their subject has not acknowledged",
    f"SELECT count(*) FROM charges WHERE {UNACKNOWLEDGED} "  # noqa: S608
    "AND paid_at < now() - interval '3 minutes'",
)
UNEXPECTED_CHARGES = Measure(
    "itqan_charges_unexpected",
    "Charges open for three minutes whose subject waits for no payment",
    "SELECT count(*) FROM charges WHERE status = 'open' "
    "AND unexpected_since < now() - interval '3 minutes'",
)


async def publish_digests(session: AsyncSession) -> int:
    """Publish digests of open charges and of unacknowledged payments."""
    others = col(Charge.purpose).in_(ASKED_FOR_BY_OTHERS)
    is_open = col(Charge.status) == ChargeStatus.OPEN
    opened = await session.scalars(
        select(col(Charge.subject_id))
        .where(is_open, others)
        .order_by(col(Charge.due_at))
        .limit(_MAX_CHARGES)
    )
    paid = await session.scalars(
        select(col(Charge.id))
        .where(text(UNACKNOWLEDGED))
        .order_by(col(Charge.paid_at))
        .limit(_MAX_CHARGES)
    )
    digests = [
        *(ChargesDigest(digest_id=new_id(), open=ids, paid=()) for ids in _chunks(opened.all())),
        *(ChargesDigest(digest_id=new_id(), open=(), paid=ids) for ids in _chunks(paid.all())),
    ]
    await outbox.publish_many(session, [(digest, 1) for digest in digests])
    # An immediate second run would publish the same digests again.
    return 0


def _chunks(ids: Sequence[UUID]) -> Iterator[tuple[UUID, ...]]:
    return (tuple(ids[start : start + _CHUNK]) for start in range(0, len(ids), _CHUNK))


async def compare_charges(session: AsyncSession, digest: SubjectsDigest) -> None:
    """Record acknowledged payments, and charges whose subject expects no payment."""
    await _set(session, in_array(col(Charge.id), digest.settled), acknowledged_at=func.now())
    is_open = col(Charge.status) == ChargeStatus.OPEN
    since = col(Charge.unexpected_since)
    await _set(
        session,
        in_array(col(Charge.subject_id), (*digest.awaiting, *digest.unexpected)),
        is_open,
        unexpected_since=case(
            (in_array(col(Charge.subject_id), digest.unexpected), func.coalesce(since, func.now()))
        ),
    )


async def _set(session: AsyncSession, *where: ColumnElement[bool], **values: object) -> None:
    # Locked charges are skipped; the next digest covers them.
    free = select(col(Charge.id)).where(*where).with_for_update(skip_locked=True)
    await session.execute(
        update(Charge)
        .where(col(Charge.id).in_(free))
        .values(**values)
        .execution_options(synchronize_session=False)
    )


TASKS = (Sweep("publish_digests", timedelta(minutes=1), publish_digests),)
