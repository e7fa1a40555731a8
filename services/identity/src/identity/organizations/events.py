"""The events about organizations."""

from contracts.identity import OrganizationUpdated

from identity.media.addresses import image_url
from identity.organizations.models import Organization


def organization_updated(organization: Organization) -> OrganizationUpdated:
    """The state of an organization."""
    return OrganizationUpdated(
        organization_id=organization.id,
        name_en=organization.name_en,
        name_ar=organization.name_ar,
        email=organization.email,
        image_url=image_url(organization.image_key),
        status=organization.status,
    )
