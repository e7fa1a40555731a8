from typing import Annotated
from uuid import UUID

from fastapi import APIRouter, Header, Request, Response
from kit.core.errors import Forbidden, Unauthorized, problems
from kit.database.db import DatabaseDep, Session
from kit.security.auth import AnyUser, Principal, identify
from kit.telemetry.admission import Essential
from kit.web.idempotency import repeatable

from identity.accounts.accounts.rules import AccountOwnerDep
from identity.accounts.accounts.schemas import SignedIn, UserRead
from identity.config import SettingsDep
from identity.sign_in.attempts.errors import AccountLocked, ProofRequired
from identity.sign_in.ceremonies.errors import CeremonyExpired
from identity.sign_in.cookies import service as cookies
from identity.sign_in.cookies.errors import OtherSite
from identity.sign_in.cookies.service import OpenIdCookie, RefreshCookie, same_site_only
from identity.sign_in.devices.service import RequesterDep
from identity.sign_in.logins import service
from identity.sign_in.logins.errors import BadCredentials
from identity.sign_in.logins.schemas import LoginRequest
from identity.sign_in.openid import service as openid
from identity.sign_in.openid.errors import (
    OpenIdNotConfigured,
    OpenIdRefused,
    OpenIdUnavailable,
    OpenIdUnknown,
)
from identity.sign_in.openid.schemas import OpenIdBegun, OpenIdLinkAsked, OpenIdLogin
from identity.sign_in.passkeys import service as passkeys
from identity.sign_in.passkeys.errors import PasskeyRefused
from identity.sign_in.passkeys.schemas import PasskeyLogin, PasskeyOptions
from identity.sign_in.revocations.service import KeysDep, OwnVerifierDep
from identity.sign_in.second_factors.challenges import service as challenges
from identity.sign_in.second_factors.challenges.schemas import SecondFactorAsked, SecondFactorLogin
from identity.sign_in.second_factors.errors import SecondFactorWrong
from identity.sign_in.sessions.errors import SessionNotFound
from identity.sign_in.sessions.queries import list_own_sessions
from identity.sign_in.sessions.schemas import OwnSession
from identity.sign_in.tokens.errors import SessionHasEnded
from identity.sign_in.tokens.service import SessionStarted, refresh_session

router = APIRouter(prefix="/auth", tags=["auth"], dependencies=[Essential])
sessions_router = APIRouter(
    prefix="/auth/sessions", tags=["sessions"], responses=problems(Unauthorized, Forbidden)
)

UserAgent = Annotated[str, Header(include_in_schema=False)]


@router.post("/login", responses=problems(BadCredentials, AccountLocked, ProofRequired))
@repeatable
async def login(
    body: LoginRequest,
    response: Response,
    database: DatabaseDep,
    keys: KeysDep,
    settings: SettingsDep,
    requester: RequesterDep,
    user_agent: UserAgent = "",
) -> SignedIn | SecondFactorAsked:
    """Sign in with a username, email address, civil number or phone, and a password.

    Users with a second factor continue with `POST /auth/login/second-factor`.
    """
    opened = await service.login(database, keys, settings, body, requester, user_agent)
    if isinstance(opened, SecondFactorAsked):
        return opened
    return cookies.set_cookies(response, settings, opened)


@router.post(
    "/login/second-factor",
    responses=problems(CeremonyExpired, SecondFactorWrong, AccountLocked),
)
@repeatable
async def login_with_code(
    body: SecondFactorLogin,
    response: Response,
    database: DatabaseDep,
    keys: KeysDep,
    settings: SettingsDep,
    requester: RequesterDep,
    user_agent: UserAgent = "",
) -> SignedIn:
    """Finish signing in with a code of the authenticator app or a recovery code."""
    opened = await challenges.login_with_code(database, keys, settings, body, requester, user_agent)
    return cookies.set_cookies(response, settings, opened)


@router.post("/login/passkey/options")
@repeatable
async def begin_passkey_login(session: Session, settings: SettingsDep) -> PasskeyOptions:
    """Return the options for signing in with any passkey of this site."""
    return await passkeys.begin_login(session, settings)


@router.post("/login/passkey", responses=problems(CeremonyExpired, PasskeyRefused))
@repeatable
async def login_with_passkey(
    body: PasskeyLogin,
    response: Response,
    database: DatabaseDep,
    keys: KeysDep,
    settings: SettingsDep,
    user_agent: UserAgent = "",
) -> SignedIn:
    """Sign in with a passkey, which counts as both factors."""
    opened = await passkeys.login_with_passkey(database, keys, settings, body, user_agent)
    return cookies.set_cookies(response, settings, opened)


@router.post(
    "/openid/options", responses=problems(OpenIdNotConfigured, OpenIdRefused, OpenIdUnavailable)
)
@repeatable
async def begin_openid_login(
    response: Response, database: DatabaseDep, settings: SettingsDep
) -> OpenIdBegun:
    """Return the sign-in address of the OpenID Connect provider, and bind it to this browser by a
    cookie.
    """
    state, address = await openid.begin_login(database, settings)
    cookies.set_openid_state(response, settings, state)
    return OpenIdBegun(address=address)


@router.post(
    "/openid/login",
    responses=problems(
        OpenIdNotConfigured, CeremonyExpired, OpenIdRefused, OpenIdUnknown, OpenIdUnavailable
    ),
)
@repeatable
async def login_with_openid(
    body: OpenIdLogin,
    response: Response,
    database: DatabaseDep,
    keys: KeysDep,
    settings: SettingsDep,
    openid_state: OpenIdCookie = None,
    user_agent: UserAgent = "",
) -> SignedIn | SecondFactorAsked | OpenIdLinkAsked:
    """Sign in with the result of the provider's redirect.

    For a provider account that is not connected, the response has a token to connect it after
    signing in here.
    """
    opened = await openid.login_with_openid(
        database, keys, settings, body, openid_state, user_agent
    )
    if isinstance(opened, SessionStarted):
        return cookies.set_cookies(response, settings, opened)
    return opened


@router.post(
    "/refresh", responses=problems(SessionHasEnded, OtherSite), dependencies=[same_site_only]
)
@repeatable
async def refresh(
    response: Response,
    database: DatabaseDep,
    keys: KeysDep,
    settings: SettingsDep,
    refresh_token: RefreshCookie = None,
) -> SignedIn:
    """Issue a new access token for the browser with the refresh cookie."""
    opened = await refresh_session(database, keys, settings, refresh_token)
    return cookies.set_cookies(response, settings, opened)


@router.get("/authenticated", responses=problems(Unauthorized))
async def get_current_user(session: Session, actor: AnyUser) -> UserRead:
    """Return the signed-in user."""
    return await service.get_current_user(session, actor)


@router.post(
    "/logout",
    status_code=204,
    responses=problems(OtherSite),
    dependencies=[same_site_only],
)
@repeatable
async def logout(
    request: Request,
    response: Response,
    session: Session,
    settings: SettingsDep,
    verifier: OwnVerifierDep,
    refresh_token: RefreshCookie = None,
    everywhere: bool = False,
) -> None:
    """End the session, or with `everywhere` all sessions of the user.

    Works with an expired access token or none.
    """
    principal = await _caller(request)
    session_id = principal.session_id if principal else None
    ended = await service.logout(session, session_id, refresh_token, everywhere=everywhere)
    for session_id in ended:
        # Other processes receive the event; this one must not wait for it.
        verifier.session_ended(session_id)
    cookies.clear_refresh_cookie(response, settings)


@sessions_router.get("")
async def list_sessions(session: Session, actor: AccountOwnerDep) -> list[OwnSession]:
    """List the caller's active sessions: the current one, then the most recently used."""
    return await list_own_sessions(session, actor)


@sessions_router.delete("", status_code=204)
async def end_other_sessions(
    session: Session, verifier: OwnVerifierDep, actor: AccountOwnerDep
) -> None:
    """End all sessions of the caller but the current one."""
    for session_id in await service.end_other_sessions(session, actor):
        verifier.session_ended(session_id)


@sessions_router.delete("/{session_id}", status_code=204, responses=problems(SessionNotFound))
async def end_session(
    session_id: UUID, session: Session, verifier: OwnVerifierDep, actor: AccountOwnerDep
) -> None:
    """End one session of the caller."""
    await service.end_own_session(session, actor, session_id)
    verifier.session_ended(session_id)


async def _caller(request: Request) -> Principal | None:
    try:
        caller = await identify(request)
    except Unauthorized:
        return None
    return caller if isinstance(caller, Principal) else None
