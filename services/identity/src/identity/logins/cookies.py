"""The cookies of a session: out of reach of scripts, of other sites and of other paths."""

from datetime import timedelta
from typing import Annotated

from fastapi import Cookie, Depends, Header, Response
from kit.app import API_PREFIX
from kit.errors import Forbidden

from identity.config import Settings
from identity.devices import service as askers

REFRESH = "refresh_token"
PATH = f"{API_PREFIX}/auth"
LIFETIME = timedelta(days=30)
"""How long a session lives without being used."""

RefreshCookie = Annotated[str | None, Cookie(alias=REFRESH, include_in_schema=False)]


class OtherSite(Forbidden):
    """Another site's page made the browser send the cookie."""

    code = "auth.other_site"


def _refuse_other_sites(
    sec_fetch_site: Annotated[str, Header(include_in_schema=False)] = "none",
) -> None:
    if sec_fetch_site not in ("same-origin", "none"):
        raise OtherSite


own_pages_only = Depends(_refuse_other_sites)
"""For calls that a cookie authenticates. `SameSite` stops other sites already, but lets other
hosts of the same domain pass."""


def set_refresh_cookie(response: Response, settings: Settings, token: str) -> None:
    """Hand the refresh token to the browser."""
    _set(response, settings, REFRESH, token, LIFETIME)


def set_browser_cookie(response: Response, settings: Settings, value: str) -> None:
    """Let the browser be known by its user from now on."""
    _set(response, settings, askers.COOKIE, value, askers.LIFETIME)


def clear_refresh_cookie(response: Response, settings: Settings) -> None:
    """Take the refresh token away; the browser stays known."""
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
