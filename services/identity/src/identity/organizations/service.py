"""Organizations: created at their sign-up, and published after each change."""

from uuid import UUID

from contracts import ApprovalStatus
from kit import db
from kit.db import AsyncSession
from kit.messaging import outbox
from sqlmodel import col

from identity.organizations.events import organization_submitted, organization_updated
from identity.organizations.models import Organization


async def create_organization(
    session: AsyncSession,
    *,
    name_en: str,
    name_ar: str,
    email: str,
    user_id: UUID,
    published: bool,
) -> Organization:
    """Make an organization and submit it for approval; a decoy's is not published."""
    organization = Organization(
        name_en=name_en,
        name_ar=name_ar,
        email=email,
        status=ApprovalStatus.SUBMITTED,
        submission=1,
        submitted_by=user_id,
    )
    session.add(organization)
    await session.flush()
    if published:
        events = [organization_updated(organization), organization_submitted(organization)]
        await outbox.publish_many(session, [(event, organization.version) for event in events])
    return organization


async def lock_organization(session: AsyncSession, organization_id: UUID) -> Organization | None:
    """The organization, which nobody else changes until the transaction ends.

    The accounts of its users are locked before it.
    """
    return await db.lock(session, Organization, col(Organization.id) == organization_id)


async def publish_organization(session: AsyncSession, organization: Organization) -> None:
    """Publish a change of a locked organization."""
    organization.version += 1
    await session.flush()
    await outbox.publish(session, organization_updated(organization), sequence=organization.version)
