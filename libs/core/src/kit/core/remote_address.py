"""Who is asking, by network address.

The server takes the client's address from `X-Forwarded-For` where the peer is one of the addresses
in `FORWARDED_ALLOW_IPS` (uvicorn's own variable): the gateway, and the proxies in front of it. From
anybody else the header is not believed, and the gateway lets none through that a client has made
up. Nothing else may read these headers.
"""

from ipaddress import IPv6Address, ip_address, ip_network
from typing import Annotated

from fastapi import Depends, Request

IPV6_PREFIX = 64
"""What one line is given (RFC 6177): within it a client chooses its addresses freely."""


async def get_client_network(request: Request) -> str:
    """The client's IPv4 address or IPv6 /64; an empty text when the server does not know it."""
    return get_network(request.client.host) if request.client else ""


async def get_client_address(request: Request) -> str:
    """The client's whole address; an empty text when the server does not know it."""
    return request.client.host if request.client else ""


def get_network(host: str) -> str:
    """What counts as one client: an IPv4 address, or the /64 of an IPv6 address.

    What is no address, such as the name of a socket, stands for itself.
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
"""The client's network, for limits that count by who asks."""
Address = Annotated[str, Depends(get_client_address)]
"""The client's address, for lists of who may ask."""
