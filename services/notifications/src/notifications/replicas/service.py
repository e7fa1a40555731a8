"""Keeps the copies up to date. A copy takes no older state than it has."""

from contracts.catalog import SettingsUpdated
from contracts.enrollment import EnrollmentChanged
from contracts.identity import ProfileUpdated, UserRegistered
from contracts.payments import ChargeOpened
from kit import replicas
from kit.db import AsyncSession
from kit.messaging.envelope import Meta
from sqlmodel import col

from notifications.replicas.models import Contact, Enrollment, EnrollmentCharge, Product, Profile


async def upsert_registered_contact(
    session: AsyncSession, event: UserRegistered, meta: Meta
) -> None:
    """Store how somebody who has just signed up is reached. Nothing is verified yet."""
    values = _contact(event) | {"verified": False}
    version = replicas.version_of(meta.time)
    await replicas.upsert(session, Contact, event.user_id, values, version)


async def upsert_profile(session: AsyncSession, event: ProfileUpdated, meta: Meta) -> None:
    """Store a profile, and how its person is reached."""
    profile = {
        "user_id": event.user_id,
        "type": event.profile_type,
        "organization_id": event.organization_id,
        "active": event.active,
    }
    await replicas.upsert(session, Profile, event.profile_id, profile, meta.sequence)
    contact = _contact(event) | {"verified": event.verified}
    version = replicas.version_of(meta.time)
    await replicas.upsert(
        session,
        Contact,
        event.user_id,
        contact,
        version,
        # Of a sign-up and a profile of the same time, the profile knows whether it is verified.
        unless=col(Contact.source_version) == version,
    )


def _contact(event: UserRegistered | ProfileUpdated) -> dict[str, object]:
    return event.model_dump(include={"email", "name_en", "name_ar", "locale"})


async def upsert_enrollment(session: AsyncSession, event: EnrollmentChanged, meta: Meta) -> bool:
    """Store the newest event of an enrollment; False when the stored one is as new."""
    values = {"event": event.model_dump(mode="json"), "changed_at": meta.time}
    return await replicas.upsert(session, Enrollment, event.enrollment_id, values, meta.sequence)


async def upsert_enrollment_charge(session: AsyncSession, event: ChargeOpened, meta: Meta) -> bool:
    """Store the charge of an enrollment; False when the stored one is as new."""
    values = {"charge_id": event.charge_id}
    version = replicas.version_of(meta.time)
    return await replicas.upsert(session, EnrollmentCharge, event.subject_id, values, version)


async def upsert_product(session: AsyncSession, event: SettingsUpdated, meta: Meta) -> None:
    """Store what the product is called."""
    values = {"name_en": event.product_name_en, "name_ar": event.product_name_ar}
    await replicas.upsert(session, Product, event.scope, values, meta.sequence)
