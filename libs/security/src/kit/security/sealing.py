"""Encryption of stored values with a master secret, for a purpose and bound to their row."""

import os
from collections.abc import Sequence

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

NONCE_BYTES = 12


def seal(secret: str, purpose: str, bound_to: str, plain: bytes) -> bytes:
    """Encrypt with AES-256-GCM. The value cannot be decrypted for another row."""
    nonce = os.urandom(NONCE_BYTES)
    return nonce + _cipher(secret, purpose).encrypt(nonce, plain, bound_to.encode())


def unseal(secrets: Sequence[str], purpose: str, bound_to: str, sealed: bytes) -> bytes | None:
    """Decrypt a value, or return None if no secret fits."""
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
