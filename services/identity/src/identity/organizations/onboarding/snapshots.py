"""What is submitted of an organization."""

from contracts.submissions import (
    ORGANIZATION_FIELDS,
    ORGANIZATION_PLACES,
    Snapshot,
    SubmittedField,
)

from identity.accounts.media.addresses import image_url
from identity.organizations.documents.queries import submitted_documents
from identity.organizations.onboarding.queries import Given
from identity.organizations.organizations.models import OrganizationAddress

_LINES = ("line1", "line2", "postal_code")


def snapshot_of(given: Given) -> Snapshot:
    """All that the organization has given, as it is now."""
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
