"""Internet addresses that webhooks may be sent to."""

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

The narrowest network comes first. IPv6 addresses that embed an IPv4 one are not global unicast."""
_RESOLVING_SECONDS = 3.0


def is_public(host: str) -> bool:
    """Whether IANA's registries let an address be reached from everywhere."""
    address = ip_address(host.partition("%")[0])
    return next((reachable for network, reachable in _SPECIAL_NETWORKS if address in network), True)


async def has_private_address(host: str, port: int) -> bool:
    """Whether a name, or an address in any notation, leads to an address that is not public.

    A name that does not resolve has none: it is checked again whenever it is called.
    """
    try:
        async with asyncio.timeout(_RESOLVING_SECONDS):
            return not all(map(is_public, await resolve(host, port)))
    except (OSError, UnicodeError):
        return False


async def resolve(host: str, port: int) -> list[str]:
    """Look up the addresses of a host. Raises `OSError`."""
    loop = asyncio.get_running_loop()
    found = await loop.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return [str(each[4][0]) for each in found]
