from dataclasses import dataclass
from typing import Any
from uuid import UUID

from contracts.submissions import ORGANIZATION_FIELDS, ORGANIZATION_PLACES, Snapshot, SubmittedField
from kit.database.db import AsyncSession

from identity.accounts.media.service import image_url
from identity.accounts.profiles.queries import read_address
from identity.organizations.documents.models import DocumentKind, HolderType, ProfileDocument
from identity.organizations.documents.queries import (
    find_kinds,
    list_current,
    read_documents,
    read_kind,
    submitted_documents,
)
from identity.organizations.onboarding.errors import OrganizationNotFound
from identity.organizations.onboarding.rules import editable_steps, list_missing
from identity.organizations.onboarding.schemas import MissingPart, OwnOrganization
from identity.organizations.organizations.models import Organization, OrganizationAddress
from identity.organizations.organizations.schemas import read_suspension

_LINES = ("line1", "line2", "postal_code")


@dataclass(frozen=True, slots=True)
class OrganizationData:
    """An organization with its address and current documents."""

    organization: Organization
    address: OrganizationAddress | None
    documents: list[tuple[ProfileDocument, DocumentKind]]


async def load_organization_data(
    session: AsyncSession, organization: Organization
) -> OrganizationData:
    return OrganizationData(
        organization,
        await session.get(OrganizationAddress, organization.id),
        await list_current(session, organization.id),
    )


async def find_missing(session: AsyncSession, given: OrganizationData) -> list[MissingPart]:
    """List what is missing for a submission."""
    return _find_missing(given, await find_kinds(session, HolderType.ORGANIZATION))


async def get_own(session: AsyncSession, organization_id: UUID) -> OwnOrganization:
    """Return an organization as its owners see it.

    Raises `OrganizationNotFound`.
    """
    organization = await session.get(Organization, organization_id)
    if organization is None:
        raise OrganizationNotFound
    given = await load_organization_data(session, organization)
    kinds = await find_kinds(session, HolderType.ORGANIZATION)
    return OwnOrganization(
        **read_organization_data(given),
        kinds=[read_kind(kind) for kind in kinds],
        missing=_find_missing(given, kinds),
        editable=editable_steps(organization.status),
    )


def read_organization_data(given: OrganizationData) -> dict[str, Any]:
    """Return the values of `OrganizationRead`."""
    organization = given.organization
    return {
        **organization.model_dump(
            include={
                "id",
                "name_en",
                "name_ar",
                "email",
                "commercial_number",
                "tax_number",
                "contact_name",
                "contact_phone",
                "website",
                "status",
                "submission",
            }
        ),
        "image": image_url(organization.image_key),
        "image_2x": image_url(organization.image_key, 2),
        "address": read_address(given.address) if given.address else None,
        "documents": read_documents(given.documents),
        "suspension": read_suspension(organization),
    }


def _find_missing(given: OrganizationData, kinds: list[DocumentKind]) -> list[MissingPart]:
    documents = [document for document, _ in given.documents]
    return list_missing(given.organization, given.address, kinds, documents)


def take_snapshot(given: OrganizationData) -> Snapshot:
    """Take a snapshot of the organization for its submission."""
    organization = given.organization
    fields = [
        SubmittedField(name=name, value=getattr(organization, name)) for name in ORGANIZATION_FIELDS
    ]
    fields.append(SubmittedField(name="image", value=image_url(organization.image_key)))
    return Snapshot(
        fields=(*fields, *_address_fields(given.address)),
        documents=submitted_documents(given.documents),
    )


def _address_fields(address: OrganizationAddress | None) -> list[SubmittedField]:
    if address is None:
        return []
    places = [
        SubmittedField(
            name=name,
            value=getattr(address, f"{name}_en"),
            value_ar=getattr(address, f"{name}_ar"),
        )
        for name in ORGANIZATION_PLACES
    ]
    return places + [SubmittedField(name=name, value=getattr(address, name)) for name in _LINES]
