"""Client of the provider by Authlib: authorization code flow with PKCE.

The discovery document is read once per process. The provider's keys are refreshed when a key ID is
unknown.
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import httpx
from authlib.common.errors import AuthlibBaseError
from authlib.integrations.starlette_client import StarletteOAuth2App
from joserfc.errors import JoseError
from structlog import get_logger

from identity.config import Settings
from identity.sign_in.openid.errors import OpenIdRefused, OpenIdUnavailable

log = get_logger(__name__)

TIMEOUT_SECONDS = 10
LEEWAY_SECONDS = 30
"""Tolerated clock difference."""
RETURN_PATH = "/auth/openid"
"""Page of the app to which the provider redirects."""


@dataclass(frozen=True, slots=True)
class Identity:
    """The user who signed in at the provider."""

    issuer: str
    subject: str
    email: str | None
    """Lower case; None unless the provider has verified it."""


async def authorization_address(settings: Settings, state: str, nonce: str, verifier: str) -> str:
    """Build the provider's sign-in URL.

    Raises `OpenIdUnavailable`, `OpenIdRefused`.
    """
    try:
        created = await _app(settings).create_authorization_url(
            return_address(settings), state=state, nonce=nonce, code_verifier=verifier
        )
    except _FAILURES as error:
        raise _problem(error) from error
    return str(created["url"])


async def identify(settings: Settings, code: str, nonce: str, verifier: str) -> Identity:
    """Exchange the code for the user's identity.

    Checks signature, issuer, audience, times and nonce. Raises `OpenIdUnavailable`,
    `OpenIdRefused`.
    """
    app = _app(settings)
    try:
        token = await app.fetch_access_token(  # type: ignore[no-untyped-call]
            return_address(settings), code=code, code_verifier=verifier
        )
        claims = await app.parse_id_token(
            token, nonce, claims_options=_expected_claims(settings), leeway=LEEWAY_SECONDS
        )
    except _FAILURES as error:
        raise _problem(error) from error
    if claims is None:
        raise OpenIdRefused
    return _identity(claims)


def return_address(settings: Settings) -> str:
    """Build the redirect URI that is registered with the provider."""
    return settings.public_url + RETURN_PATH


def _identity(claims: dict[str, Any]) -> Identity:
    email, is_verified = claims.get("email"), claims.get("email_verified") is True
    known = email.lower() if isinstance(email, str) and is_verified else None
    return Identity(str(claims["iss"]), str(claims["sub"]), known)


def _expected_claims(settings: Settings) -> dict[str, Any]:
    return {
        "iss": {"essential": True, "value": settings.openid_issuer},
        "aud": {"essential": True, "value": settings.openid_client_id},
        "nonce": {"essential": True},
    }


_FAILURES = (httpx.HTTPError, AuthlibBaseError, JoseError, RuntimeError, ValueError, KeyError)
"""Errors that invalid responses of the provider can cause."""


def _problem(error: Exception) -> Exception:
    log.warning("the OpenID provider was of no use", reason=repr(error))
    return OpenIdUnavailable() if isinstance(error, httpx.HTTPError) else OpenIdRefused()


def _app(settings: Settings) -> StarletteOAuth2App:
    secret = settings.openid_client_secret
    assert settings.openid_issuer and settings.openid_client_id and secret
    return _build_app(settings.openid_issuer, settings.openid_client_id, secret.get_secret_value())


@lru_cache(maxsize=1)
def _build_app(issuer: str, client_id: str, secret: str) -> StarletteOAuth2App:
    return StarletteOAuth2App(
        None,
        client_id=client_id,
        client_secret=secret,
        server_metadata_url=f"{issuer.rstrip('/')}/.well-known/openid-configuration",
        client_kwargs={
            "scope": "openid email",
            "code_challenge_method": "S256",
            "timeout": TIMEOUT_SECONDS,
        },
    )
