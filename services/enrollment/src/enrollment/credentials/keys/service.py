"""Creates, rotates and revokes the keys that sign credentials.

Replicas of the service share the rows; one lock serializes changes.
"""

import warnings
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

from joserfc import jwt
from joserfc.errors import SecurityWarning
from joserfc.jwk import OKPKey
from kit.database import db
from kit.database.db import AsyncSession
from kit.security import sealed_keys
from kit.security.sealed_keys import Signer
from sqlalchemy import func, select, update
from sqlmodel import col
from structlog import get_logger

from enrollment.credentials.adapters.did_web import Issuer
from enrollment.credentials.models import CredentialKey

log = get_logger(__name__)

ALGORITHM = "EdDSA"
"""Ed25519. Tokens use this name (ADR 6, RFC 9864), and so do Open Badges 3.0 and its verifiers."""
PUBLISHED_AHEAD = timedelta(hours=1)
"""Time before a new key signs, so that cached key documents have expired."""
_SEALING_CONTEXT = "itqan.credential-keys"

warnings.filterwarnings("ignore", "EdDSA is deprecated", SecurityWarning)


def sign_payload(issuer: Issuer, signer: Signer, payload: dict[str, Any]) -> str:
    """Sign the payload as a JWT."""
    header = {"alg": ALGORITHM, "kid": issuer.key_id(signer.id), "typ": "JWT"}
    return jwt.encode(header, payload, signer.key, algorithms=[ALGORITHM])


async def ensure_signer(session: AsyncSession, issuer: Issuer) -> Signer:
    """Return the current signing key; create one if the secrets decrypt none."""
    if signer := await _find_signer(session, issuer.secrets):
        return signer
    await _lock(session)
    if signer := await _find_signer(session, issuer.secrets):
        return signer
    row = await _create(session, issuer, ahead=timedelta())
    log.info("a key of credentials was created", key_id=row.id)
    signer = _open_key(row, issuer.secrets)
    assert signer
    return signer


async def lock_signer(session: AsyncSession, issuer: Issuer) -> Signer:
    """Return the signing key, locked against revocation until the transaction ends.

    Revoking signs a key's credentials again and would miss uncommitted ones.
    """
    while True:
        signer = await ensure_signer(session, issuer)
        held = col(CredentialKey.id) == signer.id, col(CredentialKey.revoked_at).is_(None)
        if await db.lock(session, CredentialKey, *held, share=True):
            return signer


async def rotate_keys(session: AsyncSession, issuer: Issuer) -> CredentialKey:
    """Create a key that signs in an hour. Credentials of older keys stay valid."""
    await _lock(session)
    return await _create(session, issuer, ahead=PUBLISHED_AHEAD)


async def revoke_key(session: AsyncSession, issuer: Issuer, key_id: str) -> bool:
    """Remove a key from publication, which invalidates its signatures, and ensure a signing key.

    Return False if the key is unknown or already revoked.
    """
    await _lock(session)
    revoked = await session.scalar(
        update(CredentialKey)
        .where(col(CredentialKey.id) == key_id, col(CredentialKey.revoked_at).is_(None))
        .values(revoked_at=func.now())
        .returning(col(CredentialKey.id))
        .execution_options(synchronize_session=False)
    )
    await ensure_signer(session, issuer)
    return revoked is not None


def build_token_prefix(issuer: Issuer, key_id: str) -> str:
    """Return the common prefix of a key's JWTs: the header with its ID."""
    signer = Signer(key_id, OKPKey.generate_key("Ed25519"))
    return sign_payload(issuer, signer, {}).partition(".")[0] + "."


def get_key_state(key: CredentialKey, current: CredentialKey | None, now: datetime) -> str:
    """Return `next`, `current`, `previous` or `revoked`."""
    if key.revoked_at is not None:
        return "revoked"
    if key.signs_at > now:
        return "next"
    return "current" if key is current else "previous"


async def _create(session: AsyncSession, issuer: Issuer, *, ahead: timedelta) -> CredentialKey:
    signs_at = await db.now(session) + ahead
    row = sealed_keys.create(CredentialKey, issuer.secrets[0], _SEALING_CONTEXT, signs_at=signs_at)
    session.add(row)
    await session.flush()
    return row


async def _lock(session: AsyncSession) -> None:
    await db.advisory_lock(session, "credential-keys")


async def _find_signer(session: AsyncSession, secrets: Sequence[str]) -> Signer | None:
    rows = await session.scalars(
        select(CredentialKey)
        .where(
            col(CredentialKey.revoked_at).is_(None),
            col(CredentialKey.signs_at) <= func.clock_timestamp(),
        )
        .order_by(col(CredentialKey.signs_at).desc(), col(CredentialKey.id))
        # The session may hold rows read before it acquired the lock.
        .execution_options(populate_existing=True)
    )
    return next((signer for row in rows if (signer := _open_key(row, secrets))), None)


def _open_key(row: CredentialKey, secrets: Sequence[str]) -> Signer | None:
    return sealed_keys.opened(row, secrets, _SEALING_CONTEXT)
