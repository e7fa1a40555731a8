"""Sessions and their refresh tokens: begun, and ended."""

import hashlib
import secrets
from uuid import UUID

from contracts.identity import SessionEnded
from kit.database.db import AsyncSession, utc_now
from kit.messaging import outbox
from sqlalchemy import ColumnElement, func, update
from sqlmodel import col

from identity.config import Settings
from identity.sign_in.sessions.errors import SessionNotFound
from identity.sign_in.sessions.models import RefreshToken, SignInSession
from identity.sign_in.sessions.rules import expiry

USER_AGENT_LENGTH = 300


async def create_session(
    session: AsyncSession, settings: Settings, user_id: UUID, user_agent: str
) -> SignInSession:
    """Begin a session of a user."""
    now = utc_now()
    created = SignInSession(
        user_id=user_id,
        user_agent=user_agent[:USER_AGENT_LENGTH],
        expires_at=expiry(settings, began_at=now, used_at=now),
    )
    session.add(created)
    await session.flush()
    return created


def create_refresh_token(
    session: AsyncSession, session_id: UUID, parent: bytes | None = None
) -> str:
    """A refresh token of a session; `parent` is the hash of the one that it replaces."""
    token = secrets.token_urlsafe(32)
    session.add(RefreshToken(hash=token_hash(token), session_id=session_id, parent=parent))
    return token


def token_hash(token: str) -> bytes:
    """How a random token is stored: it has 256 bits, so a plain hash cannot be undone."""
    return hashlib.sha256(token.encode()).digest()


async def end_sessions(session: AsyncSession, *conditions: ColumnElement[bool]) -> list[UUID]:
    """End the live sessions that meet the conditions, publish it to every process, and return
    their ids."""
    statement = (
        update(SignInSession)
        .where(*conditions, col(SignInSession.ended_at).is_(None))
        .values(ended_at=func.now())
        .returning(col(SignInSession.id), col(SignInSession.user_id))
        .execution_options(synchronize_session=False)
    )
    ended = (await session.execute(statement)).all()
    events = [SessionEnded(session_id=row.id, user_id=row.user_id) for row in ended]
    await outbox.publish_many(session, [(event, 1) for event in events])
    return [event.session_id for event in events]


async def end_session(session: AsyncSession, user_id: UUID, session_id: UUID) -> None:
    """End one of a user's sessions.

    Raises `SessionNotFound`.
    """
    own = (col(SignInSession.user_id) == user_id, col(SignInSession.id) == session_id)
    if not await end_sessions(session, *own):
        raise SessionNotFound


async def end_user_sessions(
    session: AsyncSession, user_id: UUID, *, keep: UUID | None = None
) -> list[UUID]:
    """End every session of a user, or all but the one to keep; the ids of those that ended."""
    conditions = [col(SignInSession.user_id) == user_id]
    if keep is not None:
        conditions.append(col(SignInSession.id) != keep)
    return await end_sessions(session, *conditions)


async def end_all_sessions(session: AsyncSession) -> int:
    """End every session, and publish nothing: for when the keys of their access tokens are revoked
    as well."""
    ended = await (await session.connection()).execute(
        update(SignInSession)
        .where(col(SignInSession.ended_at).is_(None))
        .values(ended_at=func.now())
    )
    return ended.rowcount
