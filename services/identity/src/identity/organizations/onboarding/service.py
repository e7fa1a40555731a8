from datetime import date
from uuid import UUID

from contracts import ApprovalStatus
from kit.database.constraints import as_field_problems
from kit.database.db import AsyncSession
from kit.documents.attachments import Document, store_document
from kit.documents.media import MediaStore
from kit.security.auth import Principal

from identity.accounts.profiles.schemas import AddressWrite
from identity.accounts.profiles.service import build_address_columns
from identity.organizations.documents.models import HolderType
from identity.organizations.documents.queries import get_kind
from identity.organizations.documents.rules import check_document_file
from identity.organizations.documents.service import publish_replaced, replace_document
from identity.organizations.onboarding.errors import TAKEN, OrganizationNotFound
from identity.organizations.onboarding.queries import get_own
from identity.organizations.onboarding.rules import check_editable, require_organization
from identity.organizations.onboarding.schemas import (
    ContactWrite,
    DetailsWrite,
    OwnOrganization,
    Step,
)
from identity.organizations.organizations.models import Organization, OrganizationAddress
from identity.organizations.organizations.service import lock_organization, publish_organization

FOLDER = "organizations"
"""Folder of the documents in the file store."""


async def update_details(
    session: AsyncSession, actor: Principal, form: DetailsWrite
) -> OwnOrganization:
    """Save the names and unique numbers of the caller's organization.

    Raises `OrganizationNotFound`, `NotEditable`, `Invalid`.
    """
    with as_field_problems(TAKEN):
        return await _update(session, actor, Step.DETAILS, form)


async def update_contact(
    session: AsyncSession, actor: Principal, form: ContactWrite
) -> OwnOrganization:
    """Save the contact of the caller's organization.

    Raises `OrganizationNotFound`, `NotEditable`.
    """
    return await _update(session, actor, Step.CONTACT, form)


async def update_address(
    session: AsyncSession, actor: Principal, form: AddressWrite
) -> OwnOrganization:
    """Save the address of the caller's organization.

    Raises `OrganizationNotFound`, `NotEditable`.
    """
    organization = await _lock_own(session, actor, Step.ADDRESS)
    await replace_address(session, organization, form)
    return await get_own(session, organization.id)


async def replace_address(
    session: AsyncSession, organization: Organization, form: AddressWrite
) -> None:
    """Replace the address of a locked organization."""
    await session.merge(
        OrganizationAddress(organization_id=organization.id, **build_address_columns(form))
    )
    await publish_organization(session, organization)


async def update_document(
    session: AsyncSession,
    media: MediaStore,
    actor: Principal,
    kind_id: UUID,
    document: Document,
    expires_on: date | None,
) -> OwnOrganization:
    """Submit or replace a document of the caller's organization.

    Raises `KindNotFound`, `Invalid`, `OrganizationNotFound`, `NotEditable`.
    """
    key = await store_document(media, document, FOLDER)
    kind = await get_kind(session, kind_id, HolderType.ORGANIZATION)
    check_document_file(kind, document, expires_on)
    organization = await _lock_own(session, actor, Step.DOCUMENTS)
    stored = await replace_document(
        session, organization.id, kind, actor.user_id, key, document, expires_on
    )
    if organization.status is ApprovalStatus.APPROVED:
        await publish_replaced(session, stored, kind, organization)
    return await get_own(session, organization.id)


async def _update(
    session: AsyncSession, actor: Principal, step: Step, form: DetailsWrite | ContactWrite
) -> OwnOrganization:
    organization = await _lock_own(session, actor, step)
    organization.sqlmodel_update(form.model_dump())
    await publish_organization(session, organization)
    return await get_own(session, organization.id)


async def _lock_own(session: AsyncSession, actor: Principal, step: Step) -> Organization:
    organization = await lock_organization(session, require_organization(actor))
    if organization is None:
        raise OrganizationNotFound
    check_editable(organization, step)
    return organization
