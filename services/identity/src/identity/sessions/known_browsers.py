"""Browsers in which a user has signed in before.

Each carries a signed cookie that names it. What is typed there counts apart from what strangers
type elsewhere, for passwords and for the codes of a password reset: a stranger can make the
account wait for browsers that it does not know, and cannot keep its owner out (OWASP calls these
device cookies). The cookie opens nothing by itself.
"""

import hmac
import secrets
from datetime import timedelta
from uuid import UUID

from identity.keys import Keys
from identity.users.models import User

LIFETIME = timedelta(days=365)


def introduce(keys: Keys, user_id: UUID) -> str:
    """The cookie for a browser in which the user has just signed in."""
    browser = secrets.token_urlsafe(16)
    return f"{browser}.{_signature(keys, browser, user_id)}"


def recognise(keys: Keys, cookie: str | None, user: User | None) -> str:
    """The browser's name when the user has signed in with it before, else an empty text."""
    browser, _, signature = (cookie or "").partition(".")
    if user is None or not signature.isascii():
        return ""
    known = hmac.compare_digest(signature, _signature(keys, browser, user.id))
    return browser if known else ""


def _signature(keys: Keys, browser: str, user_id: UUID) -> str:
    return keys.digest("browser", browser, user_id).hex()
