from collections.abc import Sequence

from contracts.enrollment import (
    BulkEnrollmentChanged,
    BulkEnrollmentStatus,
    ChargeLine,
    ChargeRequested,
)
from contracts.payments import ChargePurpose
from kit.database import db
from kit.database.db import AsyncSession
from kit.messaging import outbox
from kit.messaging.periodic import run_after_commit

from enrollment.bulk_enrollments.models import BULK_ENROLLMENT_STATES, BulkEnrollment
from enrollment.bulk_enrollments.states import CHECK_SWEEP


async def change_status(
    session: AsyncSession, bulk: BulkEnrollment, to: BulkEnrollmentStatus
) -> None:
    """Transition a locked bulk enrollment and publish the change."""
    if BulkEnrollmentStatus.CHECKING in (bulk.status, to):
        run_after_commit(session, CHECK_SWEEP)
    BULK_ENROLLMENT_STATES.transition(bulk, to)
    await publish_change(session, bulk)


async def publish_change(session: AsyncSession, bulk: BulkEnrollment) -> None:
    """Publish the changed state of a locked bulk enrollment."""
    bulk.version += 1
    bulk.updated_at = await db.now(session)
    await session.flush()
    await outbox.publish(session, bulk_enrollment_changed(bulk), sequence=bulk.version)


def bulk_enrollment_changed(bulk: BulkEnrollment) -> BulkEnrollmentChanged:
    return BulkEnrollmentChanged(
        bulk_enrollment_id=bulk.id,
        **bulk.model_dump(include=set(BulkEnrollmentChanged.model_fields)),
    )


def build_charge(bulk: BulkEnrollment, lines: Sequence[ChargeLine]) -> ChargeRequested:
    """Build the organization's charge with its payment deadline."""
    assert bulk.confirmed_by and bulk.confirmed_profile_id and bulk.payment_due_at
    return ChargeRequested(
        purpose=ChargePurpose.BULK_ENROLLMENT,
        subject_id=bulk.id,
        payer_profile_id=bulk.confirmed_profile_id,
        payer_user_id=bulk.confirmed_by,
        organization_id=bulk.organization_id,
        amount_minor=bulk.amount_minor,
        currency=bulk.currency,
        title_en=lines[0].title_en if len(lines) == 1 else "Bulk enrollment",
        title_ar=lines[0].title_ar if len(lines) == 1 else "تسجيل جماعي",
        subject_code=lines[0].code if len(lines) == 1 else "",
        lines=tuple(lines),
        purchase_order=bulk.purchase_order,
        due_at=bulk.payment_due_at,
    )
