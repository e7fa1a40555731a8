from datetime import datetime

from contracts.identity import PartnerClientChanged, PartnerClientExpiring, PartnerSecretRotated

from identity.organizations.partner_clients.models import PartnerClient, PartnerSecret


def partner_client_changed(client: PartnerClient) -> PartnerClientChanged:
    """Announce a new client version, which invalidates older tokens."""
    return PartnerClientChanged(client_id=client.id, client_version=client.version)


def partner_client_expiring(client: PartnerClient, days: int) -> PartnerClientExpiring:
    """Build the reminder that the client expires within `days`."""
    return PartnerClientExpiring(
        client_id=client.id,
        organization_id=client.organization_id,
        name=client.name,
        expires_at=client.expires_at,
        notice_days=days,
    )


def partner_secret_rotated(
    client: PartnerClient, secret: PartnerSecret, previous_ends_at: datetime
) -> PartnerSecretRotated:
    """Build the event that a new secret replaces another."""
    return PartnerSecretRotated(
        secret_id=secret.id,
        client_id=client.id,
        organization_id=client.organization_id,
        name=client.name,
        previous_ends_at=previous_ends_at,
    )
