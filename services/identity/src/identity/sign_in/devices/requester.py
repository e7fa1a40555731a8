"""Trusted devices, and who makes a request, as far as it can be known before signing in.

A browser in which a user has signed in before carries a signed cookie that names it (OWASP calls
these device cookies). Attempts there count by the device; all others count by the network that they
come from. So nobody elsewhere can make the user wait. The cookie does not sign anybody in.
"""

import hmac
import secrets
from dataclasses import dataclass
from datetime import timedelta
from typing import Annotated
from uuid import UUID

from fastapi import Cookie, Depends
from kit.core.remote_address import Network

from identity.accounts.accounts.models import User
from identity.sign_in.signing.keys import Keys

LIFETIME = timedelta(days=365)
COOKIE = "trusted_device"
FORMER_COOKIE = "known_browser"
"""What it was called before. Browsers send it for a year after they were last given one."""

_DeviceCookie = Annotated[str | None, Cookie(alias=COOKIE, include_in_schema=False)]
_FormerCookie = Annotated[str | None, Cookie(alias=FORMER_COOKIE, include_in_schema=False)]


@dataclass(frozen=True, slots=True)
class Requester:
    """A browser, perhaps a trusted device, in a network."""

    network: str
    cookie: str | None

    def trusted_device(self, keys: Keys, user: User | None) -> str:
        """The device's name when the user has signed in with it before, else an empty text."""
        device, _, signature = (self.cookie or "").partition(".")
        if user is None or not signature.isascii():
            return ""
        trusted = hmac.compare_digest(signature, _signature(keys, device, user.id))
        return device if trusted else ""


def create_device_cookie(keys: Keys, user_id: UUID) -> str:
    """The cookie for a browser in which the user has just signed in."""
    device = secrets.token_urlsafe(16)
    return f"{device}.{_signature(keys, device, user_id)}"


def _signature(keys: Keys, device: str, user_id: UUID) -> str:
    # The digest keeps its first word: cookies that browsers have were signed with it.
    return keys.digest("browser", device, user_id).hex()


async def _requester(
    network: Network, cookie: _DeviceCookie = None, former: _FormerCookie = None
) -> Requester:
    return Requester(network, cookie or former)


RequesterDep = Annotated[Requester, Depends(_requester)]
"""Who makes the request, for routes."""
