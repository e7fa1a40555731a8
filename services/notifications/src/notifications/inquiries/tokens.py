"""What gives access to an inquiry without an account: the link that its asker gets by mail, and the
address at which an answer by mail belongs to it.

Both are derived from the inquiry's id and a secret of the settings, so that nothing is stored
which would open an inquiry. They hold a to z and 2 to 7 alone, since mail servers may change the
case of an address.
"""

import base64
import binascii
import hmac
from collections.abc import Sequence
from enum import StrEnum
from uuid import UUID

_PROOF_BYTES = 14
"""112 bits; with the id 30 bytes, which base32 writes in 48 characters without padding."""


class Purpose(StrEnum):
    """What a token is good for; one of the one purpose is none of the other."""

    LINK = "itqan.inquiry-links"
    """Reading the inquiry, and writing in it."""
    MAIL = "itqan.inquiry-mails"
    """Writing in it by mail."""


def new_token(secrets: Sequence[str], purpose: Purpose, inquiry_id: UUID) -> str:
    """The inquiry's token, derived from the first of the secrets."""
    token = inquiry_id.bytes + _proof(secrets[0], purpose, inquiry_id)
    return base64.b32encode(token).decode().lower()


def read_token(secrets: Sequence[str], purpose: Purpose, token: str) -> UUID | None:
    """Which inquiry's token it is; None when it was derived from none of the secrets."""
    try:
        decoded = base64.b32decode(token.upper())
    except (binascii.Error, ValueError):
        return None
    if len(decoded) != 16 + _PROOF_BYTES:
        return None
    inquiry_id = UUID(bytes=decoded[:16])
    proofs = (_proof(secret, purpose, inquiry_id) for secret in secrets)
    is_ours = any(hmac.compare_digest(decoded[16:], proof) for proof in proofs)
    return inquiry_id if is_ours else None


def _proof(secret: str, purpose: Purpose, inquiry_id: UUID) -> bytes:
    return hmac.digest(secret.encode(), purpose.encode() + inquiry_id.bytes, "sha256")[
        :_PROOF_BYTES
    ]
