"""The secret in a link or an address by which somebody may do one thing without signing in.

It is derived from the id of what it opens and a secret of the settings, so that nothing is stored
which would open anything. It holds a to z and 2 to 7 alone, since mail servers may change the case
of an address.
"""

import base64
import binascii
import hmac
from collections.abc import Sequence
from uuid import UUID

from notifications.texts.models import Subject

_PROOF_BYTES = 14
"""112 bits; with the id 30 bytes, which base32 writes in 48 characters without padding."""


def new_token(secrets: Sequence[str], purpose: str, opened: UUID, about: str = "") -> str:
    """What opens this for a purpose, derived from the first of the secrets.

    A token of the one purpose, or about the one thing, is none of another.
    """
    token = opened.bytes + _proof(secrets[0], purpose, opened, about)
    return base64.b32encode(token).decode().lower()


def read_token(secrets: Sequence[str], purpose: str, token: str, about: str = "") -> UUID | None:
    """What the token opens; None when it was derived from none of the secrets."""
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


def new_optout(secrets: Sequence[str], user_id: UUID, subject: Subject) -> str:
    """What ends the person's mails about a subject, derived from the first of the secrets."""
    return f"{subject}.{new_token(secrets, _OPTOUT, user_id, subject)}"


def read_optout(secrets: Sequence[str], token: str) -> tuple[UUID, Subject] | None:
    """Whose token it is and about what; None when it was derived from none of the secrets."""
    name, _, encoded = token.partition(".")
    try:
        subject = Subject(name)
    except ValueError:
        return None
    user_id = read_token(secrets, _OPTOUT, encoded, subject)
    return None if user_id is None else (user_id, subject)
