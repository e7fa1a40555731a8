"""Routes of signing in and out."""

from typing import Annotated

from fastapi import APIRouter, Header, Request, Response
from kit.auth import AnyUser, Principal, optional_principal
from kit.db import Session
from kit.errors import Unauthorized, problems

from identity.accounts.guards import Config, OwnTransactions, OwnVerifierDep, SigningKeys
from identity.accounts.schemas import SignedIn, UserRead
from identity.attempts.service import AccountLocked
from identity.devices.service import WhoAsks
from identity.logins import cookies, service
from identity.logins.cookies import OtherSite, RefreshCookie, own_pages_only
from identity.logins.schemas import LoginRequest
from identity.logins.service import BadCredentials, SessionOver
from identity.proofs.service import ProofRequired

router = APIRouter(prefix="/auth", tags=["auth"])

UserAgent = Annotated[str, Header(include_in_schema=False)]


@router.post("/login", responses=problems(BadCredentials, AccountLocked, ProofRequired))
async def login(
    body: LoginRequest,
    response: Response,
    database: OwnTransactions,
    keys: SigningKeys,
    settings: Config,
    asker: WhoAsks,
    user_agent: UserAgent = "",
) -> SignedIn:
    """Sign in with a username or email address and a password."""
    opened = await service.login(database, keys, settings, body, asker, user_agent)
    return hand_over(response, settings, opened)


@router.post("/refresh", responses=problems(SessionOver, OtherSite), dependencies=[own_pages_only])
async def refresh(
    response: Response,
    database: OwnTransactions,
    keys: SigningKeys,
    settings: Config,
    refresh_token: RefreshCookie = None,
) -> SignedIn:
    """A fresh access token for the browser that holds the refresh cookie."""
    opened = await service.refresh(database, keys, refresh_token)
    return hand_over(response, settings, opened)


@router.get("/authenticated", responses=problems(Unauthorized))
async def authenticated(session: Session, actor: AnyUser) -> UserRead:
    """The signed-in user."""
    return await service.read_current_user(session, actor)


@router.post(
    "/logout",
    status_code=204,
    responses=problems(OtherSite),
    dependencies=[own_pages_only],
)
async def logout(
    request: Request,
    response: Response,
    session: Session,
    settings: Config,
    verifier: OwnVerifierDep,
    refresh_token: RefreshCookie = None,
    everywhere: bool = False,
) -> None:
    """End the session, or with `everywhere` all sessions of the user.

    It works with a token that has expired, or none.
    """
    principal = await _caller(request)
    session_id = principal.session_id if principal else None
    ended = await service.logout(session, session_id, refresh_token, everywhere=everywhere)
    for session_id in ended:
        # The broadcast tells the other processes; this one should not wait for it.
        verifier.session_ended(session_id)
    cookies.clear_refresh_cookie(response, settings)


async def _caller(request: Request) -> Principal | None:
    try:
        return await optional_principal(request)
    except Unauthorized:
        return None


def hand_over(response: Response, settings: Config, opened: service.Opened) -> SignedIn:
    """Put what only the browser may have into cookies and give the rest."""
    if opened.refresh_token is not None:
        cookies.set_refresh_cookie(response, settings, opened.refresh_token)
    if opened.known_browser is not None:
        cookies.set_browser_cookie(response, settings, opened.known_browser)
    return opened.answer
