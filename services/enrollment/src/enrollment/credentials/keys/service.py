"""The keys that credentials are signed with: made, rotated, revoked. All copies share the rows, and
changes wait for one another at one lock."""

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
"""Ed25519. Tokens call it so (ADR 6, RFC 9864); Open Badges 3.0 and the programs that check them
know this name."""
PUBLISHED_AHEAD = timedelta(hours=1)
"""A new key signs only once whoever keeps the key documents has asked again."""
_SEALED_FOR = "itqan.credential-keys"

warnings.filterwarnings("ignore", "EdDSA is deprecated", SecurityWarning)


def encode(issuer: Issuer, signer: Signer, payload: dict[str, Any]) -> str:
    """The payload as a JWT."""
    header = {"alg": ALGORITHM, "kid": issuer.key_id(signer.id), "typ": "JWT"}
    return jwt.encode(header, payload, signer.key, algorithms=[ALGORITHM])


async def ensure_signer(session: AsyncSession, issuer: Issuer) -> Signer:
    """The key that signs now; it is made when there is none that the secrets open."""
    if signer := await _find_signer(session, issuer.secrets):
        return signer
    await _lock(session)
    if signer := await _find_signer(session, issuer.secrets):
        return signer
    row = await _create(session, issuer, ahead=timedelta())
    log.info("a key of credentials was created", key_id=row.id)
    signer = _opened(row, issuer.secrets)
    assert signer
    return signer


async def hold_signer(session: AsyncSession, issuer: Issuer) -> Signer:
    """The same, which nobody revokes until the transaction ends: whoever revokes a key signs again
    all that it has signed, and would miss what is not committed yet."""
    while True:
        signer = await ensure_signer(session, issuer)
        held = col(CredentialKey.id) == signer.id, col(CredentialKey.revoked_at).is_(None)
        if await db.lock(session, CredentialKey, *held, share=True):
            return signer


async def rotate_keys(session: AsyncSession, issuer: Issuer) -> CredentialKey:
    """Make a new key, which signs in an hour. What the others have signed stays good."""
    await _lock(session)
    return await _create(session, issuer, ahead=PUBLISHED_AHEAD)


async def revoke_key(session: AsyncSession, issuer: Issuer, key_id: str) -> bool:
    """Publish a key no more, so that nothing is good that it has signed; another one signs at once
    where none is left. False when there is none of this id, or it is revoked already."""
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


def beginning_of(issuer: Issuer, key_id: str) -> str:
    """How everything begins that a key has signed: the header with its id."""
    signer = Signer(key_id, OKPKey.generate_key("Ed25519"))
    return encode(issuer, signer, {}).partition(".")[0] + "."


def state_of(key: CredentialKey, current: CredentialKey | None, now: datetime) -> str:
    """`next`, `current`, `previous` or `revoked`."""
    if key.revoked_at is not None:
        return "revoked"
    if key.signs_at > now:
        return "next"
    return "current" if key is current else "previous"


async def _create(session: AsyncSession, issuer: Issuer, *, ahead: timedelta) -> CredentialKey:
    signs_at = await db.now(session) + ahead
    row = sealed_keys.create(CredentialKey, issuer.secrets[0], _SEALED_FOR, signs_at=signs_at)
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
        # What the session has read before may be from before it waited for the lock.
        .execution_options(populate_existing=True)
    )
    return next((signer for row in rows if (signer := _opened(row, secrets))), None)


def _opened(row: CredentialKey, secrets: Sequence[str]) -> Signer | None:
    return sealed_keys.opened(row, secrets, _SEALED_FOR)
