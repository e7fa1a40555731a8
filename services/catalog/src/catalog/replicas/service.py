"""Keeping the copy of identity's organizations."""

from contracts.identity import OrganizationUpdated
from kit.db import AsyncSession
from sqlalchemy.dialects.postgresql import insert
from sqlmodel import col

from catalog.answers.events import announce
from catalog.replicas.models import Organization


async def store_organization(
    session: AsyncSession, event: OrganizationUpdated, sequence: int
) -> None:
    """Take over an organization's state unless a newer one is here already."""
    values = {
        "name_en": event.name_en,
        "name_ar": event.name_ar,
        "image_url": event.image_url,
        "status": event.status,
        "sequence": sequence,
    }
    stored = await session.execute(
        insert(Organization)
        .values(id=event.organization_id, **values)
        .on_conflict_do_update(
            index_elements=["id"],
            set_=values,
            where=col(Organization.sequence) < sequence,
        )
        .returning(col(Organization.id))
    )
    if stored.first():
        await announce(session, "trainings")
