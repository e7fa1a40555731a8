"""Request and responses of the token endpoint (RFC 6749, sections 4.4 and 5)."""

from typing import Literal

from pydantic import BaseModel, ConfigDict


class TokenForm(BaseModel):
    """Form body. ID and secret are sent here or by HTTP Basic."""

    # RFC 6749, 3.2: unknown parameters are ignored.
    model_config = ConfigDict(extra="ignore")

    grant_type: str = ""
    """`client_credentials`."""
    scope: str | None = None
    """Space-separated subset of the client's permissions; by default all."""
    client_id: str | None = None
    client_secret: str | None = None


class TokenRead(BaseModel):
    access_token: str
    token_type: Literal["Bearer"]
    expires_in: int
    """Seconds."""
    scope: str
    """Space-separated permissions of the token."""


class TokenProblem(BaseModel):
    """An error in OAuth 2's own format instead of a problem document."""

    error: str
    error_description: str | None = None
