from datetime import datetime

from kit.domain.fields import InputModel
from pydantic import BaseModel, Field


class OpenIdProvider(BaseModel):
    name: str | None
    """Display name of the provider; null if none is configured."""


class OpenIdBegun(BaseModel):
    address: str


class OpenIdLogin(InputModel):
    """Parameters of the provider's redirect."""

    code: str = Field(max_length=4000)
    state: str = Field(max_length=100)


class OpenIdLinkStep(BaseModel):
    """A token that connects the accounts after the user has signed in here."""

    token: str
    expires_in: int
    """Remaining lifetime in seconds."""


class OpenIdLinkAsked(BaseModel):
    """The user is not signed in yet: an account with the same address is not connected."""

    openid: OpenIdLinkStep


class OpenIdLinkCreate(InputModel):
    """The token from the sign-in response."""

    token: str = Field(max_length=100)


class OpenIdLinkRead(BaseModel):
    """Connection of the caller's provider account; null values without one."""

    linked_at: datetime | None
    last_used_at: datetime | None
