"""The cookie of the refresh token: out of reach of scripts, of other sites and of other paths."""

from datetime import timedelta

from fastapi import Response
from kit.app import API_PREFIX

from identity.config import Settings

NAME = "refresh_token"
PATH = f"{API_PREFIX}/auth"
LIFETIME = timedelta(days=30)
"""How long a session lives without being used."""


def set_refresh_cookie(response: Response, settings: Settings, token: str) -> None:
    """Hand the token to the browser."""
    response.set_cookie(
        NAME,
        token,
        max_age=int(LIFETIME.total_seconds()),
        path=PATH,
        secure=_is_secure(settings),
        httponly=True,
        samesite="strict",
    )


def clear_refresh_cookie(response: Response, settings: Settings) -> None:
    """Take it away."""
    response.delete_cookie(
        NAME, path=PATH, secure=_is_secure(settings), httponly=True, samesite="strict"
    )


def _is_secure(settings: Settings) -> bool:
    return settings.public_url.startswith("https:")
