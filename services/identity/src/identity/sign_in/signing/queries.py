from dataclasses import dataclass
from datetime import datetime
from typing import Any

from kit.database import db
from kit.database.db import AsyncSession
from kit.security.claims import ALGORITHM
from kit.security.sealed_keys import public_jwk
from kit.web.gauges import Measure
from sqlalchemy import ColumnElement, func, select
from sqlmodel import col

from identity.sign_in.signing.models import SigningKey
from identity.sign_in.signing.rules import REVOKED_KEY_RETENTION

AGE = Measure(
    "itqan_signing_key_age_seconds",
    "Time since the newest signing key began to sign",
    "SELECT coalesce(extract(epoch FROM clock_timestamp() - max(signs_at)), 0) "
    "FROM signing_keys WHERE revoked_at IS NULL AND verifies_until IS NULL",
)


@dataclass(slots=True)
class ListedKey:
    """A key as the command line shows it."""

    id: str
    state: str
    created_at: datetime
    signs_at: datetime
    verifies_until: datetime | None
    revoked_at: datetime | None


def is_live() -> ColumnElement[bool]:
    """Build the condition that signatures of a key are accepted."""
    until = col(SigningKey.verifies_until)
    return col(SigningKey.revoked_at).is_(None) & (until.is_(None) | (until > func.now()))


async def list_public_keys(session: AsyncSession) -> list[dict[str, Any]]:
    """List the live public keys as JWKs (RFC 8037), including the next and the previous one."""
    rows = await session.scalars(
        select(SigningKey).where(is_live()).order_by(col(SigningKey.signs_at).desc())
    )
    return [public_jwk(row, ALGORITHM) for row in rows]


async def list_revoked_ids(session: AsyncSession) -> list[str]:
    """List the keys that were revoked within the last day."""
    recent = col(SigningKey.revoked_at) > func.now() - REVOKED_KEY_RETENTION
    return list(await session.scalars(select(col(SigningKey.id)).where(recent)))


async def list_keys(session: AsyncSession) -> list[ListedKey]:
    """List all keys by the start of signing, newest first."""
    now = await db.now(session)
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
    live = [key for key in keys if key.state == "live"]
    for key in live:
        key.state = "current" if key is live[0] else "previous"
    return keys


def _state(row: SigningKey, now: datetime) -> str:
    if row.revoked_at is not None:
        return "revoked"
    if row.signs_at > now:
        return "next"
    return "live" if row.verifies_until is None or row.verifies_until > now else "ended"
