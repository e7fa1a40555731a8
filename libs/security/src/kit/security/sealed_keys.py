"""Ed25519 keys that a service signs with, as rows: the public part in the open, the private part
sealed under a master secret, so that all copies share them and the database alone signs nothing."""

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
    """What a table of keys has (`class SigningKey(Table, SealedKey, table=True)`)."""

    id: str = Field(primary_key=True, max_length=60)
    """The key's id in the header of what it has signed."""
    public_key: bytes
    """Ed25519, 32 bytes."""
    sealed: bytes
    """The private key, which only the master secret opens; see `kit.security.sealing`."""
    created_at: datetime = timestamp(default_now=True)
    signs_at: datetime = timestamp()
    revoked_at: datetime | None = timestamp(nullable=True)


K = TypeVar("K", bound=SealedKey)


@dataclass(frozen=True, slots=True)
class Signer:
    """A key that was opened."""

    id: str
    key: OKPKey


def create(model: type[K], secret: str, purpose: str, *, signs_at: datetime) -> K:
    """A new key, sealed under the secret for this purpose; the caller adds it."""
    private = Ed25519PrivateKey.generate()
    key_id = f"{utc_now():%Y%m%d}-{randomness.token_hex(4)}"
    return model(
        id=key_id,
        public_key=private.public_key().public_bytes_raw(),
        sealed=seal(secret, purpose, key_id, private.private_bytes_raw()),
        signs_at=signs_at,
    )


def opened(row: SealedKey, secrets: Sequence[str], purpose: str) -> Signer | None:
    """The key, or None when none of the secrets is the one that it was sealed with."""
    private = unseal(secrets, purpose, row.id, row.sealed)
    if private is None:
        return None
    return Signer(row.id, OKPKey.import_key(Ed25519PrivateKey.from_private_bytes(private)))


def public_jwk(row: SealedKey, algorithm: str) -> dict[str, Any]:
    """The public part as a JWK (RFC 8037), for signatures with this algorithm."""
    key = OKPKey.import_key(Ed25519PublicKey.from_public_bytes(row.public_key))
    return {**key.as_dict(private=False), "kid": row.id, "use": "sig", "alg": algorithm}
