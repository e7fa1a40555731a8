"""What a process of the service signs tokens and hashes codes with."""

import hashlib
import hmac
import time
from typing import Any

from joserfc import jwt
from kit.security.claims import ACCESS_TOKEN_SECONDS, ALGORITHM, AUDIENCE, ISSUER
from kit.security.sealed_keys import Signer
from kit.security.tokens import KeysUnavailable

from identity.config import Settings


class Keys:
    """The key that signs now, and the key of keyed hashes, which comes from the master secret."""

    def __init__(self, secret: str) -> None:
        self.signer: Signer | None = None
        """None until the database has been read."""
        self._pepper = hashlib.sha256(f"itqan.pepper:{secret}".encode()).digest()

    def sign(self, claims: dict[str, Any], *, seconds: int = ACCESS_TOKEN_SECONDS) -> str:
        """An access token with these claims, valid for so long, which is ten minutes for people."""
        if self.signer is None:
            raise KeysUnavailable
        now = int(time.time())
        header = {"alg": ALGORITHM, "kid": self.signer.id, "typ": "JWT"}
        times = {"iat": now, "exp": now + seconds}
        payload = {"iss": ISSUER, "aud": AUDIENCE, **times, **claims}
        return jwt.encode(header, payload, self.signer.key, algorithms=[ALGORITHM])

    def digest(self, *parts: object) -> bytes:
        """A keyed hash: of no use to somebody who has read the database alone.

        A code of six digits could otherwise be found by trying all of them.
        """
        message = "\0".join(str(part) for part in parts)
        return hmac.digest(self._pepper, message.encode(), "sha256")


def secrets_of(settings: Settings) -> list[str]:
    """The master secret, and the one before it where it is set."""
    both = (settings.signing_key, settings.previous_signing_key)
    return [secret.get_secret_value() for secret in both if secret]
