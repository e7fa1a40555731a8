"""What the token endpoint is sent, and what it answers (RFC 6749, 4.4 and 5)."""

from typing import Literal

from pydantic import BaseModel, ConfigDict


class TokenForm(BaseModel):
    """The body, as a form. The id and the secret come in it, or by HTTP Basic."""

    # RFC 6749, 3.2: unknown parameters are ignored.
    model_config = ConfigDict(extra="ignore")

    grant_type: str = ""
    """`client_credentials`."""
    scope: str | None = None
    """Some of the client's permissions, with a space between; all of them without it."""
    client_id: str | None = None
    client_secret: str | None = None


class TokenRead(BaseModel):
    """An access token of a client."""

    access_token: str
    token_type: Literal["Bearer"]
    expires_in: int
    """Seconds."""
    scope: str
    """The permissions that it carries."""


class TokenProblem(BaseModel):
    """Why no token is given, in OAuth2's own form instead of a problem document."""

    error: str
    error_description: str | None = None
