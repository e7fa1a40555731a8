"""Time-based one-time passwords as every authenticator app makes them (RFC 6238).

They have six digits, steps of 30 seconds, and SHA-1, of which HMAC needs no more than it has.
"""

import base64
import os
from urllib.parse import quote, urlencode

from cryptography.hazmat.primitives.hashes import SHA1
from cryptography.hazmat.primitives.twofactor import InvalidToken
from cryptography.hazmat.primitives.twofactor.hotp import HOTP

DIGITS = 6
STEP_SECONDS = 30
SECRET_BYTES = 20
"""As long as the hash, as RFC 4226 recommends."""
TOLERANCE = 1
"""Steps by which the clock of a phone may be off, either way."""


def create_secret() -> bytes:
    """A secret for an app and for us."""
    return os.urandom(SECRET_BYTES)


def code_at(secret: bytes, timestamp: float) -> str:
    """The code that holds at a time in seconds since 1970."""
    return HOTP(secret, DIGITS, SHA1()).generate(int(timestamp) // STEP_SECONDS).decode()  # noqa: S303


def seconds_left(timestamp: float) -> int:
    """How long the code of that time is still shown; 1 to `STEP_SECONDS`."""
    return STEP_SECONDS - int(timestamp) % STEP_SECONDS


def matching_step(secret: bytes, code: str, timestamp: float) -> int | None:
    """The step of which this is the code, when it is about the time given in seconds since 1970."""
    now = int(timestamp) // STEP_SECONDS
    steps = range(now - TOLERANCE, now + TOLERANCE + 1)
    # All of them are looked at, so that the time taken does not depend on which it is.
    matching = [step for step in steps if _is_code_of(secret, code, step)]
    return max(matching, default=None)


def _is_code_of(secret: bytes, code: str, step: int) -> bool:
    try:
        HOTP(secret, DIGITS, SHA1()).verify(code.encode(), step)  # noqa: S303
    except InvalidToken:
        return False
    return True


def base32(secret: bytes) -> str:
    """The secret as people type it: 20 bytes need no padding."""
    return base64.b32encode(secret).decode()


def provisioning_uri(secret: bytes, username: str, issuer: str) -> str:
    """The secret as apps read it from a QR code; they list it under the issuer's name."""
    # A colon parts the issuer from the name.
    name = issuer.replace(":", " ")
    query = urlencode({"secret": base32(secret), "issuer": name}, quote_via=quote)
    return f"otpauth://totp/{quote(name)}:{quote(username)}?{query}"
