"""What has to be read again, and is not to be read in the database alone, is stored sealed: under a
master secret of the settings, for a purpose, and bound to the row that it belongs to."""

import os
from collections.abc import Sequence

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

NONCE_BYTES = 12


def seal(secret: str, purpose: str, bound_to: str, plain: bytes) -> bytes:
    """It under AES-256-GCM. What is bound to another row is not opened in its place."""
    nonce = os.urandom(NONCE_BYTES)
    return nonce + _cipher(secret, purpose).encrypt(nonce, plain, bound_to.encode())


def unseal(secrets: Sequence[str], purpose: str, bound_to: str, sealed: bytes) -> bytes | None:
    """What was sealed, or None when none of the secrets is the one that it was sealed with."""
    nonce, encrypted = sealed[:NONCE_BYTES], sealed[NONCE_BYTES:]
    for secret in secrets:
        try:
            return _cipher(secret, purpose).decrypt(nonce, encrypted, bound_to.encode())
        except InvalidTag:
            continue
    return None


def _cipher(secret: str, purpose: str) -> AESGCM:
    derive = HKDF(algorithm=SHA256(), length=32, salt=None, info=purpose.encode())
    return AESGCM(derive.derive(secret.encode()))
