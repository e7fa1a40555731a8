"""Update the replicas."""

from contracts.identity import OrganizationUpdated, ProfileUpdated
from kit.database.db import AsyncSession
from kit.messaging import replicas

from catalog.answers.events import publish_catalogue_changed
from catalog.replicas.models import Organization, Trainer


async def upsert_organization(
    session: AsyncSession, event: OrganizationUpdated, version: int
) -> None:
    """Store an organization's state unless it is stale."""
    values = {
        "name_en": event.name_en,
        "name_ar": event.name_ar,
        "image_url": event.image_url,
        "status": event.status,
        "suspended": event.suspended,
    }
    if await replicas.upsert(session, Organization, event.organization_id, values, version):
        await publish_catalogue_changed(session, "trainings")


async def upsert_trainer(session: AsyncSession, event: ProfileUpdated, version: int) -> bool:
    """Store a trainer's state unless it is stale; return True if stored."""
    values = {
        "organization_id": event.organization_id,
        "name_en": event.name_en,
        "name_ar": event.name_ar,
        "image_url": event.image_url,
        "active": event.active,
    }
    return await replicas.upsert(session, Trainer, event.profile_id, values, version)
