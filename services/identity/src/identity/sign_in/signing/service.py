"""Create, rotate and revoke signing keys.

All processes share the rows. Changes are serialized by one lock and broadcast to all services.
"""

import hashlib
import hmac
import time
from collections.abc import Sequence
from datetime import timedelta
from typing import Any

from joserfc import jwt
from kit.database import db
from kit.database.db import AsyncSession, advisory_lock
from kit.messaging import outbox
from kit.security import sealed_keys
from kit.security.claims import ALGORITHM, AUDIENCE, ISSUER
from kit.security.rules import ACCESS_TOKEN_SECONDS
from kit.security.sealed_keys import Signer
from kit.security.tokens import KeysUnavailable
from sqlalchemy import ColumnElement, func, select, update
from sqlmodel import col
from structlog import get_logger

from identity.config import Settings
from identity.sign_in.signing.events import keys_changed
from identity.sign_in.signing.models import SigningKey
from identity.sign_in.signing.queries import is_live
from identity.sign_in.signing.rules import PUBLISHED_AHEAD, VERIFIED_LONGER

log = get_logger(__name__)
SEALING_CONTEXT = "itqan.signing-keys"
"""Context of sealed values; must not change. Also used for the service's other sealed values."""


class Keys:
    """The current signing key, and the pepper of keyed hashes, which derives from the master
    secret.
    """

    def __init__(self, secret: str) -> None:
        self.signer: Signer | None = None
        """None until the database has been read."""
        self._pepper = hashlib.sha256(f"itqan.pepper:{secret}".encode()).digest()

    def sign(self, claims: dict[str, Any], *, seconds: int = ACCESS_TOKEN_SECONDS) -> str:
        """Sign an access token with these claims, valid for `seconds`."""
        if self.signer is None:
            raise KeysUnavailable
        now = int(time.time())
        header = {"alg": ALGORITHM, "kid": self.signer.id, "typ": "JWT"}
        times = {"iat": now, "exp": now + seconds}
        payload = {"iss": ISSUER, "aud": AUDIENCE, **times, **claims}
        return jwt.encode(header, payload, self.signer.key, algorithms=[ALGORITHM])

    def digest(self, *parts: object) -> bytes:
        """Compute a keyed hash, which a leaked database does not reveal.

        A plain hash of six digits could be reversed by trying all of them.
        """
        message = "\0".join(str(part) for part in parts)
        return hmac.digest(self._pepper, message.encode(), "sha256")


def list_master_secrets(settings: Settings) -> list[str]:
    """Return the master secret, and the previous one if set."""
    both = (settings.signing_key, settings.previous_signing_key)
    return [secret.get_secret_value() for secret in both if secret]


async def ensure_signer(session: AsyncSession, secrets: Sequence[str]) -> Signer:
    """Return the key that signs now, or create one if no secret opens any.

    During a change of the master secret, each process signs with a key that it can open, and all
    are published. The first secret seals new keys.
    """
    if signer := await _find_signer(session, secrets):
        return signer
    await _lock(session)
    if signer := await _find_signer(session, secrets):
        return signer
    created = await _create(session, secrets[0])
    log.info("a signing key was created", key_id=created.id)
    signer = _open_key(created, secrets)
    assert signer
    return signer


async def rotate_keys(session: AsyncSession, secrets: Sequence[str]) -> SigningKey:
    """Create a key that signs in three minutes. Previous keys verify for as long as their tokens
    live.
    """
    await _lock(session)
    await session.execute(
        update(SigningKey)
        .where(is_live(), col(SigningKey.verifies_until).is_(None))
        .values(verifies_until=func.now() + PUBLISHED_AHEAD + VERIFIED_LONGER)
        .execution_options(synchronize_session=False)
    )
    return await _create(session, secrets[0], ahead=PUBLISHED_AHEAD)


async def rotate_old_key(session: AsyncSession, secrets: Sequence[str], oldest: timedelta) -> bool:
    """Rotate if the newest current or next key is older than `oldest`. Return True if rotated.

    Concurrent processes find the key of the first one.
    """
    await _lock(session)
    lasting = is_live() & col(SigningKey.verifies_until).is_(None)
    newest = await session.scalar(select(func.max(col(SigningKey.signs_at))).where(lasting))
    if newest is None or newest > await db.now(session) - oldest:
        return False
    created = await rotate_keys(session, secrets)
    log.info("the signing key was old", key_id=created.id, signs_at=str(created.signs_at))
    return True


async def revoke_key(session: AsyncSession, secrets: Sequence[str], key_id: str) -> list[str]:
    """Revoke a key with all its signatures, and return the revoked IDs.

    The next and ended keys can be revoked too. If the current one is revoked, another signs
    immediately.
    """
    return await _revoke(session, secrets, col(SigningKey.id) == key_id)


async def revoke_all_keys(session: AsyncSession, secrets: Sequence[str]) -> list[str]:
    """Revoke all live keys, and so all tokens. Return the revoked IDs."""
    return await _revoke(session, secrets, is_live())


async def _revoke(
    session: AsyncSession, secrets: Sequence[str], condition: ColumnElement[bool]
) -> list[str]:
    await _lock(session)
    statement = (
        update(SigningKey)
        .where(condition, col(SigningKey.revoked_at).is_(None))
        .values(revoked_at=func.now())
        .returning(col(SigningKey.id))
        .execution_options(synchronize_session=False)
    )
    revoked = list(await session.scalars(statement))
    await outbox.publish_many(
        session, [(keys_changed(key_id=key_id, revoked=True), 2) for key_id in revoked]
    )
    await _replace_current(session, secrets)
    return revoked


async def _replace_current(session: AsyncSession, secrets: Sequence[str]) -> None:
    """Let the next key, or a new one, sign immediately if no current one is left."""
    lasting = is_live(), col(SigningKey.verifies_until).is_(None)
    if await _find_signer(session, secrets, *lasting):
        return
    await session.execute(
        update(SigningKey)
        .where(*lasting, col(SigningKey.signs_at) > func.now())
        .values(signs_at=func.now())
        .execution_options(synchronize_session=False)
    )
    if not await _find_signer(session, secrets, *lasting):
        await _create(session, secrets[0])


async def _lock(session: AsyncSession) -> None:
    await advisory_lock(session, "signing-keys")


async def _create(
    session: AsyncSession, secret: str, *, ahead: timedelta = timedelta()
) -> SigningKey:
    signs_at = await db.now(session) + ahead
    row = sealed_keys.create(SigningKey, secret, SEALING_CONTEXT, signs_at=signs_at)
    session.add(row)
    await session.flush()
    await outbox.publish(session, keys_changed(key_id=row.id, revoked=False), sequence=1)
    return row


async def _find_signer(
    session: AsyncSession, secrets: Sequence[str], *conditions: ColumnElement[bool]
) -> Signer | None:
    """Find the newest key that may sign now, meets the conditions and can be opened."""
    rows = await session.scalars(
        select(SigningKey)
        .where(is_live(), col(SigningKey.signs_at) <= func.now(), *conditions)
        .order_by(col(SigningKey.signs_at).desc(), col(SigningKey.id))
        # Overwrite objects that the session read before it waited for the lock.
        .execution_options(populate_existing=True)
    )
    return next((signer for row in rows if (signer := _open_key(row, secrets))), None)


def _open_key(row: SigningKey, secrets: Sequence[str]) -> Signer | None:
    return sealed_keys.opened(row, secrets, SEALING_CONTEXT)
