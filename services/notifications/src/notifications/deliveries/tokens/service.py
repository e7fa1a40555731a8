"""Tokens that authorize one action without signing in, in links and mail addresses.

Derived from the ID of the object and a secret, so nothing stored grants access. Only a to z and
2 to 7 occur, as mail servers may change the case of an address.
"""

import base64
import binascii
import hmac
from collections.abc import Sequence
from uuid import UUID

from notifications.texts.models import Subject

_PROOF_BYTES = 14
"""112 bits; with the ID 30 bytes, which are 48 characters in base32 without padding."""


def create_token(secrets: Sequence[str], purpose: str, opened: UUID, about: str = "") -> str:
    """Derive a token for an object and a purpose from the first secret.

    A token is valid only for its purpose and its `about`.
    """
    token = opened.bytes + _proof(secrets[0], purpose, opened, about)
    return base64.b32encode(token).decode().lower()


def read_token(secrets: Sequence[str], purpose: str, token: str, about: str = "") -> UUID | None:
    """Return the token's object ID; None if it was derived from none of the secrets."""
    try:
        decoded = base64.b32decode(token.upper())
    except (binascii.Error, ValueError):
        return None
    if len(decoded) != 16 + _PROOF_BYTES:
        return None
    opened = UUID(bytes=decoded[:16])
    proofs = (_proof(secret, purpose, opened, about) for secret in secrets)
    is_ours = any(hmac.compare_digest(decoded[16:], proof) for proof in proofs)
    return opened if is_ours else None


def _proof(secret: str, purpose: str, opened: UUID, about: str) -> bytes:
    said = purpose.encode() + opened.bytes + about.encode()
    return hmac.digest(secret.encode(), said, "sha256")[:_PROOF_BYTES]


_OPTOUT = "itqan.optouts"


def create_optout(secrets: Sequence[str], user_id: UUID, subject: Subject) -> str:
    """Derive a token that unsubscribes the user from mails about a subject."""
    return f"{subject}.{create_token(secrets, _OPTOUT, user_id, subject)}"


def read_optout(secrets: Sequence[str], token: str) -> tuple[UUID, Subject] | None:
    """Return the token's user and subject; None if it was derived from none of the secrets."""
    name, _, encoded = token.partition(".")
    try:
        subject = Subject(name)
    except ValueError:
        return None
    user_id = read_token(secrets, _OPTOUT, encoded, subject)
    return None if user_id is None else (user_id, subject)
