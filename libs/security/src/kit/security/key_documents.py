"""Identity's key document (`/internal/jwks`) and its cache on disk.

A process that starts while identity is down verifies tokens with the cached document.
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
"""Lifetime of keys after identity has confirmed them, in memory and on disk.

It covers an hour in which one service cannot reach identity. If identity itself is down, its last
token expires after ten minutes anyway.
"""


class KeyDocument(BaseModel):
    """Identity's public keys and recent revocations.

    Revocations within a token's lifetime are included, so that processes that start after their
    broadcast know them.
    """

    keys: list[dict[str, Any]]
    """JWKs (RFC 8037) with `kid`: the current signing key, the previous and the next."""
    revoked: list[str] = []
    """IDs of permanently revoked keys, also if an older document lists them."""
    principals: dict[UUID, int] = {}
    """Versions of users and partner clients that changed within a token's lifetime."""
    ended_sessions: list[UUID] = []

    def with_revoked(self, revoked: Collection[str]) -> "KeyDocument":
        """Return a copy in which these keys are revoked too."""
        keys = [key for key in self.keys if key.get("kid") not in revoked]
        return self.model_copy(update={"keys": keys, "revoked": sorted(revoked)})


class CachedDocument(BaseModel):
    """The cached document on disk."""

    confirmed_at: float
    """Unix time in seconds."""
    document: KeyDocument


def read_cached(file: Path) -> CachedDocument | None:
    """Return the cached document, or None if it is too old, from the future, damaged or missing."""
    try:
        last = CachedDocument.model_validate_json(file.read_bytes())
    except FileNotFoundError:
        return None
    except (OSError, ValueError) as error:
        log.warning("the kept keys cannot be read", error=repr(error))
        return None
    age = time.time() - last.confirmed_at
    return last if 0 <= age < TRUSTED_SECONDS else None


def delete_cached(file: Path) -> None:
    """Delete the cached document, because one of its keys was revoked."""
    try:
        file.unlink(missing_ok=True)
    except OSError as error:
        log.warning("the kept keys cannot be removed", error=repr(error))


def write_cached(file: Path, document: KeyDocument) -> None:
    """Write the cached document atomically. Errors are only logged.

    A process that can write this file can forge tokens, so only its owner may.
    """
    content = CachedDocument(confirmed_at=time.time(), document=document).model_dump_json()
    try:
        file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        # Replicas of the service share the file, so each writes its own temporary file.
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
