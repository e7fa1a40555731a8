"""Update the replicas; stale events are ignored."""

from collections.abc import Collection, Mapping
from uuid import UUID

from contracts import Event
from contracts.catalog import BatchUpdated, SettingsUpdated
from contracts.identity import (
    AdminRolesUpdated,
    OrganizationUpdated,
    ProfileUpdated,
    RoleUpdated,
    UserRegistered,
)
from kit.database.db import AsyncSession
from kit.messaging import replicas
from kit.messaging.envelope import Meta
from kit.messaging.inbox import Events, Handler
from sqlalchemy import delete, literal_column, select
from sqlmodel import col

from notifications.replicas.models import (
    Batch,
    Contact,
    Enrollment,
    EnrollmentCharge,
    Organization,
    Product,
    Profile,
    Role,
    RoleHolder,
)


async def upsert_registered_contact(
    session: AsyncSession, event: UserRegistered, meta: Meta
) -> None:
    """Store the contact of a new user. Nothing is verified yet."""
    values = _contact(event) | {"verified": False}
    version = replicas.compute_version(meta.time)
    await replicas.upsert(session, Contact, event.user_id, values, version)


async def upsert_profiles(session: AsyncSession, events: Events) -> None:
    """Store profiles and their users' contacts."""
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
        contacts.append((event.user_id, contact, replicas.compute_version(meta.time)))
    await replicas.upsert_all(session, Profile, profiles)
    # For events of the same time, the profile's wins: it knows if the address is verified.
    is_as_new = col(Contact.source_version) == literal_column("excluded.source_version")
    await replicas.upsert_all(session, Contact, contacts, unless=is_as_new)


def _contact(event: UserRegistered | ProfileUpdated) -> dict[str, object]:
    return event.model_dump(include={"email", "phone", "name_en", "name_ar", "locale"})


async def upsert_role(session: AsyncSession, event: RoleUpdated, meta: Meta) -> None:
    """Store a role and its permissions."""
    values = event.model_dump(include={"slug", "permissions", "active"})
    await replicas.upsert(session, Role, event.role_id, values, meta.sequence)


async def upsert_role_holder(session: AsyncSession, event: AdminRolesUpdated, meta: Meta) -> bool:
    """Store an admin's roles; return True if they replaced different ones."""
    held = select(col(RoleHolder.role_ids)).where(col(RoleHolder.profile_id) == event.profile_id)
    before = await session.scalar(held)
    values = {"user_id": event.user_id, "role_ids": list(event.role_ids)}
    is_newer = await replicas.upsert(session, RoleHolder, event.profile_id, values, meta.sequence)
    return is_newer and before is not None and set(before) != set(event.role_ids)


async def upsert_enrollments(session: AsyncSession, events: Events) -> set[UUID]:
    """Store the latest events of enrollments; return the IDs of updated ones."""
    rows = [
        (
            event.enrollment_id,
            {"event": event.model_dump(mode="json") | {"previous_status": None}},
            meta.sequence,
        )
        for event, meta in events
    ]
    return await replicas.upsert_all(session, Enrollment, rows)


async def upsert_enrollment_charges(session: AsyncSession, events: Events) -> set[UUID]:
    """Store the latest charges of enrollments; return the IDs of updated ones."""
    rows = [
        (event.subject_id, {"charge_id": event.charge_id}, replicas.compute_version(meta.time))
        for event, meta in events
    ]
    return await replicas.upsert_all(session, EnrollmentCharge, rows)


async def delete_enrollment_charges(
    session: AsyncSession, enrollment_ids: Collection[UUID]
) -> None:
    """Delete charges that are no longer open."""
    ended = col(EnrollmentCharge.enrollment_id).in_(enrollment_ids)
    await session.execute(delete(EnrollmentCharge).where(ended))


async def upsert_product(session: AsyncSession, event: SettingsUpdated, meta: Meta) -> None:
    """Store the product's name."""
    values = {"name_en": event.product_name_en, "name_ar": event.product_name_ar}
    await replicas.upsert(session, Product, event.scope, values, meta.sequence)


async def upsert_batch(session: AsyncSession, event: BatchUpdated, meta: Meta) -> None:
    """Store a batch's organization and names."""
    values = event.model_dump(
        include={"training_id", "organization_id", "code", "title_en", "title_ar"}
    )
    await replicas.upsert(session, Batch, event.batch_id, values, meta.sequence)


async def upsert_organization(
    session: AsyncSession, event: OrganizationUpdated, meta: Meta
) -> None:
    """Store an organization's names."""
    values = event.model_dump(include={"name_en", "name_ar"})
    await replicas.upsert(session, Organization, event.organization_id, values, meta.sequence)


HANDLERS: Mapping[type[Event], Handler] = {
    SettingsUpdated: upsert_product,
    BatchUpdated: upsert_batch,
    OrganizationUpdated: upsert_organization,
}
"""Handlers of replicas that send no notifications."""
