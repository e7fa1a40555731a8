"""Exchanging refresh tokens."""

from datetime import timedelta

from kit.database.db import AsyncSession, Database
from sqlalchemy import func, select, update
from sqlmodel import col

from identity.accounts.accounts.answers import signed_in
from identity.accounts.accounts.models import User
from identity.accounts.accounts.queries import find_account, is_active
from identity.config import Settings
from identity.sign_in.logins.errors import SessionOver
from identity.sign_in.logins.opening import Opened
from identity.sign_in.sessions.models import RefreshToken, SignInSession
from identity.sign_in.sessions.service import create_refresh_token, end_sessions, expiry, token_hash
from identity.sign_in.signing.keys import Keys

REUSE_GRACE = timedelta(seconds=30)
"""Two tabs may present the same token at once; later than this it must have been stolen."""


async def refresh_session(
    database: Database, keys: Keys, settings: Settings, token: str | None
) -> Opened:
    """A new access token, and the next refresh token.

    A token that was already exchanged ends its session, which is committed although the
    request is refused. Two exceptions keep the user signed in: within the grace it gives an
    access token (another tab was quicker), and later it is exchanged again as long as nobody has
    used what it was exchanged for (the answer was lost on its way). However often it is used, a
    session ends after `settings.session_days`.

    Raises `SessionOver`.
    """
    if not token:
        raise SessionOver
    async with database.transaction() as session:
        opened = await _exchange(session, keys, settings, token)
    if opened is None:
        raise SessionOver
    return opened


async def _exchange(
    session: AsyncSession, keys: Keys, settings: Settings, token: str
) -> Opened | None:
    # Not `db.lock`: the token and its session are locked by one query.
    statement = (
        select(RefreshToken, SignInSession, func.clock_timestamp())
        .join(SignInSession, col(SignInSession.id) == col(RefreshToken.session_id))
        .where(
            col(RefreshToken.hash) == token_hash(token),
            col(SignInSession.ended_at).is_(None),
            col(SignInSession.expires_at) > func.now(),
        )
        .with_for_update()
    )
    found = (await session.execute(statement)).first()
    if found is None:
        return None
    presented, current, now = found
    account = await find_account(session, col(User.id) == current.user_id, is_active())
    if account is None:
        return None
    answer = signed_in(account, keys, current.id)
    if presented.used_at is None:
        presented.used_at = now
    elif now - presented.used_at <= REUSE_GRACE:
        return Opened(answer)
    elif not await _void_unused_child(session, presented):
        await end_sessions(session, col(SignInSession.id) == current.id)
        return None
    current.expires_at = expiry(settings, began_at=current.created_at, used_at=now)
    return Opened(answer, create_refresh_token(session, current.id, presented.hash))


async def _void_unused_child(session: AsyncSession, exchanged: RefreshToken) -> bool:
    """Whether the token was exchanged for one that nobody has used; then that one is void.

    The void one ends the session when it is presented: one of the two was stolen.
    """
    voided = await session.execute(
        update(RefreshToken)
        .where(col(RefreshToken.parent) == exchanged.hash, col(RefreshToken.used_at).is_(None))
        .values(used_at=func.clock_timestamp())
        .returning(col(RefreshToken.hash))
        .execution_options(synchronize_session=False)
    )
    return voided.first() is not None
