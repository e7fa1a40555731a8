"""Time-based one-time passwords (RFC 6238): six digits, 30-second steps and SHA-1.

HMAC does not need a stronger hash.
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
"""Length of the hash, as RFC 4226 recommends."""
TOLERANCE = 1
"""Steps by which a phone's clock may differ, in either direction."""


def create_secret() -> bytes:
    return os.urandom(SECRET_BYTES)


def compute_code(secret: bytes, timestamp: float) -> str:
    """Return the code for a Unix time in seconds."""
    return HOTP(secret, DIGITS, SHA1()).generate(int(timestamp) // STEP_SECONDS).decode()  # noqa: S303


def seconds_left(timestamp: float) -> int:
    """Return the seconds for which that time's code stays valid, from 1 to `STEP_SECONDS`."""
    return STEP_SECONDS - int(timestamp) % STEP_SECONDS


def matching_step(secret: bytes, code: str, timestamp: float) -> int | None:
    """Return the step that has this code, within the tolerance around a Unix time; else None."""
    now = int(timestamp) // STEP_SECONDS
    steps = range(now - TOLERANCE, now + TOLERANCE + 1)
    # Check all steps, so that the time taken does not reveal the match.
    matching = [step for step in steps if _is_code_of(secret, code, step)]
    return max(matching, default=None)


def _is_code_of(secret: bytes, code: str, step: int) -> bool:
    try:
        HOTP(secret, DIGITS, SHA1()).verify(code.encode(), step)  # noqa: S303
    except InvalidToken:
        return False
    return True


def base32(secret: bytes) -> str:
    """Encode the secret for manual entry; 20 bytes need no padding."""
    return base64.b32encode(secret).decode()


def provisioning_uri(secret: bytes, username: str, issuer: str) -> str:
    """Build the URI for a QR code; apps list the account under the issuer's name."""
    # A colon separates the issuer from the name.
    name = issuer.replace(":", " ")
    query = urlencode({"secret": base32(secret), "issuer": name}, quote_via=quote)
    return f"otpauth://totp/{quote(name)}:{quote(username)}?{query}"
