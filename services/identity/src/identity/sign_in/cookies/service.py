"""Session cookies, protected from scripts, other sites and other paths."""

from datetime import timedelta
from typing import Annotated

from fastapi import Cookie, Depends, Header, Response
from kit.web.app import API_PREFIX

from identity.accounts.accounts.schemas import SignedIn
from identity.config import Settings
from identity.sign_in.cookies.errors import OtherSite
from identity.sign_in.devices.rules import LIFETIME as DEVICE_LIFETIME
from identity.sign_in.devices.service import COOKIE as DEVICE_COOKIE
from identity.sign_in.tokens.service import SessionStarted

REFRESH = "refresh_token"
PATH = f"{API_PREFIX}/auth"

OPENID_STATE = "openid_state"
OPENID_LIFETIME = timedelta(minutes=10)
"""Time limit for the sign-in at the provider."""

RefreshCookie = Annotated[str | None, Cookie(alias=REFRESH, include_in_schema=False)]

OpenIdCookie = Annotated[str | None, Cookie(alias=OPENID_STATE, include_in_schema=False)]


async def _refuse_other_sites(
    sec_fetch_site: Annotated[str, Header(include_in_schema=False)] = "none",
) -> None:
    if sec_fetch_site not in ("same-origin", "none"):
        raise OtherSite


same_site_only = Depends(_refuse_other_sites)
"""For routes that a cookie authenticates. `SameSite` would still allow other hosts of the domain.
"""


def set_cookies(response: Response, settings: Settings, opened: SessionStarted) -> SignedIn:
    """Set the new cookies of an opened session and return the response body."""
    if opened.refresh_token is not None:
        idle = timedelta(days=settings.session_idle_days)
        _set(response, settings, REFRESH, opened.refresh_token, idle)
    if opened.device_cookie is not None:
        _set(response, settings, DEVICE_COOKIE, opened.device_cookie, DEVICE_LIFETIME)
    return opened.answer


def set_openid_state(response: Response, settings: Settings, state: str) -> None:
    """Bind the provider's redirect to this browser."""
    _set(response, settings, OPENID_STATE, state, OPENID_LIFETIME)


def clear_refresh_cookie(response: Response, settings: Settings) -> None:
    """Delete the refresh token's cookie; the device stays trusted."""
    response.delete_cookie(
        REFRESH, path=PATH, secure=_is_secure(settings), httponly=True, samesite="strict"
    )


def _set(
    response: Response, settings: Settings, name: str, value: str, lifetime: timedelta
) -> None:
    response.set_cookie(
        name,
        value,
        max_age=int(lifetime.total_seconds()),
        path=PATH,
        secure=_is_secure(settings),
        httponly=True,
        samesite="strict",
    )


def _is_secure(settings: Settings) -> bool:
    return settings.public_url.startswith("https:")
