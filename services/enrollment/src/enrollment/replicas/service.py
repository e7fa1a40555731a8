"""Updates the replicas. Stale events change nothing."""

from typing import Any

from contracts.catalog import AnnouncementUpdated, BatchUpdated, SettingsUpdated
from contracts.identity import OrganizationUpdated
from contracts.payments import ChargeClosed, ChargeOpened, ChargePaid, ChargeRefunded, ChargeStatus
from contracts.profiles import ProfileType
from kit.database.db import AsyncSession
from kit.messaging import replicas
from kit.messaging.inbox import Events

from enrollment.replicas.models import (
    Announcement,
    Batch,
    Charge,
    Organization,
    Profile,
    RegistrationTerms,
    StaffProfile,
    Timetable,
)

ChargeEvent = ChargeOpened | ChargePaid | ChargeRefunded | ChargeClosed


async def upsert_batch(session: AsyncSession, event: BatchUpdated, sequence: int) -> bool:
    """Upsert a batch; return False without a change if the event is stale."""
    values = event.model_dump(exclude={"batch_id", "capacity", "sessions"})
    if not await replicas.upsert(session, Batch, event.batch_id, values, sequence):
        return False
    sessions = [meeting.model_dump(mode="json") for meeting in event.sessions]
    await replicas.upsert(session, Timetable, event.batch_id, {"sessions": sessions}, sequence)
    return True


async def upsert_profiles(session: AsyncSession, events: Events) -> None:
    """Upsert the profiles of candidates and staff; ignore others."""
    candidate = {"user_id", "username", "email", "phone", "name_en", "name_ar", "image_url"}
    await _upsert_profiles(session, Profile, ProfileType.CANDIDATE, events, candidate)
    staff = {
        "user_id",
        "organization_id",
        "email",
        "name_en",
        "name_ar",
        "image_url",
        "approval_status",
        "paid",
        "active",
    }
    await _upsert_profiles(session, StaffProfile, ProfileType.STAFF, events, staff)


async def _upsert_profiles(
    session: AsyncSession,
    model: type[Profile | StaffProfile],
    profile_type: ProfileType,
    events: Events,
    kept: set[str],
) -> None:
    rows = [
        (event.profile_id, event.model_dump(include=kept), meta.sequence)
        for event, meta in events
        if event.profile_type is profile_type
    ]
    await replicas.upsert_all(session, model, rows)


async def upsert_announcement(
    session: AsyncSession, event: AnnouncementUpdated, sequence: int
) -> None:
    values = event.model_dump(exclude={"announcement_id"})
    await replicas.upsert(session, Announcement, event.announcement_id, values, sequence)


async def upsert_organization(
    session: AsyncSession, event: OrganizationUpdated, sequence: int
) -> None:
    values = event.model_dump(include={"name_en", "name_ar", "suspended"})
    await replicas.upsert(session, Organization, event.organization_id, values, sequence)


async def upsert_terms(session: AsyncSession, event: SettingsUpdated, sequence: int) -> None:
    """Upsert current and future registration fees and their payer."""
    fees = {
        event.effective_on.isoformat(): event.registration_fees.get(ProfileType.CANDIDATE, 0),
        **{
            fee.valid_from.isoformat(): fee.amount_minor
            for fee in event.planned_fees
            if fee.profile_type is ProfileType.CANDIDATE
        },
    }
    values = {"payer": event.bulk_registration, "fees": fees, "currency": event.currency}
    await replicas.upsert(session, RegistrationTerms, event.scope, values, sequence)


async def upsert_charge(session: AsyncSession, event: ChargeEvent, sequence: int) -> Charge:
    """Upsert a charge unless the event is stale, and return the stored row.

    The caller holds the subject's lock, which serializes the events of a charge.
    """
    await replicas.upsert(session, Charge, event.charge_id, _charge(event), sequence)
    # The session may hold a version from before the upsert.
    return await session.get_one(Charge, event.charge_id, populate_existing=True)


async def upsert_charges(session: AsyncSession, events: Events) -> None:
    """Upsert charges unless stale; the caller holds the locks of their enrollments."""
    rows = [(event.charge_id, _charge(event), meta.sequence) for event, meta in events]
    await replicas.upsert_all(session, Charge, rows)


def _charge(event: ChargeEvent) -> dict[str, Any]:
    return {
        "subject_id": event.subject_id,
        "reference": event.reference,
        "status": _status(event),
        "amount_minor": event.amount_minor,
        "refunded_minor": event.refunded_minor if isinstance(event, ChargeRefunded) else 0,
        "currency": event.currency,
    }


def _status(event: ChargeEvent) -> ChargeStatus:
    match event:
        case ChargeOpened():
            return ChargeStatus.OPEN
        case ChargePaid():
            return ChargeStatus.PAID
        case ChargeRefunded():
            return ChargeStatus.REFUNDED if event.complete else ChargeStatus.PARTLY_REFUNDED
        case ChargeClosed():
            return event.status
