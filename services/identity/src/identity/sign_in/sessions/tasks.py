from datetime import timedelta

from kit.database import db
from kit.database.db import AsyncSession
from kit.messaging.periodic import Sweep
from sqlalchemy import func, or_
from sqlmodel import col

from identity.sign_in.sessions.models import SignInSession
from identity.sign_in.sessions.rules import RETENTION


async def prune_sessions(session: AsyncSession) -> int:
    """Delete sessions that ended or expired a day ago, with their refresh tokens."""
    since = func.now() - RETENTION
    is_over = or_(col(SignInSession.ended_at) < since, col(SignInSession.expires_at) < since)
    return await db.delete_portion(session, SignInSession, is_over)


TASKS = (Sweep("prune_sessions", timedelta(minutes=10), prune_sessions),)
