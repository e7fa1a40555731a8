from uuid import UUID

from kit.database.db import AsyncSession, Database
from kit.security.auth import Principal, TokenInvalid
from sqlalchemy import ColumnElement, select
from sqlmodel import col

from identity.accounts.accounts.queries import (
    find_own_account,
    lock_account,
    lock_own_account,
    read_account,
)
from identity.accounts.accounts.rules import normalize_sign_in_name
from identity.accounts.accounts.schemas import UserRead
from identity.config import Settings
from identity.sign_in.attempts.service import (
    Attempt,
    LoginCounts,
    build_login_counts,
    count_attempt,
    count_in_total,
    judge_attempt,
    uncount_attempt,
)
from identity.sign_in.devices.service import Requester, find_login_user
from identity.sign_in.logins.errors import BadCredentials
from identity.sign_in.logins.schemas import LoginRequest
from identity.sign_in.passwords.hashes import service as hashing
from identity.sign_in.proofs.service import redeem_proof
from identity.sign_in.second_factors.challenges.schemas import SecondFactorAsked
from identity.sign_in.second_factors.challenges.service import ask_for_code
from identity.sign_in.sessions.models import RefreshToken, SignInSession
from identity.sign_in.sessions.service import (
    end_session,
    end_sessions,
    end_user_sessions,
    token_hash,
)
from identity.sign_in.signing.service import Keys
from identity.sign_in.tokens.service import SessionStarted, open_session


async def login(
    database: Database,
    keys: Keys,
    settings: Settings,
    form: LoginRequest,
    requester: Requester,
    user_agent: str,
) -> SessionStarted | SecondFactorAsked:
    """Open a session, or ask for a code if the user has a second factor, even on a trusted device.

    Opens its own transactions: no connection is held while the password is hashed, and rejected
    attempts count. After repeated failures the requester must wait, and untrusted devices need a
    proof of work. Raises `BadCredentials`, `AccountLocked`, `ProofRequired`, `Overloaded`.
    """
    # Before counting, so that overload does not extend anyone's wait.
    hashing.refuse_when_full()

    async def judge(attempt: Attempt) -> SessionStarted | SecondFactorAsked:
        return await _login(attempt, database, keys, settings, form, requester, user_agent)

    return await judge_attempt(database, judge)


async def _login(
    attempt: Attempt,
    database: Database,
    keys: Keys,
    settings: Settings,
    form: LoginRequest,
    requester: Requester,
    user_agent: str,
) -> SessionStarted | SecondFactorAsked:
    password, name = form.password, normalize_sign_in_name(form.username)
    async with attempt.counting() as session:
        user = await find_login_user(session, keys, form.username, requester)
        device = requester.find_trusted_device(keys, user)
        counts = build_login_counts(keys, name, requester.network, device)
        await _count(session, attempt, keys, name, form.proof, counts)
    right = await hashing.verify_password(user.password_hash if user else None, password)
    if user is None or not right:
        raise BadCredentials
    new_hash = None
    if hashing.is_outdated(user.password_hash):
        new_hash = await hashing.hash_password(password)
    async with database.transaction() as session:
        account = await lock_account(session, user.id)
        if not account.user.active or account.user.password_hash != user.password_hash:
            # Disabled, or the password was reset while it was being checked.
            raise BadCredentials
        if new_hash:
            account.user.password_hash = new_hash
        await uncount_attempt(session, counts)
        if account.user.second_factor_at is not None:
            return await ask_for_code(session, keys, account.user)
        return await open_session(session, keys, settings, account, user_agent)


async def _count(
    session: AsyncSession,
    attempt: Attempt,
    keys: Keys,
    name: str,
    proof: str | None,
    counts: LoginCounts,
) -> None:
    await count_attempt(session, attempt, counts.own)
    if counts.total is not None:
        proved = proof is not None and await redeem_proof(session, keys, name, proof)
        await count_in_total(session, attempt, counts.total, proved=proved)


async def get_current_user(session: AsyncSession, actor: Principal) -> UserRead:
    """Return the caller, unless the session ended after the token was signed.

    Raises `TokenInvalid`.
    """
    account = await find_own_account(session, actor)
    if account is None:
        raise TokenInvalid
    return read_account(account)


async def end_own_session(session: AsyncSession, actor: Principal, session_id: UUID) -> None:
    """End one session of the caller.

    Raises `SessionNotFound`, `TokenInvalid`.
    """
    await lock_own_account(session, actor)
    await end_session(session, actor.user_id, session_id)


async def end_other_sessions(session: AsyncSession, actor: Principal) -> list[UUID]:
    """End the caller's other sessions and return their IDs.

    Raises `TokenInvalid`.
    """
    await lock_own_account(session, actor)
    return await end_user_sessions(session, actor.user_id, keep=actor.session_id)


async def logout(
    session: AsyncSession, session_id: UUID | None, token: str | None, *, everywhere: bool
) -> list[UUID]:
    """End the sessions of the access token and of the refresh token, usually the same.

    With `everywhere`, end all sessions of their users.
    """
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
