"""Brings applications from state to state. The caller holds the application's lock."""

from contracts.enrollment import ApplicationStatus as Status
from contracts.payments import RefundReason
from kit.core.errors import FieldProblem
from kit.database import db
from kit.database.constraints import as_field_problems
from kit.database.db import AsyncSession
from kit.messaging import outbox
from sqlalchemy import select, update
from sqlmodel import col

from enrollment.applications.events import (
    application_changed,
    application_submitted,
    charge_cancelled,
    charge_requested,
)
from enrollment.applications.models import APPLICATION_STATES, Application, ApplicationMember
from enrollment.applications.queries import list_staff_of
from enrollment.applications.states import HOLDS_STAFF
from enrollment.replicas.models import Announcement, Charge
from enrollment.settlements.service import request_refund

_TAKEN = FieldProblem(
    field="profile_ids",
    code="applications.staff_taken",
    message="Another organization has applied with one of these people.",
)


async def move(
    session: AsyncSession, application: Application, announcement: Announcement, to: Status
) -> None:
    """Bring it into a state and publish that.

    Raises `Invalid` when another organization's application has one of its people.
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


async def ask_for_payment(
    session: AsyncSession, application: Application, announcement: Announcement
) -> None:
    """The fee has to be paid before it is submitted."""
    await move(session, application, announcement, Status.PENDING_PAYMENT)
    charge = charge_requested(application, announcement)
    await outbox.publish(session, charge, sequence=application.version)


async def send(session: AsyncSession, application: Application, announcement: Announcement) -> None:
    """Submit it, as it is, for approval."""
    application.submission += 1
    application.submitted_at = await db.now(session)
    application.comment = None
    application.remarks = []
    await move(session, application, announcement, Status.SUBMITTED)
    staff = await list_staff_of(session, application.id)
    event = application_submitted(application, announcement, staff)
    await outbox.publish(session, event, sequence=application.version)


async def end_unsubmitted(
    session: AsyncSession, application: Application, announcement: Announcement, to: Status
) -> None:
    """End one that nobody will decide on: its fee is owed no more, or goes back."""
    was = application.status
    await move(session, application, announcement, to)
    if was is Status.PENDING_PAYMENT:
        await outbox.publish(session, charge_cancelled(application), sequence=application.version)
    elif application.paid_at is not None:
        await refund_fee(session, application)


async def refund_fee(session: AsyncSession, application: Application) -> None:
    """Ask for the fee to go back, once."""
    charges = await session.scalars(
        select(col(Charge.id)).where(col(Charge.subject_id) == application.id)
    )
    for charge_id in charges.all():
        await request_refund(session, charge_id, RefundReason.NOTHING_OWED)
