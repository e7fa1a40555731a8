from uuid import UUID

from kit.database.db import AsyncSession
from kit.security.auth import Principal
from sqlalchemy import ColumnElement, and_, exists, func, select
from sqlmodel import col

from identity.sign_in.sessions.models import RefreshToken, SignInSession
from identity.sign_in.sessions.schemas import OwnSession, SessionRead


def has_live_session(user_id: UUID, session_id: UUID) -> ColumnElement[bool]:
    """Build the condition that the user's session with this ID has not ended."""
    return exists().where(
        col(SignInSession.id) == session_id,
        col(SignInSession.user_id) == user_id,
        col(SignInSession.ended_at).is_(None),
    )


def is_live() -> ColumnElement[bool]:
    """Build the condition that a session has neither ended nor expired."""
    return and_(col(SignInSession.ended_at).is_(None), col(SignInSession.expires_at) > func.now())


async def list_sessions(session: AsyncSession, user_id: UUID) -> list[SessionRead]:
    """List a user's live sessions, most recently used first."""
    used_at = func.coalesce(func.max(col(RefreshToken.created_at)), col(SignInSession.created_at))
    rows = await session.execute(
        select(SignInSession, used_at)
        .outerjoin(RefreshToken, col(RefreshToken.session_id) == col(SignInSession.id))
        .where(col(SignInSession.user_id) == user_id, is_live())
        .group_by(col(SignInSession.id))
        .order_by(used_at.desc(), col(SignInSession.id))
    )
    return [
        SessionRead(
            id=found.id, user_agent=found.user_agent, created_at=found.created_at, used_at=used
        )
        for found, used in rows.all()
    ]


async def list_own_sessions(session: AsyncSession, actor: Principal) -> list[OwnSession]:
    """List the caller's live sessions, the current one first."""
    found = [
        OwnSession(**dict(each), is_current=each.id == actor.session_id)
        for each in await list_sessions(session, actor.user_id)
    ]
    return sorted(found, key=lambda each: not each.is_current)
