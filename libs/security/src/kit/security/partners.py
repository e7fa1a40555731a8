"""Partner clients: programs that call for an organization, by OAuth2's client credentials.

A client is no person. It passes no gate and acts through no profile: it reads what is its
organization's, and only where a guard names the permission that a client needs.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from ipaddress import IPv6Address, ip_address, ip_network
from uuid import UUID

from contracts import ProfileType
from kit.security.claims import PartnerClaims


@dataclass(frozen=True, slots=True)
class Partner:
    """A partner client that calls."""

    client_id: UUID
    scope: UUID
    """Its organization, whose rows it may see: as `Principal.scope`."""
    permissions: frozenset[str]
    test: bool = False
    """What it does is a test: nothing comes of it."""

    @property
    def profile_type(self) -> ProfileType | None:
        """None: a client acts as nobody."""
        return None


def get_partner(claims: PartnerClaims) -> Partner:
    """The client of a token."""
    return Partner(claims.client_id, claims.organization_id, claims.permissions, claims.test)


def is_within(host: str, networks: Iterable[str]) -> bool:
    """Whether an address lies in one of the networks, or none is named."""
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
