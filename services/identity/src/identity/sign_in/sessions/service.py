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
from identity.sign_in.sessions.rules import compute_expiry

USER_AGENT_LENGTH = 300


async def create_session(
    session: AsyncSession, settings: Settings, user_id: UUID, user_agent: str
) -> SignInSession:
    now = utc_now()
    created = SignInSession(
        user_id=user_id,
        user_agent=user_agent[:USER_AGENT_LENGTH],
        expires_at=compute_expiry(settings, began_at=now, used_at=now),
    )
    session.add(created)
    await session.flush()
    return created


def create_refresh_token(
    session: AsyncSession, session_id: UUID, parent: bytes | None = None
) -> str:
    """Create a refresh token of a session; `parent` is the hash of the one that it replaces."""
    token = secrets.token_urlsafe(32)
    session.add(RefreshToken(hash=token_hash(token), session_id=session_id, parent=parent))
    return token


def token_hash(token: str) -> bytes:
    """Hash a random token for storage. Its 256 bits need no slow hash."""
    return hashlib.sha256(token.encode()).digest()


async def end_sessions(session: AsyncSession, *conditions: ColumnElement[bool]) -> list[UUID]:
    """End the matching live sessions, publish it to all processes and return their IDs."""
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
    """End all sessions of a user, except the one to keep, and return their IDs."""
    conditions = [col(SignInSession.user_id) == user_id]
    if keep is not None:
        conditions.append(col(SignInSession.id) != keep)
    return await end_sessions(session, *conditions)


async def end_all_sessions(session: AsyncSession) -> int:
    """End all sessions without events, for when the signing keys are revoked as well."""
    ended = await (await session.connection()).execute(
        update(SignInSession)
        .where(col(SignInSession.ended_at).is_(None))
        .values(ended_at=func.now())
    )
    return ended.rowcount
