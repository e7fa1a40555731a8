"""Handlers of all consumed events, which may arrive late, twice and in any order."""

from datetime import timedelta

from contracts import ContentType, Event
from contracts.approvals import RequestApproved, RequestRejected, RequestReturned
from contracts.catalog import AnnouncementUpdated, BatchUpdated, SettingsUpdated
from contracts.identity import ErasureCheckRequested, OrganizationUpdated, ProfileUpdated
from contracts.payments import (
    ChargeAbsent,
    ChargeClosed,
    ChargeOpened,
    ChargePaid,
    ChargePurpose,
    ChargeRefunded,
    ChargesDigest,
)
from contracts.people import PeopleAdmitted, PeopleMatched
from contracts.personal_data import EnrollmentErasureChecked, ErasureObstacle
from kit.database.db import AsyncSession
from kit.messaging import outbox, personal_data
from kit.messaging.envelope import Meta
from kit.messaging.inbox import Batched, Events, Handler

from enrollment.applications.transitions import service as application_settle
from enrollment.bulk_enrollments import pipeline
from enrollment.enrollments.queries import has_open_enrollment
from enrollment.enrollments.rescheduling.service import is_rescheduled, mark_enrollments_moved
from enrollment.enrollments.settlement import service as settle
from enrollment.enrollments.waiting_list.service import offer_seats
from enrollment.personal import PERSONAL
from enrollment.replicas.models import Batch
from enrollment.replicas.service import (
    ChargeEvent,
    upsert_announcement,
    upsert_batch,
    upsert_organization,
    upsert_profiles,
    upsert_terms,
)
from enrollment.seats.service import set_capacity
from enrollment.settlements.service import answer_digest


async def on_batch_updated(session: AsyncSession, event: BatchUpdated, meta: Meta) -> None:
    """Store the batch and its capacity, offer new seats, and publish rescheduling.

    The sweep `cancel_with_batch` cancels the enrollments of a cancelled batch.
    """
    moved = await is_rescheduled(session, event)
    if not await upsert_batch(session, event, meta.sequence):
        return
    # Enrollments are locked before seats everywhere.
    if moved:
        await mark_enrollments_moved(session, event.batch_id)
    await set_capacity(session, event.batch_id, event.capacity)
    # The session may hold a version from before the upsert.
    batch = await session.get_one(Batch, event.batch_id, populate_existing=True)
    await offer_seats(session, batch)


async def on_profiles_updated(session: AsyncSession, events: Events) -> None:
    """Store candidates for lists, and staff whom applications can name."""
    await upsert_profiles(session, events)


async def on_organization_updated(
    session: AsyncSession, event: OrganizationUpdated, meta: Meta
) -> None:
    await upsert_organization(session, event, meta.sequence)


async def on_settings_updated(session: AsyncSession, event: SettingsUpdated, meta: Meta) -> None:
    """Store registration fees for bulk enrollments."""
    await upsert_terms(session, event, meta.sequence)


async def on_announcement_updated(
    session: AsyncSession, event: AnnouncementUpdated, meta: Meta
) -> None:
    """Store an announcement; `expire_unsubmitted_applications` ends its applications."""
    await upsert_announcement(session, event, meta.sequence)


async def on_decision(session: AsyncSession, event: application_settle.Decision, _: Meta) -> None:
    """Apply a decision about an application; other kinds of content are ignored."""
    if event.content_type is ContentType.APPLICATION:
        await application_settle.on_decision(session, event)


async def on_charge(session: AsyncSession, event: ChargeEvent, meta: Meta) -> None:
    """Store a charge for an enrollment, bulk enrollment or application; ignore others."""
    if event.purpose is ChargePurpose.ENROLLMENT:
        await settle.on_charge(session, event, meta.sequence)
    elif event.purpose is ChargePurpose.BULK_ENROLLMENT:
        await pipeline.on_charge(session, event, meta.sequence)
    elif event.purpose is ChargePurpose.APPLICATION:
        await application_settle.on_charge(session, event, meta.sequence)


async def on_charge_absent(session: AsyncSession, event: ChargeAbsent, _: Meta) -> None:
    """Expire an overdue subject that was never charged."""
    if event.purpose is ChargePurpose.ENROLLMENT:
        await settle.on_charge_absent(session, event.subject_id)
    elif event.purpose is ChargePurpose.BULK_ENROLLMENT:
        await pipeline.on_charge_absent(session, event.subject_id)
    elif event.purpose is ChargePurpose.APPLICATION:
        await application_settle.on_charge_absent(session, event.subject_id)


async def on_charges_digest(session: AsyncSession, event: ChargesDigest, _: Meta) -> None:
    """Answer with the state of the digest's subjects."""
    await answer_digest(session, event)


async def on_charges_opened(session: AsyncSession, events: Events) -> None:
    """Store opened charges; ignore registration fees, which arrive in bursts."""
    of_seats = [pair for pair in events if pair[0].purpose is ChargePurpose.ENROLLMENT]
    if of_seats:
        await settle.on_charges_opened(session, of_seats)
    # Ordered, so that subjects are locked in the same order everywhere.
    for event, meta in sorted(events, key=lambda pair: pair[0].subject_id):
        if event.purpose is not ChargePurpose.ENROLLMENT:
            await on_charge(session, event, meta)


async def on_people_matched(session: AsyncSession, event: PeopleMatched, _: Meta) -> None:
    await pipeline.on_people_matched(session, event)


async def on_people_admitted(session: AsyncSession, event: PeopleAdmitted, _: Meta) -> None:
    await pipeline.on_people_admitted(session, event)


async def on_erasure_check_requested(
    session: AsyncSession, event: ErasureCheckRequested, meta: Meta
) -> None:
    """Refuse the erasure of people with an enrollment that has not ended."""
    is_open = await has_open_enrollment(session, event.user_id)
    checked = EnrollmentErasureChecked(
        erasure_id=event.erasure_id,
        check=event.check,
        obstacles=(ErasureObstacle.OPEN_ENROLLMENT,) if is_open else (),
    )
    await outbox.publish(session, checked, sequence=meta.sequence)


HANDLERS: dict[type[Event], Handler] = {
    BatchUpdated: on_batch_updated,
    # Large files create thousands, which would delay identity's responses about other files.
    ProfileUpdated: Batched(on_profiles_updated, every=timedelta(seconds=0.5)),
    OrganizationUpdated: on_organization_updated,
    SettingsUpdated: on_settings_updated,
    ChargeOpened: Batched(on_charges_opened, every=timedelta(seconds=0.2)),
    ChargePaid: on_charge,
    ChargeRefunded: on_charge,
    ChargeClosed: on_charge,
    ChargeAbsent: on_charge_absent,
    ChargesDigest: on_charges_digest,
    AnnouncementUpdated: on_announcement_updated,
    RequestApproved: on_decision,
    RequestRejected: on_decision,
    RequestReturned: on_decision,
    PeopleMatched: on_people_matched,
    PeopleAdmitted: on_people_admitted,
    ErasureCheckRequested: on_erasure_check_requested,
    **personal_data.handlers("enrollment", PERSONAL),
}
