"""Who asks, as far as it can be known before anybody has signed in.

A browser in which a user has signed in before carries a signed cookie that names it (OWASP calls
these device cookies). What is typed there counts by the browser; what anybody else types counts by
the network that it comes from. So nobody elsewhere can make it wait. The cookie opens nothing by
itself.
"""

import hmac
import secrets
from dataclasses import dataclass
from datetime import timedelta
from typing import Annotated
from uuid import UUID

from fastapi import Cookie, Depends
from kit.client import Network

from identity.accounts.models import User
from identity.signing.keys import Keys

LIFETIME = timedelta(days=365)
COOKIE = "known_browser"


@dataclass(frozen=True, slots=True)
class Asker:
    """A browser, perhaps a known one, in a network."""

    network: str
    cookie: str | None

    def known_as(self, keys: Keys, user: User | None) -> str:
        """The browser's name when the user has signed in with it before, else an empty text."""
        browser, _, signature = (self.cookie or "").partition(".")
        if user is None or not signature.isascii():
            return ""
        known = hmac.compare_digest(signature, _signature(keys, browser, user.id))
        return browser if known else ""


def introduce(keys: Keys, user_id: UUID) -> str:
    """The cookie for a browser in which the user has just signed in."""
    browser = secrets.token_urlsafe(16)
    return f"{browser}.{_signature(keys, browser, user_id)}"


def _signature(keys: Keys, browser: str, user_id: UUID) -> str:
    return keys.digest("browser", browser, user_id).hex()


def _asker(
    network: Network,
    known_browser: Annotated[str | None, Cookie(alias=COOKIE, include_in_schema=False)] = None,
) -> Asker:
    return Asker(network, known_browser)


WhoAsks = Annotated[Asker, Depends(_asker)]
