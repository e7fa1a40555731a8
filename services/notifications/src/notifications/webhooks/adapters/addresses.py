"""Public internet addresses, to which webhooks may be sent."""

import asyncio
import csv
import socket
from importlib.resources import files
from ipaddress import ip_address, ip_network

_SPECIAL_NETWORKS = sorted(
    (
        (ip_network(row["address block"]), row["globally reachable"] == "yes")
        for row in csv.DictReader(
            files(__package__).joinpath("special_networks.csv").read_text("utf-8").splitlines()
        )
    ),
    key=lambda network: -network[0].prefixlen,
)
"""IANA's special-purpose address registries of 2025, IPv4 multicast and IPv6 global unicast space.

The narrowest network comes first. IPv6 addresses that embed an IPv4 one are not global unicast.
"""
_RESOLVING_SECONDS = 3.0


def is_public(host: str) -> bool:
    """Check if IANA's registries list an address as globally reachable."""
    address = ip_address(host.partition("%")[0])
    return next((reachable for network, reachable in _SPECIAL_NETWORKS if address in network), True)


async def has_private_address(host: str, port: int) -> bool:
    """Check if a host, in any notation, resolves to a non-public address.

    False for a host that does not resolve: it is checked again at every request.
    """
    try:
        async with asyncio.timeout(_RESOLVING_SECONDS):
            return not all(map(is_public, await resolve(host, port)))
    except (OSError, UnicodeError):
        return False


async def resolve(host: str, port: int) -> list[str]:
    """Resolve a host's addresses. Raises `OSError`."""
    loop = asyncio.get_running_loop()
    found = await loop.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return [str(each[4][0]) for each in found]
