"""Passes for a learner's public certificates.

Identity, which stores the numbers, issues a pass for a named person. Enrollment, which stores the
certificates, accepts it. A pass is encrypted, so it reveals neither the person nor if one was
found.
"""

import time
from base64 import urlsafe_b64decode, urlsafe_b64encode
from binascii import Error
from dataclasses import dataclass
from uuid import UUID, uuid4

from kit.security.sealing import seal, unseal

PASS_SECONDS = 600
PASS_LENGTH = 92
"""Characters of a pass."""
_PURPOSE = "itqan.learner-passes"
_NOBODY = UUID(int=0)


@dataclass(frozen=True, slots=True)
class LearnerPass:
    """A valid, unexpired pass."""

    id: UUID
    user_id: UUID
    """The nil UUID if no person was found."""


def write_pass(secret: str, user_id: UUID | None) -> str:
    """Create a pass for a learner, or one without a learner that looks the same."""
    ends_at = int(time.time()) + PASS_SECONDS
    plain = uuid4().bytes + (user_id or _NOBODY).bytes + ends_at.to_bytes(8)
    return urlsafe_b64encode(seal(secret, _PURPOSE, "", plain)).decode()


def read_pass(secret: str, text: str) -> LearnerPass | None:
    """Decrypt a pass; None if it is invalid or expired."""
    try:
        sealed = urlsafe_b64decode(text)
    except (Error, ValueError):
        return None
    plain = unseal([secret], _PURPOSE, "", sealed) if len(text) == PASS_LENGTH else None
    if plain is None or int.from_bytes(plain[32:]) <= time.time():
        return None
    return LearnerPass(UUID(bytes=plain[:16]), UUID(bytes=plain[16:32]))
