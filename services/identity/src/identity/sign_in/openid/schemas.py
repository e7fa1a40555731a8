"""What is said about accounts at the provider."""

from datetime import datetime

from kit.domain.fields import InputModel
from pydantic import BaseModel, Field


class OpenIdProvider(BaseModel):
    """Whether there is another way to sign in."""

    name: str | None
    """What people know the provider as; null where none is configured."""


class OpenIdBegun(BaseModel):
    """Where the browser goes next."""

    address: str


class OpenIdLogin(InputModel):
    """What the provider has sent the browser back with."""

    code: str = Field(max_length=4000)
    state: str = Field(max_length=100)


class OpenIdLinkStep(BaseModel):
    """What connects the accounts once the user has signed in here."""

    token: str
    expires_in: int
    """Seconds that are left for it."""


class OpenIdLinkAsked(BaseModel):
    """Nobody is signed in yet: the account here, which has the same address, is not connected."""

    openid: OpenIdLinkStep


class OpenIdLinkCreate(InputModel):
    """What the sign-in was answered with."""

    token: str = Field(max_length=100)


class OpenIdLinkRead(BaseModel):
    """Whether an account at the provider signs the caller in."""

    linked_at: datetime | None
    last_used_at: datetime | None
