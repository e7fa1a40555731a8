"""Partner clients: programs of an organization that use OAuth2 client credentials.

A client passes no gates and has no profile. It reads its organization's data, where a guard names
the required permission.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from ipaddress import IPv6Address, ip_address, ip_network
from uuid import UUID

from contracts import ProfileType
from kit.security.claims import PartnerClaims


@dataclass(frozen=True, slots=True)
class Partner:
    """A partner client that calls an endpoint."""

    client_id: UUID
    scope: UUID
    """Organization whose rows the client may see, like `Principal.scope`."""
    permissions: frozenset[str]
    test: bool = False
    """True for test clients, whose requests have no effect."""

    @property
    def profile_type(self) -> ProfileType | None:
        """Always None: a client has no profile."""
        return None


def get_partner(claims: PartnerClaims) -> Partner:
    """Build the client of a token."""
    return Partner(claims.client_id, claims.organization_id, claims.permissions, claims.test)


def is_address_allowed(host: str, networks: Iterable[str]) -> bool:
    """Tell if an address is in one of the networks; true if none is given."""
    named = [ip_network(network) for network in networks]
    if not named:
        return True
    try:
        address = ip_address(host)
    except ValueError:
        return False
    if isinstance(address, IPv6Address) and address.ipv4_mapped:
        address = address.ipv4_mapped
    return any(address in network for network in named)
