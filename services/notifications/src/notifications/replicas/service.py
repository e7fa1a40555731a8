"""Keeps the copies up to date. A copy takes no older state than it has."""

from uuid import UUID

from contracts.catalog import SettingsUpdated
from contracts.identity import ProfileUpdated, UserRegistered
from contracts.payments import ChargeOpened
from kit import replicas
from kit.db import AsyncSession
from kit.messaging.envelope import Meta
from kit.messaging.inbox import Events
from sqlalchemy import literal_column
from sqlmodel import col

from notifications.replicas.models import Contact, Enrollment, EnrollmentCharge, Product, Profile


async def upsert_registered_contact(
    session: AsyncSession, event: UserRegistered, meta: Meta
) -> None:
    """Store how somebody who has just signed up is reached. Nothing is verified yet."""
    values = _contact(event) | {"verified": False}
    version = replicas.version_of(meta.time)
    await replicas.upsert(session, Contact, event.user_id, values, version)


async def upsert_profiles(session: AsyncSession, events: Events) -> None:
    """Store profiles, and how their people are reached."""
    profiles, contacts = [], []
    for event, meta in events:
        profile = {
            "user_id": event.user_id,
            "type": event.profile_type,
            "organization_id": event.organization_id,
            "active": event.active,
        }
        profiles.append((event.profile_id, profile, meta.sequence))
        contact = _contact(event) | {"verified": event.verified}
        contacts.append((event.user_id, contact, replicas.version_of(meta.time)))
    await replicas.upsert_all(session, Profile, profiles)
    # Of a sign-up and a profile of the same time, the profile knows whether it is verified.
    is_as_new = col(Contact.source_version) == literal_column("excluded.source_version")
    await replicas.upsert_all(session, Contact, contacts, unless=is_as_new)


def _contact(event: UserRegistered | ProfileUpdated) -> dict[str, object]:
    return event.model_dump(include={"email", "name_en", "name_ar", "locale"})


async def upsert_enrollments(session: AsyncSession, events: Events) -> set[UUID]:
    """Store the newest events of enrollments; those of which the stored one was older."""
    rows = [
        (
            event.enrollment_id,
            {"event": event.model_dump(mode="json"), "changed_at": meta.time},
            meta.sequence,
        )
        for event, meta in events
    ]
    return await replicas.upsert_all(session, Enrollment, rows)


async def upsert_enrollment_charge(session: AsyncSession, event: ChargeOpened, meta: Meta) -> bool:
    """Store the charge of an enrollment; False when the stored one is as new."""
    values = {"charge_id": event.charge_id}
    version = replicas.version_of(meta.time)
    return await replicas.upsert(session, EnrollmentCharge, event.subject_id, values, version)


async def upsert_product(session: AsyncSession, event: SettingsUpdated, meta: Meta) -> None:
    """Store what the product is called."""
    values = {"name_en": event.product_name_en, "name_ar": event.product_name_ar}
    await replicas.upsert(session, Product, event.scope, values, meta.sequence)
