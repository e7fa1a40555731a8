"""Links of mails, by which whoever was mailed a receipt opens it without signing in.

Its secret is random, and only its hash is stored, so that none can be made up. It opens this one
PDF, and ends.
"""

import hashlib
import secrets
from datetime import timedelta

LASTS = timedelta(days=30)


def new_secret() -> str:
    """The secret of a new link."""
    return secrets.token_urlsafe(32)


def hash_of_secret(secret: str) -> bytes:
    """What is stored of it."""
    return hashlib.sha256(secret.encode()).digest()
