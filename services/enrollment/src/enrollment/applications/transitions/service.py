"""Transitions applications, by people, payments and approvers.

Events may arrive late, twice and in any order. Callers of `transition_application` hold the
application's lock.
"""

from collections.abc import Mapping
from uuid import UUID

from contracts.approvals import RequestApproved, RequestRejected, RequestReturned
from contracts.enrollment import ApplicationStatus as Status
from contracts.payments import ChargePaid, ChargeStatus, RefundReason
from kit.core.errors import FieldProblem
from kit.database import db
from kit.database.constraints import as_field_problems
from kit.database.db import AsyncSession
from kit.messaging import outbox
from sqlalchemy import select, update
from sqlmodel import col
from structlog import get_logger

from enrollment.applications.events import (
    application_changed,
    application_submitted,
    charge_cancelled,
    charge_requested,
)
from enrollment.applications.models import APPLICATION_STATES, Application, ApplicationMember
from enrollment.applications.queries import list_selected_staff, lock_announcement
from enrollment.applications.rules import HOLDS_STAFF
from enrollment.replicas.errors import NotReplicated
from enrollment.replicas.models import UNPAID, Announcement, Charge
from enrollment.replicas.service import ChargeEvent, upsert_charge
from enrollment.settlements.service import end_expiry_request, mark_settled, request_refund

_TAKEN = FieldProblem(
    field="profile_ids",
    code="staff_member.already_applied",
    message="Another organization has already applied with one of these people.",
)


async def transition_application(
    session: AsyncSession, application: Application, announcement: Announcement, to: Status
) -> None:
    """Transition an application and publish the change.

    Raises `Invalid` if another application holds one of its people.
    """
    was = APPLICATION_STATES.transition(application, to)
    application.version += 1
    application.updated_at = await db.now(session)
    with as_field_problems({"uq_application_members_person": _TAKEN}):
        await session.flush()
        await session.execute(
            update(ApplicationMember)
            .where(col(ApplicationMember.application_id) == application.id)
            .values(held=to in HOLDS_STAFF)
            .execution_options(synchronize_session=False)
        )
    event = application_changed(application, announcement, was)
    await outbox.publish(session, event, sequence=application.version)


async def request_payment(
    session: AsyncSession, application: Application, announcement: Announcement
) -> None:
    """Request the fee before the submission."""
    await transition_application(session, application, announcement, Status.PENDING_PAYMENT)
    charge = charge_requested(application, announcement)
    await outbox.publish(session, charge, sequence=application.version)


async def submit(
    session: AsyncSession, application: Application, announcement: Announcement
) -> None:
    """Submit it for approval."""
    application.submission += 1
    application.submitted_at = await db.now(session)
    application.comment = None
    application.remarks = []
    await transition_application(session, application, announcement, Status.SUBMITTED)
    staff = await list_selected_staff(session, application.id)
    event = application_submitted(application, announcement, staff)
    await outbox.publish(session, event, sequence=application.version)


async def end_unsubmitted(
    session: AsyncSession, application: Application, announcement: Announcement, to: Status
) -> None:
    """End an application that will not be decided, and cancel or refund its fee."""
    was = application.status
    await transition_application(session, application, announcement, to)
    if was is Status.PENDING_PAYMENT:
        await outbox.publish(session, charge_cancelled(application), sequence=application.version)
    elif application.paid_at is not None:
        await refund_fee(session, application)


async def refund_fee(session: AsyncSession, application: Application) -> None:
    """Request the fee's refund, once."""
    charges = await session.scalars(
        select(col(Charge.id)).where(col(Charge.subject_id) == application.id)
    )
    for charge_id in charges.all():
        await request_refund(session, charge_id, RefundReason.NOTHING_OWED)


log = get_logger(__name__)
Decision = RequestApproved | RequestRejected | RequestReturned
_STATUS_BY_DECISION: Mapping[type[Decision], Status] = {
    RequestApproved: Status.APPROVED,
    RequestRejected: Status.REJECTED,
    RequestReturned: Status.RETURNED,
}


async def on_charge(session: AsyncSession, event: ChargeEvent, sequence: int) -> None:
    """Store the fee's charge. A payment before the closing time submits the waiting application;
    any other is refunded.

    Raises `NotReplicated`.
    """
    application = await db.lock(session, Application, col(Application.id) == event.subject_id)
    if application is None:
        raise NotReplicated(f"the application {event.subject_id} of charge {event.charge_id}")
    charge = await upsert_charge(session, event, sequence)
    if charge.status is not ChargeStatus.OPEN:
        await end_expiry_request(session, application.id)
    if charge.status in UNPAID:
        await _expire(session, application)
        return
    if not isinstance(event, ChargePaid) or not await mark_settled(session, charge.id):
        return
    now = await db.now(session)
    announcement = await lock_announcement(session, application.announcement_id)
    assert announcement, "without it no application is begun"
    if charge.status is ChargeStatus.REFUNDED:
        return
    if application.status is Status.PENDING_PAYMENT and announcement.closes_at > event.paid_at:
        application.paid_at = now
        await submit(session, application, announcement)
    else:
        await _expire(session, application)
        await request_refund(session, charge.id, RefundReason.NOTHING_OWED)


async def on_charge_absent(session: AsyncSession, application_id: UUID) -> None:
    """Expire an overdue application that has no charge."""
    application = await db.lock(session, Application, col(Application.id) == application_id)
    await end_expiry_request(session, application_id)
    if application is not None:
        await _expire(session, application)


async def _expire(session: AsyncSession, application: Application) -> None:
    if application.status is Status.PENDING_PAYMENT:
        announcement = await session.get_one(Announcement, application.announcement_id)
        await transition_application(session, application, announcement, Status.EXPIRED)


async def on_decision(session: AsyncSession, event: Decision) -> None:
    """Apply a decision; those not about the waiting submission are stale and ignored."""
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
    await transition_application(
        session, application, announcement, _STATUS_BY_DECISION[type(event)]
    )
