from contracts import identity
from contracts.identity import OrganizationSuspensionChanged, OrganizationUpdated

from identity.accounts.media.service import image_url
from identity.organizations.organizations.models import Organization, OrganizationAddress


def organization_updated(
    organization: Organization, address: OrganizationAddress | None
) -> OrganizationUpdated:
    return OrganizationUpdated(
        organization_id=organization.id,
        name_en=organization.name_en,
        name_ar=organization.name_ar,
        email=organization.email,
        image_url=image_url(organization.image_key),
        status=organization.status,
        suspended=organization.suspended_at is not None,
        tax_number=organization.tax_number,
        address=_to_event_address(address) if address else None,
    )


def suspension_changed(organization: Organization) -> OrganizationSuspensionChanged:
    return OrganizationSuspensionChanged(
        organization_id=organization.id,
        suspended=organization.suspended_at is not None,
        reason=organization.suspension_reason,
    )


def _to_event_address(address: OrganizationAddress) -> identity.OrganizationAddress:
    shown = identity.OrganizationAddress.model_fields
    return identity.OrganizationAddress(**address.model_dump(include=set(shown)))
