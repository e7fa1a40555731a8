"""Private keys are stored sealed: whoever reads the database alone cannot sign with them."""

import os
from collections.abc import Sequence

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

NONCE_BYTES = 12


def seal(secret: str, key_id: str, private_key: bytes) -> bytes:
    """The private key under AES-256-GCM, bound to its id."""
    nonce = os.urandom(NONCE_BYTES)
    return nonce + _cipher(secret).encrypt(nonce, private_key, key_id.encode())


def unseal(secrets: Sequence[str], key_id: str, sealed: bytes) -> bytes | None:
    """The private key, or None when none of the secrets is the one that it was sealed with."""
    nonce, encrypted = sealed[:NONCE_BYTES], sealed[NONCE_BYTES:]
    for secret in secrets:
        try:
            return _cipher(secret).decrypt(nonce, encrypted, key_id.encode())
        except InvalidTag:
            continue
    return None


def _cipher(secret: str) -> AESGCM:
    derive = HKDF(algorithm=SHA256(), length=32, salt=None, info=b"itqan.signing-keys")
    return AESGCM(derive.derive(secret.encode()))
