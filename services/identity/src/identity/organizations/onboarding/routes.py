from typing import Annotated
from uuid import UUID

from contracts import ProfileType
from fastapi import APIRouter, Form, Response, UploadFile
from kit.core.errors import Invalid, problems
from kit.database.db import Session
from kit.documents.attachments import document_response, read_document
from kit.documents.media import Media
from kit.documents.pictures import UPLOADING
from kit.domain.fields import Day
from kit.security.auth import AUTH_PROBLEMS, Gate, Principal, guard

from identity.accounts.profiles.schemas import AddressWrite
from identity.organizations.documents.errors import KindNotFound, ProfileDocumentNotFound
from identity.organizations.documents.queries import get_document
from identity.organizations.onboarding import queries, service
from identity.organizations.onboarding.errors import NotEditable, OrganizationNotFound
from identity.organizations.onboarding.rules import require_organization
from identity.organizations.onboarding.schemas import ContactWrite, DetailsWrite, OwnOrganization

router = APIRouter(
    prefix="/organizations/me",
    tags=["organizations"],
    responses=problems(*AUTH_PROBLEMS, OrganizationNotFound),
)

OrganizationOwnerDep = Annotated[
    Principal, guard(ProfileType.ORGANIZATION, exempt=set(Gate) - {Gate.VERIFICATION})
]
"""Owner of an organization; no other gate applies, since these forms open the other gates."""

SAVING = problems(Invalid, NotEditable)


@router.get("")
async def get_own_organization(session: Session, actor: OrganizationOwnerDep) -> OwnOrganization:
    """Return the caller's organization, with what is missing for a submission."""
    return await queries.get_own(session, require_organization(actor))


@router.put("/details", responses=SAVING)
async def update_organization_details(
    body: DetailsWrite, session: Session, actor: OrganizationOwnerDep
) -> OwnOrganization:
    """Save names and numbers, before the organization is approved."""
    return await service.update_details(session, actor, body)


@router.put("/contact", responses=SAVING)
async def update_organization_contact(
    body: ContactWrite, session: Session, actor: OrganizationOwnerDep
) -> OwnOrganization:
    """Save the contact."""
    return await service.update_contact(session, actor, body)


@router.put("/address", responses=SAVING)
async def update_organization_address(
    body: AddressWrite, session: Session, actor: OrganizationOwnerDep
) -> OwnOrganization:
    """Save the address."""
    return await service.update_address(session, actor, body)


@router.put("/documents/{kind_id}", responses=problems(KindNotFound, NotEditable) | UPLOADING)
async def update_organization_document(
    kind_id: UUID,
    file: UploadFile,
    session: Session,
    media: Media,
    actor: OrganizationOwnerDep,
    expires_on: Annotated[Day | None, Form()] = None,
) -> OwnOrganization:
    """Submit or replace a document of the organization.

    The kind determines the accepted formats: PDF without scripts, actions and attachments, or JPEG,
    PNG or WebP. `expires_on` is the last day of validity, if the kind requires it.
    """
    document = await read_document(file, actor.user_id)
    return await service.update_document(session, media, actor, kind_id, document, expires_on)


@router.get("/documents/{document_id}", responses=problems(ProfileDocumentNotFound))
async def get_own_organization_document(
    document_id: UUID, session: Session, media: Media, actor: OrganizationOwnerDep
) -> Response:
    """Return a document of the caller's organization."""
    document = await get_document(session, require_organization(actor), document_id)
    return await document_response(
        media, document.key, document.media_type, ProfileDocumentNotFound
    )
