"""What identity answers at `/internal/jwks`, and keeping the last answer on disk.

A process that starts while identity does not answer verifies tokens with what is kept.
"""

import os
import time
from collections.abc import Collection
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any
from uuid import UUID

from pydantic import BaseModel
from structlog import get_logger

log = get_logger(__name__)

TRUSTED_SECONDS = 3600
"""How long keys are good after identity has confirmed them, in memory and on disk.

Long enough for an hour in which one service cannot reach identity and all else goes on. With
identity itself down it does not matter: the last token that it signed ends after ten minutes.
"""


class KeyDocument(BaseModel):
    """Identity's public keys, and what was revoked.

    Revocations within a token's lifetime are listed here too, so that a process that starts after
    their broadcast knows them as well.
    """

    keys: list[dict[str, Any]]
    """JWKs (RFC 8037) with their `kid`: of the key that signs, the one before and the next."""
    revoked: list[str] = []
    """Ids of keys that are refused for good, whatever an older document says."""
    principals: dict[UUID, int] = {}
    """The versions of the principals, people and partner clients, that changed within the life of
    a token."""
    ended_sessions: list[UUID] = []

    def without(self, revoked: Collection[str]) -> "KeyDocument":
        """The same when these keys are revoked as well."""
        keys = [key for key in self.keys if key.get("kid") not in revoked]
        return self.model_copy(update={"keys": keys, "revoked": sorted(revoked)})


class Kept(BaseModel):
    """The last answer as it lies on disk."""

    confirmed_at: float
    """Seconds of the epoch."""
    document: KeyDocument


def kept(file: Path) -> Kept | None:
    """The last answer, unless it is too old, from the future, damaged or missing."""
    try:
        last = Kept.model_validate_json(file.read_bytes())
    except FileNotFoundError:
        return None
    except (OSError, ValueError) as error:
        log.warning("the kept keys cannot be read", error=repr(error))
        return None
    age = time.time() - last.confirmed_at
    return last if 0 <= age < TRUSTED_SECONDS else None


def forget(file: Path) -> None:
    """Remove what is kept, because a key in it is not good any more."""
    try:
        file.unlink(missing_ok=True)
    except OSError as error:
        log.warning("the kept keys cannot be removed", error=repr(error))


def keep(file: Path, document: KeyDocument) -> None:
    """Put the answer on disk, whole or not at all. What goes wrong is only logged.

    Whoever can write this file can forge tokens, so only its owner may.
    """
    content = Kept(confirmed_at=time.time(), document=document).model_dump_json()
    try:
        file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        # Copies of the service share the file, so each writes a draft of its own.
        with NamedTemporaryFile("w", dir=file.parent, prefix=file.name, delete=False) as draft:
            try:
                draft.write(content)
                draft.flush()
                os.fsync(draft.fileno())
                Path(draft.name).replace(file)
            except OSError:
                Path(draft.name).unlink()
                raise
    except OSError as error:
        log.warning("the keys cannot be kept", error=repr(error))
