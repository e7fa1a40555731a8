"""Calls public addresses only, whatever a name leads to.

The name is resolved here, every address that it has is checked, and the connection goes to a
checked one: a name that leads elsewhere a moment later (DNS rebinding) is not asked again. TLS
still asks for a certificate of the name.
"""

import asyncio
import socket
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network

import httpx

from notifications.webhooks.errors import AddressRefused

_TRANSLATED = (ip_network("64:ff9b::/96"), ip_network("64:ff9b:1::/48"))
"""IPv6 addresses that stand for IPv4 ones (RFC 6052, RFC 8215)."""


def is_public(host: str) -> bool:
    """Whether an address is one of the open internet, and none inside of another's."""
    address: IPv4Address | IPv6Address = ip_address(host.partition("%")[0])
    if isinstance(address, IPv6Address):
        if address.ipv4_mapped:
            address = address.ipv4_mapped
        elif address.sixtofour or address.teredo or any(address in each for each in _TRANSLATED):
            return False
    return address.is_global and not address.is_multicast


class PublicTransport(httpx.AsyncHTTPTransport):
    """HTTP to public addresses. Connections are not kept: another name may have the same address.

    Raises `AddressRefused` besides what httpx does.
    """

    def __init__(self, *, allow_private: bool) -> None:
        super().__init__(limits=httpx.Limits(max_keepalive_connections=0), trust_env=False)
        self._allow_private = allow_private

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        """Resolve, check and connect to the checked address."""
        host = request.url.host
        address = await self._resolve(host, request.url.port or 443)
        request.url = request.url.copy_with(host=address)
        request.extensions = {**request.extensions, "sni_hostname": host}
        return await super().handle_async_request(request)

    async def _resolve(self, host: str, port: int) -> str:
        loop = asyncio.get_running_loop()
        found = await loop.getaddrinfo(host, port, type=socket.SOCK_STREAM)
        addresses = [str(each[4][0]) for each in found]
        if not self._allow_private and not all(is_public(each) for each in addresses):
            raise AddressRefused(f"{host} is no public address")
        return addresses[0]
