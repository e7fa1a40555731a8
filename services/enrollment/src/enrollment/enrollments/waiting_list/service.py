from contracts.enrollment import EnrollmentStatus as Status
from kit.database import db
from kit.database.db import AsyncSession
from sqlalchemy import select
from sqlmodel import col

from enrollment.enrollments.models import Enrollment
from enrollment.enrollments.states import get_initial_status
from enrollment.enrollments.transitions.service import transition_enrollment
from enrollment.enrollments.waiting_list.rules import FIRST_COME, OFFERS_SEATS, SEATS_TO_OFFER
from enrollment.replicas.models import Batch
from enrollment.seats.models import Seats


async def offer_seats(session: AsyncSession, batch: Batch) -> int:
    """Offer free seats to the waiting list and return the number of offers.

    If the organization accepts candidates, the next becomes a request without a seat. Batches that
    have started offer none.
    """
    seats = await db.lock(session, Seats, col(Seats.batch_id) == batch.id)
    if seats is None or not seats.waiting:
        return 0
    # Read after locking, to see changes of earlier lock holders.
    free = await session.scalar(
        select(SEATS_TO_OFFER)
        .join_from(Seats, Batch, col(Batch.id) == col(Seats.batch_id))
        .where(col(Seats.batch_id) == batch.id, OFFERS_SEATS)
    )
    if free is None or free <= 0:
        return 0
    # Skip candidates who are leaving the list concurrently.
    promoted = await db.claim(
        session,
        Enrollment,
        col(Enrollment.batch_id) == batch.id,
        col(Enrollment.status) == Status.WAITLISTED,
        order_by=FIRST_COME,
        limit=free,
    )
    for enrollment in promoted:
        is_owed = enrollment.price_minor > 0
        to = Status.REQUESTED if batch.requires_acceptance else get_initial_status(owed=is_owed)
        await transition_enrollment(session, enrollment, batch, to)
    return len(promoted)
