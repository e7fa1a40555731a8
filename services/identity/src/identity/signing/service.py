"""Making, publishing, rotating and revoking the keys that tokens are signed with.

All copies share the rows. Changes wait for one another at one lock, and every process of every
service is told of them.
"""

import secrets as randomness
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from contracts.identity import KeysChanged
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from joserfc.jwk import OKPKey
from kit.auth import ACCESS_TOKEN_SECONDS, ALGORITHM
from kit.db import AsyncSession, advisory_lock, utc_now
from kit.messaging import outbox
from sqlalchemy import ColumnElement, func, select, update
from sqlmodel import col
from structlog import get_logger

from identity.signing.models import SigningKey
from identity.signing.sealing import seal, unseal

log = get_logger(__name__)

PUBLISHED_AHEAD = timedelta(minutes=3)
"""A new key signs only once every verifier has it, which asks about every minute."""
VERIFIED_LONGER = timedelta(seconds=ACCESS_TOKEN_SECONDS) + timedelta(minutes=5)
"""How long the key before it is good after that: a token's life, and until the last copy of
identity has changed over."""
REVOKED_FOR = timedelta(days=1)
"""How long a revoked key is told of: longer than anybody trusts the document before."""


@dataclass(frozen=True, slots=True)
class Signer:
    """The key that signs now."""

    id: str
    key: OKPKey


@dataclass(slots=True)
class ListedKey:
    """A key as the command line shows it."""

    id: str
    state: str
    created_at: datetime
    signs_at: datetime
    verifies_until: datetime | None
    revoked_at: datetime | None


async def ensure_signer(session: AsyncSession, secrets: Sequence[str]) -> Signer:
    """The key that signs now; it is made when there is none that one of the secrets opens.

    Copies of which some have another master secret already thus each sign with what they can
    open, and all of it is published. The first secret seals what is made.
    """
    if signer := await _find_signer(session, secrets):
        return signer
    await _lock(session)
    if signer := await _find_signer(session, secrets):
        return signer
    made = await _make(session, secrets[0])
    log.info("a signing key was made", key_id=made.id)
    signer = _opened(made, secrets)
    assert signer
    return signer


async def published_keys(session: AsyncSession) -> list[dict[str, Any]]:
    """The public keys as JWKs (RFC 8037): what signs, what signed, and what will sign."""
    rows = await session.scalars(
        select(SigningKey).where(_is_live()).order_by(col(SigningKey.signs_at).desc())
    )
    return [_jwk(row) for row in rows]


async def revoked_ids(session: AsyncSession) -> list[str]:
    """The keys that were revoked within a day."""
    recent = col(SigningKey.revoked_at) > func.now() - REVOKED_FOR
    return list(await session.scalars(select(col(SigningKey.id)).where(recent)))


async def list_keys(session: AsyncSession) -> list[ListedKey]:
    """All of them, the one that signs last first."""
    now = (await session.execute(select(func.now()))).scalar_one()
    newest = select(SigningKey).order_by(col(SigningKey.signs_at).desc(), col(SigningKey.id))
    keys = [
        ListedKey(
            row.id,
            _state(row, now),
            row.created_at,
            row.signs_at,
            row.verifies_until,
            row.revoked_at,
        )
        for row in await session.scalars(newest)
    ]
    good = [key for key in keys if key.state == "good"]
    for key in good:
        key.state = "current" if key is good[0] else "previous"
    return keys


async def rotate(session: AsyncSession, secrets: Sequence[str]) -> SigningKey:
    """Make a new key that signs in three minutes; those before it are good for as long as their
    tokens are."""
    await _lock(session)
    await session.execute(
        update(SigningKey)
        .where(_is_live(), col(SigningKey.verifies_until).is_(None))
        .values(verifies_until=func.now() + PUBLISHED_AHEAD + VERIFIED_LONGER)
        .execution_options(synchronize_session=False)
    )
    return await _make(session, secrets[0], ahead=PUBLISHED_AHEAD)


async def revoke(session: AsyncSession, secrets: Sequence[str], key_id: str) -> list[str]:
    """Have nothing accepted any more that this key has signed; the ids of what was revoked.

    It holds for the next key too, and for one whose time is over. Another key signs at once when
    the current one is gone.
    """
    return await _revoke(session, secrets, col(SigningKey.id) == key_id)


async def revoke_all(session: AsyncSession, secrets: Sequence[str]) -> list[str]:
    """Have no token accepted any more that was signed until now; the ids of what was revoked."""
    return await _revoke(session, secrets, _is_live())


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
        session, [(KeysChanged(key_id=key_id, revoked=True), 2) for key_id in revoked]
    )
    await _replace_current(session, secrets)
    return revoked


async def _replace_current(session: AsyncSession, secrets: Sequence[str]) -> None:
    """Let the next key sign at once, or a new one, when no current one is left."""
    lasting = _is_live(), col(SigningKey.verifies_until).is_(None)
    if await _find_signer(session, secrets, *lasting):
        return
    await session.execute(
        update(SigningKey)
        .where(*lasting, col(SigningKey.signs_at) > func.now())
        .values(signs_at=func.now())
        .execution_options(synchronize_session=False)
    )
    if not await _find_signer(session, secrets, *lasting):
        await _make(session, secrets[0])


async def _lock(session: AsyncSession) -> None:
    await advisory_lock(session, "signing-keys")


async def _make(
    session: AsyncSession, secret: str, *, ahead: timedelta = timedelta()
) -> SigningKey:
    private = Ed25519PrivateKey.generate()
    key_id = f"{utc_now():%Y%m%d}-{randomness.token_hex(4)}"
    now = (await session.execute(select(func.now()))).scalar_one()
    row = SigningKey(
        id=key_id,
        public_key=private.public_key().public_bytes_raw(),
        sealed=seal(secret, key_id, private.private_bytes_raw()),
        signs_at=now + ahead,
    )
    session.add(row)
    await session.flush()
    await outbox.publish(session, KeysChanged(key_id=key_id, revoked=False), sequence=1)
    return row


async def _find_signer(
    session: AsyncSession, secrets: Sequence[str], *conditions: ColumnElement[bool]
) -> Signer | None:
    """The newest key that may sign now, meets the conditions, and can be opened."""
    rows = await session.scalars(
        select(SigningKey)
        .where(_is_live(), col(SigningKey.signs_at) <= func.now(), *conditions)
        .order_by(col(SigningKey.signs_at).desc(), col(SigningKey.id))
        .execution_options(populate_existing=True)
    )
    return next((signer for row in rows if (signer := _opened(row, secrets))), None)


def _is_live() -> ColumnElement[bool]:
    until = col(SigningKey.verifies_until)
    return col(SigningKey.revoked_at).is_(None) & (until.is_(None) | (until > func.now()))


def _opened(row: SigningKey, secrets: Sequence[str]) -> Signer | None:
    private = unseal(secrets, row.id, row.sealed)
    if private is None:
        return None
    return Signer(row.id, OKPKey.import_key(Ed25519PrivateKey.from_private_bytes(private)))


def _jwk(row: SigningKey) -> dict[str, Any]:
    key = OKPKey.import_key(Ed25519PublicKey.from_public_bytes(row.public_key))
    return {**key.as_dict(private=False), "kid": row.id, "use": "sig", "alg": ALGORITHM}


def _state(row: SigningKey, now: datetime) -> str:
    if row.revoked_at is not None:
        return "revoked"
    if row.signs_at > now:
        return "next"
    return "good" if row.verifies_until is None or row.verifies_until > now else "ended"
