"""The secrets of the service, all made from one seed: signing tokens and hashing codes."""

import hashlib
import hmac
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from joserfc import jwt
from joserfc.jwk import KeySet, OKPKey
from kit.auth import ACCESS_TOKEN_SECONDS, ALGORITHM, AUDIENCE, ISSUER

from identity.config import Settings


class Keys:
    """The signing key, the one before it, and the key of keyed hashes."""

    def __init__(self, seed: str, previous_seed: str | None = None) -> None:
        self._current = _signing_key(seed)
        self._kid = self._current.thumbprint()
        self._previous = _signing_key(previous_seed) if previous_seed else None
        self._pepper = hashlib.sha256(f"itqan.pepper:{seed}".encode()).digest()

    @property
    def public(self) -> list[dict[str, Any]]:
        """The public keys as JWKs (RFC 8037), the current one first."""
        keys = [self._current, *([self._previous] if self._previous else [])]
        return [
            {**key.as_dict(private=False), "kid": key.thumbprint(), "use": "sig", "alg": ALGORITHM}
            for key in keys
        ]

    @property
    def key_set(self) -> KeySet:
        """The same keys, for verifying."""
        return KeySet([OKPKey.import_key(key) for key in self.public])

    def sign(self, claims: dict[str, Any]) -> str:
        """An access token with these claims, good for ten minutes."""
        header = {"alg": ALGORITHM, "kid": self._kid, "typ": "JWT"}
        payload = {
            "iss": ISSUER,
            "aud": AUDIENCE,
            "exp": int(time.time()) + ACCESS_TOKEN_SECONDS,
            **claims,
        }
        return jwt.encode(header, payload, self._current, algorithms=[ALGORITHM])

    def digest(self, *parts: object) -> bytes:
        """A keyed hash: of no use to somebody who has read the database alone.

        A code of six digits could otherwise be found by trying all of them.
        """
        message = "\0".join(str(part) for part in parts)
        return hmac.digest(self._pepper, message.encode(), "sha256")


def _signing_key(seed: str) -> OKPKey:
    raw = hashlib.sha256(f"itqan.signing:{seed}".encode()).digest()
    return OKPKey.import_key(Ed25519PrivateKey.from_private_bytes(raw))


def keys_of(settings: Settings) -> Keys:
    """The keys that the settings ask for."""
    previous = settings.previous_signing_key
    return Keys(
        settings.signing_key.get_secret_value(),
        previous.get_secret_value() if previous else None,
    )


@asynccontextmanager
async def open_keys(settings: Settings) -> AsyncIterator[Keys]:
    """The resource of the app."""
    yield keys_of(settings)
