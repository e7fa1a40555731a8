"""Sessions: begun with a password, kept up by rotating refresh tokens, and ended."""

import hashlib
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from uuid import UUID

from contracts.identity import SessionEnded
from kit.auth import Principal, TokenInvalid
from kit.db import AsyncSession, Database, utc_now
from kit.errors import Unauthorized
from kit.messaging import outbox
from sqlalchemy import ColumnElement, func, select, update
from sqlmodel import col

from identity.accounts.models import User
from identity.accounts.schemas import SignedIn, UserRead
from identity.accounts.service import (
    Account,
    find_account,
    has_live_session,
    is_active,
    lock_account,
    read_account,
    signed_in,
)
from identity.attempts.service import (
    LoginCounts,
    count_attempt,
    count_in_total,
    login_counts,
    take_back,
)
from identity.config import Settings
from identity.devices import service as askers
from identity.devices.queries import find_for_sign_in
from identity.devices.service import Asker
from identity.logins.cookies import LIFETIME
from identity.logins.schemas import LoginRequest
from identity.otps.service import resend_in
from identity.passwords import hashing
from identity.proofs.service import redeem
from identity.sessions.models import RefreshToken, SignInSession
from identity.signing.keys import Keys

REUSE_GRACE = timedelta(seconds=30)
"""Two tabs may present the same token at once; later than this it must have been stolen."""
USER_AGENT_LENGTH = 300


class BadCredentials(Unauthorized):
    """Name or password is wrong, or the account may not sign in; the answer tells not which."""

    code = "auth.bad_credentials"
    default_detail = "The username or password is not right."


class SessionOver(Unauthorized):
    """The refresh token is not good any more."""

    code = "auth.session_over"
    default_detail = "Your session has ended. Sign in again."


@dataclass(frozen=True, slots=True)
class Opened:
    """A signed-in answer, and what goes into cookies where that is new."""

    answer: SignedIn
    refresh_token: str | None = None
    """None when the browser's own stays good."""
    known_browser: str | None = None
    """Given when a session begins."""


async def login(
    database: Database,
    keys: Keys,
    settings: Settings,
    form: LoginRequest,
    asker: Asker,
    user_agent: str,
) -> Opened:
    """Begin a session.

    Raises `BadCredentials`; after repeated failures of the same asker `AccountLocked`, and of
    strangers in general `ProofRequired`. It makes its own transactions: no connection is held
    while the password is hashed, and an attempt is remembered although the request is refused.
    """
    password = form.password
    async with database.transaction() as session:
        user = await _find_user(session, keys, form.username, asker)
        counts = login_counts(keys, form.username, asker.network, asker.known_as(keys, user))
        await _count(session, keys, form, counts)
    right = await hashing.verify_password(user.password_hash if user else None, password)
    if user is None or not right:
        raise BadCredentials
    new_hash = None
    if hashing.is_outdated(user.password_hash):
        new_hash = await hashing.hash_password(password)
    async with database.transaction() as session:
        account = await lock_account(session, user.id)
        if not account.user.active or account.user.password_hash != user.password_hash:
            # Disabled, or reset while the old password was being checked.
            raise BadCredentials
        if new_hash:
            account.user.password_hash = new_hash
        await take_back(session, counts)
        return await open_session(session, keys, settings, account, user_agent)


async def _count(
    session: AsyncSession, keys: Keys, form: LoginRequest, counts: LoginCounts
) -> None:
    await count_attempt(session, counts.own)
    if counts.total is not None:
        proved = form.proof is not None and await redeem(session, keys, form.username, form.proof)
        await count_in_total(session, counts.total, proved=proved)


async def _find_user(session: AsyncSession, keys: Keys, typed: str, asker: Asker) -> User | None:
    if "@" in typed:
        return await find_for_sign_in(session, keys, typed, asker)
    found: User | None = await session.scalar(select(User).where(col(User.username) == typed))
    return found


async def open_session(
    session: AsyncSession, keys: Keys, settings: Settings, account: Account, user_agent: str
) -> Opened:
    """Begin a session of a user who has just proved who they are."""
    opened = SignInSession(
        user_id=account.user.id,
        user_agent=user_agent[:USER_AGENT_LENGTH],
        expires_at=utc_now() + LIFETIME,
    )
    session.add(opened)
    await session.flush()
    token = _new_token(session, opened.id)
    browser = askers.introduce(keys, account.user.id)
    answer = signed_in(account, keys, opened.id)
    if account.user.verified_at is None:
        answer.resend_in = await resend_in(session, keys, settings, account.user.id)
    return Opened(answer, token, browser)


def _new_token(session: AsyncSession, session_id: UUID, parent: bytes | None = None) -> str:
    token = secrets.token_urlsafe(32)
    session.add(RefreshToken(hash=token_hash(token), session_id=session_id, parent=parent))
    return token


def token_hash(token: str) -> bytes:
    """How a random token is stored: it has 256 bits, so a plain hash cannot be undone."""
    return hashlib.sha256(token.encode()).digest()


async def refresh(database: Database, keys: Keys, token: str | None) -> Opened:
    """A fresh access token, and the next refresh token. Raises `SessionOver`.

    A token that was already exchanged ends its session, which is committed although the
    request is refused. Two exceptions keep the innocent signed in: within the grace it gives an
    access token (another tab was quicker), and later it is exchanged again as long as nobody has
    used what it was exchanged for (the answer was lost on its way).
    """
    if not token:
        raise SessionOver
    async with database.transaction() as session:
        opened = await _exchange(session, keys, token)
    if opened is None:
        raise SessionOver
    return opened


async def _exchange(session: AsyncSession, keys: Keys, token: str) -> Opened | None:
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
    current.expires_at = now + LIFETIME
    return Opened(answer, _new_token(session, current.id, presented.hash))


async def _void_unused_child(session: AsyncSession, exchanged: RefreshToken) -> bool:
    """Whether the token was exchanged for one that nobody has used; then that one is void.

    Whoever holds the void one and presents it ends the session: one of the two is a thief.
    """
    voided = await session.execute(
        update(RefreshToken)
        .where(col(RefreshToken.parent) == exchanged.hash, col(RefreshToken.used_at).is_(None))
        .values(used_at=func.clock_timestamp())
        .returning(col(RefreshToken.hash))
        .execution_options(synchronize_session=False)
    )
    return voided.first() is not None


async def read_current_user(session: AsyncSession, actor: Principal) -> UserRead:
    """The caller. Raises `TokenInvalid` when the session has ended a moment ago."""
    account = await find_account(
        session,
        col(User.id) == actor.user_id,
        is_active(),
        has_live_session(actor.session_id),
    )
    if account is None:
        raise TokenInvalid
    return read_account(account)


async def logout(
    session: AsyncSession, session_id: UUID | None, token: str | None, *, everywhere: bool
) -> list[UUID]:
    """End the session of the access token and that of the refresh token, usually the same; with
    `everywhere` all others of their users too."""
    hashed = token_hash(token) if token else b""
    by_token = select(col(RefreshToken.session_id)).where(col(RefreshToken.hash) == hashed)
    condition: ColumnElement[bool] = col(SignInSession.id).in_(by_token)
    if session_id is not None:
        condition |= col(SignInSession.id) == session_id
    if everywhere:
        users = select(col(SignInSession.user_id)).where(
            condition, col(SignInSession.ended_at).is_(None)
        )
        condition = col(SignInSession.user_id).in_(users)
    return await end_sessions(session, condition)


async def end_sessions(session: AsyncSession, *conditions: ColumnElement[bool]) -> list[UUID]:
    """End the live sessions that meet the conditions, tell every process, and return their ids."""
    statement = (
        update(SignInSession)
        .where(*conditions, col(SignInSession.ended_at).is_(None))
        .values(ended_at=func.now())
        .returning(col(SignInSession.id), col(SignInSession.user_id))
        .execution_options(synchronize_session=False)
    )
    ended: Sequence[tuple[UUID, UUID]] = [
        (row[0], row[1]) for row in await session.execute(statement)
    ]
    await outbox.publish_many(
        session, [(SessionEnded(session_id=id_, user_id=user_id), 1) for id_, user_id in ended]
    )
    return [id_ for id_, _ in ended]


async def end_all_sessions(session: AsyncSession) -> int:
    """End every session, untold: for when the keys of their access tokens are revoked as well."""
    ended = await (await session.connection()).execute(
        update(SignInSession)
        .where(col(SignInSession.ended_at).is_(None))
        .values(ended_at=func.now())
    )
    return ended.rowcount


async def end_users_sessions(
    session: AsyncSession, user_id: UUID, *, keep: UUID | None = None
) -> None:
    """End every session of a user, or all but the one to keep."""
    conditions = [col(SignInSession.user_id) == user_id]
    if keep is not None:
        conditions.append(col(SignInSession.id) != keep)
    await end_sessions(session, *conditions)
