"""Ed25519 signing keys stored as rows and shared by replicas.

The private part is encrypted with a master secret, so the database alone cannot sign.
"""

import secrets as randomness
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, TypeVar

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from joserfc.jwk import OKPKey
from kit.database.db import timestamp, utc_now
from kit.security.sealing import seal, unseal
from sqlmodel import Field, SQLModel


class SealedKey(SQLModel):
    """Columns of a table of keys (`class SigningKey(Table, SealedKey, table=True)`)."""

    id: str = Field(primary_key=True, max_length=60)
    """Key ID in the header of signed documents."""
    public_key: bytes
    """Ed25519, 32 bytes."""
    sealed: bytes
    """Private key, encrypted with the master secret; see `kit.security.sealing`."""
    created_at: datetime = timestamp(default_now=True)
    signs_at: datetime = timestamp()
    revoked_at: datetime | None = timestamp(nullable=True)


K = TypeVar("K", bound=SealedKey)


@dataclass(frozen=True, slots=True)
class Signer:
    """A decrypted key."""

    id: str
    key: OKPKey


def create(model: type[K], secret: str, purpose: str, *, signs_at: datetime) -> K:
    """Create a key, encrypted with the secret for this purpose; the caller adds it to the
    session."""
    private = Ed25519PrivateKey.generate()
    key_id = f"{utc_now():%Y%m%d}-{randomness.token_hex(4)}"
    return model(
        id=key_id,
        public_key=private.public_key().public_bytes_raw(),
        sealed=seal(secret, purpose, key_id, private.private_bytes_raw()),
        signs_at=signs_at,
    )


def opened(row: SealedKey, secrets: Sequence[str], purpose: str) -> Signer | None:
    """Decrypt the key, or return None if no secret fits."""
    private = unseal(secrets, purpose, row.id, row.sealed)
    if private is None:
        return None
    return Signer(row.id, OKPKey.import_key(Ed25519PrivateKey.from_private_bytes(private)))


def public_jwk(row: SealedKey, algorithm: str) -> dict[str, Any]:
    """Return the public key as a JWK (RFC 8037) for this algorithm."""
    key = OKPKey.import_key(Ed25519PublicKey.from_public_bytes(row.public_key))
    return {**key.as_dict(private=False), "kid": row.id, "use": "sig", "alg": algorithm}
