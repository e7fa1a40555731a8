"""Settings of identity alone."""

from datetime import timedelta
from typing import Annotated, Self

from fastapi import Depends
from kit.core.config import Environment, KitSettings
from kit.web.app import CONTEXT, Context
from pydantic import Field, SecretStr, model_validator


class Settings(KitSettings):
    """Read from the environment, prefixed `ITQAN_`."""

    signing_key: SecretStr = SecretStr("signing-key-for-trying-out-only")
    """The master secret: it opens the keys that tokens are signed with, which are stored sealed
    in the database, and makes the key that one-time codes are hashed with."""
    previous_signing_key: SecretStr | None = None
    """The one before its last change, which opens the keys that were made before."""
    signing_key_days: int = Field(default=90, ge=1, le=730)
    """The age at which the key that tokens are signed with is changed for a new one."""
    learner_secret: SecretStr = SecretStr("learner-secret-for-trying-out-only")
    """What passes for learners' public certificates are sealed under: the same in enrollment, which
    opens them."""
    otp_resend_seconds: int = Field(default=60, ge=0, le=3600)
    """How long a person waits before another one-time code is sent."""
    session_idle_days: int = Field(default=30, ge=1, le=365)
    """How long a session lives without being used."""
    session_days: int = Field(default=90, ge=1, le=365)
    """How long a session lives in all, however often it is used."""
    first_admin: bool = False
    """Let `python -m kit identity seed` make a super-admin when there is no user yet."""
    first_admin_password: SecretStr | None = None
    """Its password; without one it is made up and printed, but in production it must be given."""
    first_admin_email: str = "admin@itqan.example"
    openid_issuer: str | None = None
    """The OpenID Connect provider whose accounts sign in too; without one there is no such way.
    The address to return to that is registered with it is `<public address>/auth/openid`."""
    openid_client_id: str | None = None
    openid_client_secret: SecretStr | None = None
    openid_name: str = Field(default="OpenID", max_length=60)
    """What people know the provider as."""

    @property
    def signing_key_age(self) -> timedelta:
        """`signing_key_days` as a span."""
        return timedelta(days=self.signing_key_days)

    @model_validator(mode="after")
    def need_a_first_password(self) -> Self:
        """A first password that would be printed in production is a `ValueError` at the start."""
        given = self.first_admin_password is not None
        if self.env is Environment.PRODUCTION and self.first_admin and not given:
            raise ValueError("ITQAN_FIRST_ADMIN_PASSWORD must be set in production")
        return self

    @model_validator(mode="after")
    def need_a_whole_provider(self) -> Self:
        """A provider without the client's id and secret, or in production without TLS, is a
        `ValueError` at the start."""
        if self.openid_issuer is None:
            return self
        if self.openid_client_id is None or self.openid_client_secret is None:
            raise ValueError("ITQAN_OPENID_CLIENT_ID and ITQAN_OPENID_CLIENT_SECRET must be set")
        if self.env is Environment.PRODUCTION and not self.openid_issuer.startswith("https://"):
            raise ValueError("ITQAN_OPENID_ISSUER must be https in production")
        return self


async def _settings(context: Annotated[Context[Settings], Depends(CONTEXT)]) -> Settings:
    return context.settings


SettingsDep = Annotated[Settings, Depends(_settings)]
"""For routes."""
