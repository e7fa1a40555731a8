"""Whether a session is live."""

from uuid import UUID

from sqlalchemy import ColumnElement, and_, exists, func
from sqlmodel import col

from identity.sessions.models import SignInSession


def has_live_session(user_id: UUID, session_id: UUID) -> ColumnElement[bool]:
    """The condition that the user's session of this id has not ended."""
    return exists().where(
        col(SignInSession.id) == session_id,
        col(SignInSession.user_id) == user_id,
        col(SignInSession.ended_at).is_(None),
    )


def is_live() -> ColumnElement[bool]:
    """The condition that a session has neither ended nor expired."""
    return and_(col(SignInSession.ended_at).is_(None), col(SignInSession.expires_at) > func.now())
