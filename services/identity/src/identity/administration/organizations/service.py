"""Correct, suspend and resume organizations.

Members of a suspended organization can still sign in and read. `auth` rejects their writes in every
service by the token's claims; older tokens become stale in the same transaction.
"""

from uuid import UUID

from contracts import ApprovalStatus
from kit.database import db
from kit.database.constraints import as_field_problems
from kit.database.db import AsyncSession
from kit.messaging import outbox

from identity.accounts.accounts.service import publish_members
from identity.accounts.profiles.schemas import AddressWrite
from identity.administration.organizations.errors import NotSuspendable, NotSuspended
from identity.organizations.onboarding.errors import TAKEN, NotEditable, OrganizationNotFound
from identity.organizations.onboarding.schemas import ContactWrite, DetailsWrite
from identity.organizations.onboarding.service import replace_address
from identity.organizations.organizations.events import suspension_changed
from identity.organizations.organizations.models import Organization
from identity.organizations.organizations.service import lock_organization, publish_organization


async def update_organization(
    session: AsyncSession, organization_id: UUID, form: DetailsWrite | ContactWrite
) -> None:
    """Correct the names and numbers, or the contact, of an organization.

    Raises `OrganizationNotFound`, `NotEditable`, and `Invalid` for values that another one has.
    """
    organization = await _lock_editable(session, organization_id)
    with as_field_problems(TAKEN):
        organization.sqlmodel_update(form.model_dump())
        await session.flush()
    await publish_organization(session, organization)


async def update_address(session: AsyncSession, organization_id: UUID, form: AddressWrite) -> None:
    """Correct the address of an organization.

    Raises `OrganizationNotFound`, `NotEditable`.
    """
    organization = await _lock_editable(session, organization_id)
    await replace_address(session, organization, form)


async def suspend_organization(session: AsyncSession, organization_id: UUID, reason: str) -> None:
    """Make an approved organization read-only.

    Raises `OrganizationNotFound`, `NotSuspendable`.
    """
    organization = await _lock(session, organization_id)
    if organization.status is not ApprovalStatus.APPROVED or organization.suspended_at:
        raise NotSuspendable
    organization.suspended_at = await db.now(session)
    organization.suspension_reason = reason
    await _publish(session, organization)


async def resume_organization(session: AsyncSession, organization_id: UUID) -> None:
    """Resume a suspended organization.

    Raises `OrganizationNotFound`, `NotSuspended`.
    """
    organization = await _lock(session, organization_id)
    if organization.suspended_at is None:
        raise NotSuspended
    organization.suspended_at = organization.suspension_reason = None
    await _publish(session, organization)


async def _lock_editable(session: AsyncSession, organization_id: UUID) -> Organization:
    organization = await lock_organization(session, organization_id)
    if organization is None:
        raise OrganizationNotFound
    if organization.status is ApprovalStatus.SUBMITTED:
        # Approvers must decide on the submitted version.
        raise NotEditable
    return organization


async def _lock(session: AsyncSession, organization_id: UUID) -> Organization:
    # This locks the members before the organization, as everywhere. Later errors roll it back.
    await publish_members(session, organization_id)
    organization = await lock_organization(session, organization_id)
    if organization is None:
        raise OrganizationNotFound
    return organization


async def _publish(session: AsyncSession, organization: Organization) -> None:
    await publish_organization(session, organization)
    event = suspension_changed(organization)
    await outbox.publish(session, event, sequence=organization.version)
