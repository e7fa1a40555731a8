"""The event about partner clients."""

from contracts.identity import PartnerClientChanged

from identity.partner_clients.models import PartnerClient


def partner_client_changed(client: PartnerClient) -> PartnerClientChanged:
    """Tokens of an older version are no longer good."""
    return PartnerClientChanged(client_id=client.id, client_version=client.version)
