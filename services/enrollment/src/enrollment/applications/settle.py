"""What becomes of an application when its fee is paid, and when approvers have decided.

The events may come late, twice and in any order.
"""

from collections.abc import Mapping
from uuid import UUID

from contracts.approvals import RequestApproved, RequestRejected, RequestReturned
from contracts.enrollment import ApplicationStatus as Status
from contracts.payments import ChargePaid, ChargeStatus, RefundReason
from kit.database import db
from kit.database.db import AsyncSession
from sqlmodel import col
from structlog import get_logger

from enrollment.applications.models import Application
from enrollment.applications.moves import move, send
from enrollment.applications.queries import hold_announcement
from enrollment.replicas.errors import NotKnownYet
from enrollment.replicas.models import UNPAID, Announcement
from enrollment.replicas.service import ChargeEvent, upsert_charge
from enrollment.settlements.service import end_expiry_request, mark_settled, request_refund

log = get_logger(__name__)
Decision = RequestApproved | RequestRejected | RequestReturned
_STATUS_AFTER: Mapping[type[Decision], Status] = {
    RequestApproved: Status.APPROVED,
    RequestRejected: Status.REJECTED,
    RequestReturned: Status.RETURNED,
}


async def on_charge(session: AsyncSession, event: ChargeEvent, sequence: int) -> None:
    """Store the fee's charge. Money that came before its announcement closed submits the
    application that waits for it; any other goes back.

    Raises `NotKnownYet`.
    """
    application = await db.lock(session, Application, col(Application.id) == event.subject_id)
    if application is None:
        raise NotKnownYet(f"the application {event.subject_id} of charge {event.charge_id}")
    charge = await upsert_charge(session, event, sequence)
    if charge.status is not ChargeStatus.OPEN:
        await end_expiry_request(session, application.id)
    if charge.status in UNPAID:
        await _expire(session, application)
        return
    if not isinstance(event, ChargePaid) or not await mark_settled(session, charge.id):
        return
    now = await db.now(session)
    announcement = await hold_announcement(session, application.announcement_id)
    assert announcement, "without it no application is begun"
    if charge.status is ChargeStatus.REFUNDED:
        return
    if application.status is Status.PENDING_PAYMENT and announcement.closes_at > event.paid_at:
        application.paid_at = now
        await send(session, application, announcement)
    else:
        await _expire(session, application)
        await request_refund(session, charge.id, RefundReason.NOTHING_OWED)


async def on_charge_absent(session: AsyncSession, application_id: UUID) -> None:
    """End an overdue application for which nothing was charged."""
    application = await db.lock(session, Application, col(Application.id) == application_id)
    await end_expiry_request(session, application_id)
    if application is not None:
        await _expire(session, application)


async def _expire(session: AsyncSession, application: Application) -> None:
    if application.status is Status.PENDING_PAYMENT:
        announcement = await session.get_one(Announcement, application.announcement_id)
        await move(session, application, announcement, Status.EXPIRED)


async def on_decision(session: AsyncSession, event: Decision) -> None:
    """Take over a decision. Only the submission that waits can be decided; anything else is an old
    message."""
    application = await db.lock(session, Application, col(Application.id) == event.content_id)
    if (
        application is None
        or application.status is not Status.SUBMITTED
        or application.submission != event.submission
    ):
        log.info("decision ignored", application=str(event.content_id), submission=event.submission)
        return
    application.comment = event.comment
    if isinstance(event, RequestReturned):
        application.remarks = [remark.model_dump() for remark in event.remarks]
    announcement = await session.get_one(Announcement, application.announcement_id)
    await move(session, application, announcement, _STATUS_AFTER[type(event)])
