"""HTTP transport to public addresses only.

It resolves the name, checks every address and connects to a checked one, which prevents DNS
rebinding. TLS still verifies the certificate of the name.
"""

import httpx

from notifications.webhooks.adapters.addresses import is_public, resolve
from notifications.webhooks.errors import AddressRefused


class PublicTransport(httpx.AsyncHTTPTransport):
    """HTTP to public addresses, without keep-alive: another name may have the same address.

    Raises `AddressRefused` besides httpx's errors.
    """

    def __init__(self, *, allow_private: bool) -> None:
        super().__init__(limits=httpx.Limits(max_keepalive_connections=0), trust_env=False)
        self._allow_private = allow_private

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        """Resolve, check and connect to the checked address."""
        host = request.url.host
        addresses = await resolve(host, request.url.port or 443)
        if not self._allow_private and not all(map(is_public, addresses)):
            raise AddressRefused(f"{host} is no public address")
        request.url = request.url.copy_with(host=addresses[0])
        request.extensions = {**request.extensions, "sni_hostname": host}
        return await super().handle_async_request(request)
