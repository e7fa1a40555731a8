from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from contracts import ApprovalStatus
from kit.database.db import AsyncSession, Database
from kit.web.idempotency import AlreadyDone
from sqlalchemy import func, select, update
from sqlmodel import col

from identity.accounts.accounts.models import Account, User
from identity.accounts.accounts.queries import (
    find_account,
    is_active,
    lock_own_account,
    read_account,
)
from identity.accounts.accounts.schemas import SignedIn
from identity.config import Settings
from identity.sign_in.devices.service import create_device_cookie
from identity.sign_in.otps.queries import get_resend_in
from identity.sign_in.sessions.models import RefreshToken, SignInSession
from identity.sign_in.sessions.rules import compute_expiry
from identity.sign_in.sessions.service import (
    create_refresh_token,
    create_session,
    end_sessions,
    token_hash,
)
from identity.sign_in.signing.service import Keys
from identity.sign_in.tokens.errors import SessionHasEnded
from identity.sign_in.tokens.rules import REUSE_GRACE


def build_sign_in_response(account: Account, keys: Keys, session_id: UUID) -> SignedIn:
    """Build the response with a new access token."""
    return SignedIn(
        access_token=keys.sign(build_claims(account, session_id)), user=read_account(account)
    )


async def renew_sign_in_response(database: Database, values: Mapping[str, Any]) -> SignedIn:
    """Answer a retried change of the caller's account with a current token.

    Raises `AlreadyDone` for a caller without a session, `TokenInvalid`.
    """
    actor = values["actor"]
    if actor is None:
        raise AlreadyDone
    async with database.transaction() as session:
        account = await lock_own_account(session, actor)
        return build_sign_in_response(account, values["keys"], actor.session_id)


def build_claims(account: Account, session_id: UUID) -> dict[str, Any]:
    """Build the claims of an access token."""
    user = account.user
    return {
        "sub": str(user.id),
        "sid": str(session_id),
        "pv": user.principal_version,
        "verified": user.verified_at is not None,
        "identified": user.identified,
        "second_factor_due": account.second_factor_due,
        "profiles": [
            {
                "id": str(m.profile.id),
                "type": m.profile.type.value,
                "organization_id": _text(m.profile.organization_id),
                "approved": m.profile.approval_status is ApprovalStatus.APPROVED,
                "paid": m.profile.paid,
                "image": m.profile.image_key is not None,
                "suspended": m.organization is not None and m.organization.suspended_at is not None,
                "roles": [role.slug for role in m.roles],
                "permissions": m.permissions,
            }
            for m in account.memberships
        ],
        "roles": sorted({role.slug for m in account.memberships for role in m.roles}),
        "permissions": sorted({slug for m in account.memberships for slug in m.permissions}),
    }


def _text(value: UUID | None) -> str | None:
    return str(value) if value else None


@dataclass(frozen=True, slots=True)
class SessionStarted:
    """A signed-in response with its new cookies."""

    answer: SignedIn
    refresh_token: str | None = None
    """None if the browser's cookie stays valid."""
    device_cookie: str | None = None
    """Set when a session begins."""


async def open_session(
    session: AsyncSession, keys: Keys, settings: Settings, account: Account, user_agent: str
) -> SessionStarted:
    """Open a session for a user who has just authenticated."""
    user = account.user
    created = await create_session(session, settings, user.id, user_agent)
    answer = build_sign_in_response(account, keys, created.id)
    if user.verified_at is None:
        answer.resend_in = await get_resend_in(session, keys, settings, user.id)
    refresh_token = create_refresh_token(session, created.id)
    return SessionStarted(answer, refresh_token, create_device_cookie(keys, user.id))


async def refresh_session(
    database: Database, keys: Keys, settings: Settings, token: str | None
) -> SessionStarted:
    """Exchange a refresh token for an access token and the next refresh token.

    Reusing a token ends its session, which is committed although the request fails. There are two
    exceptions. Within the grace period, reuse yields an access token, since another tab was faster.
    Later, it is exchanged again if its successor is unused, since the response was lost. Sessions
    end after `settings.session_days` in any case. Raises `SessionHasEnded`.
    """
    if not token:
        raise SessionHasEnded
    async with database.transaction() as session:
        opened = await _exchange(session, keys, settings, token)
    if opened is None:
        raise SessionHasEnded
    return opened


async def _exchange(
    session: AsyncSession, keys: Keys, settings: Settings, token: str
) -> SessionStarted | None:
    # Not `db.lock`: one query locks the token and its session.
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
    answer = build_sign_in_response(account, keys, current.id)
    if presented.used_at is None:
        presented.used_at = now
    elif now - presented.used_at <= REUSE_GRACE:
        return SessionStarted(answer)
    elif not await _void_unused_child(session, presented):
        await end_sessions(session, col(SignInSession.id) == current.id)
        return None
    current.expires_at = compute_expiry(settings, began_at=current.created_at, used_at=now)
    return SessionStarted(answer, create_refresh_token(session, current.id, presented.hash))


async def _void_unused_child(session: AsyncSession, exchanged: RefreshToken) -> bool:
    """Void the unused successor of an exchanged token. Return True if there was one.

    Presenting the voided one later ends the session, because one of the two was stolen.
    """
    voided = await session.execute(
        update(RefreshToken)
        .where(col(RefreshToken.parent) == exchanged.hash, col(RefreshToken.used_at).is_(None))
        .values(used_at=func.clock_timestamp())
        .returning(col(RefreshToken.hash))
        .execution_options(synchronize_session=False)
    )
    return voided.first() is not None
