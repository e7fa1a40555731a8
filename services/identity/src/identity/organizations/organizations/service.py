from uuid import UUID

from contracts import ApprovalStatus
from kit.database import db
from kit.database.db import AsyncSession
from kit.messaging import outbox
from sqlmodel import col

from identity.organizations.organizations.events import organization_updated
from identity.organizations.organizations.models import Organization, OrganizationAddress
from identity.organizations.partner_clients.service import end_client_tokens


async def create_organization(
    session: AsyncSession, *, name_en: str, name_ar: str, email: str, published: bool
) -> Organization:
    """Create an organization as a draft; one of a decoy is not published."""
    organization = Organization(name_en=name_en, name_ar=name_ar, email=email)
    session.add(organization)
    await session.flush()
    if published:
        event = organization_updated(organization, None)
        await outbox.publish(session, event, sequence=organization.version)
    return organization


async def lock_organization(session: AsyncSession, organization_id: UUID) -> Organization | None:
    """Lock an organization until the transaction ends.

    Lock the accounts of its users first.
    """
    return await db.lock(session, Organization, col(Organization.id) == organization_id)


async def publish_organization(session: AsyncSession, organization: Organization) -> None:
    """Publish a change of a locked organization.

    Revokes the tokens of its API clients unless it is approved and not suspended.
    """
    if organization.status is not ApprovalStatus.APPROVED or organization.suspended_at:
        await end_client_tokens(session, organization.id)
    organization.version += 1
    await session.flush()
    address = await session.get(OrganizationAddress, organization.id)
    event = organization_updated(organization, address)
    await outbox.publish(session, event, sequence=organization.version)
