"""The client's network address.

uvicorn trusts `X-Forwarded-For` only from peers in `FORWARDED_ALLOW_IPS`: the gateway and its
proxies. The gateway removes headers that clients forge. No other code may read these headers.
"""

from ipaddress import IPv6Address, ip_address, ip_network
from typing import Annotated

from fastapi import Depends, Request

IPV6_PREFIX = 64
"""Prefix length of one customer line (RFC 6177); a client can use any address within it."""


async def get_client_network(request: Request) -> str:
    """Return the client's IPv4 address or IPv6 /64, or an empty string if unknown."""
    return get_network(request.client.host) if request.client else ""


async def get_client_address(request: Request) -> str:
    """Return the client's full address, or an empty string if unknown."""
    return request.client.host if request.client else ""


def get_network(host: str) -> str:
    """Return the network that counts as one client: an IPv4 address or an IPv6 /64.

    Other values, such as a socket's name, are returned unchanged.
    """
    try:
        address = ip_address(host)
    except ValueError:
        return host
    if not isinstance(address, IPv6Address):
        return str(address)
    if address.ipv4_mapped:
        return str(address.ipv4_mapped)
    return str(ip_network((address.packed, IPV6_PREFIX), strict=False))


Network = Annotated[str, Depends(get_client_network)]
"""Client network, for rate limits."""
Address = Annotated[str, Depends(get_client_address)]
"""Client address, for allow lists."""
