"""Passes for a learner's public certificates. Whoever names a person to identity, which has the
numbers, gets one and shows it to enrollment, which has the certificates.

A pass is sealed: nobody tells by it whose it is, or whether it is anybody's.
"""

import time
from base64 import urlsafe_b64decode, urlsafe_b64encode
from binascii import Error
from dataclasses import dataclass
from uuid import UUID, uuid4

from kit.security.sealing import seal, unseal

PASS_SECONDS = 600
PASS_LENGTH = 92
"""Characters of every pass."""
_PURPOSE = "itqan.learner-passes"
_NOBODY = UUID(int=0)


@dataclass(frozen=True, slots=True)
class LearnerPass:
    """A pass that has not ended."""

    id: UUID
    user_id: UUID
    """The nil UUID where nobody was found, who has nothing to show."""


def write_pass(secret: str, user_id: UUID | None) -> str:
    """A pass for a learner, or for nobody. Both look the same."""
    ends_at = int(time.time()) + PASS_SECONDS
    plain = uuid4().bytes + (user_id or _NOBODY).bytes + ends_at.to_bytes(8)
    return urlsafe_b64encode(seal(secret, _PURPOSE, "", plain)).decode()


def read_pass(secret: str, text: str) -> LearnerPass | None:
    """What identity has written; None for anything else, and for a pass that has ended."""
    try:
        sealed = urlsafe_b64decode(text)
    except (Error, ValueError):
        return None
    plain = unseal([secret], _PURPOSE, "", sealed) if len(text) == PASS_LENGTH else None
    if plain is None or int.from_bytes(plain[32:]) <= time.time():
        return None
    return LearnerPass(UUID(bytes=plain[:16]), UUID(bytes=plain[16:32]))
