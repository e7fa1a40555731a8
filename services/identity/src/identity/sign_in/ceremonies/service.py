import secrets
from datetime import timedelta
from typing import Any
from uuid import UUID

from kit.database import db
from kit.database.db import AsyncSession
from sqlalchemy import ColumnElement, and_, delete, func, select
from sqlmodel import col

from identity.sign_in.ceremonies.errors import CeremonyExpired
from identity.sign_in.ceremonies.models import Ceremony, Purpose
from identity.sign_in.sessions.service import token_hash


async def create_ceremony(
    session: AsyncSession,
    purpose: Purpose,
    lifetime: timedelta,
    *,
    user_id: UUID | None = None,
    **data: Any,
) -> str:
    """Begin a ceremony and return the token to continue it."""
    token = secrets.token_urlsafe(32)
    session.add(
        Ceremony(
            hash=token_hash(token),
            purpose=purpose,
            user_id=user_id,
            data=data,
            expires_at=await db.now(session) + lifetime,
        )
    )
    return token


async def get_ceremony(session: AsyncSession, purpose: Purpose, token: str) -> Ceremony:
    """Return an unfinished ceremony by its token.

    Raises `CeremonyExpired`.
    """
    found = await session.scalar(select(Ceremony).where(_is_under_way(purpose, token)))
    if found is None:
        raise CeremonyExpired
    return found


async def finish_ceremony(session: AsyncSession, purpose: Purpose, token: str) -> Ceremony:
    """Delete and return an unfinished ceremony. Of concurrent requests, only one gets it.

    Raises `CeremonyExpired`.
    """
    statement = (
        delete(Ceremony)
        .where(_is_under_way(purpose, token))
        .returning(Ceremony)
        .execution_options(synchronize_session=False)
    )
    found = await session.scalar(statement)
    if found is None:
        raise CeremonyExpired
    return found


def _is_under_way(purpose: Purpose, token: str) -> ColumnElement[bool]:
    return and_(
        col(Ceremony.hash) == token_hash(token),
        col(Ceremony.purpose) == purpose,
        col(Ceremony.expires_at) > func.now(),
    )
