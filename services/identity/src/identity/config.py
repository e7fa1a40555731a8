from datetime import timedelta
from typing import Annotated, Self

from fastapi import Depends
from kit.core.config import Environment, KitSettings
from kit.web.app import CONTEXT, Context
from pydantic import Field, SecretStr, model_validator


class Settings(KitSettings):
    """Read from the environment, with the prefix `ITQAN_`."""

    signing_key: SecretStr = SecretStr("signing-key-for-trying-out-only")
    """Master secret. It opens the sealed signing keys in the database. The key of keyed hashes,
    such as those of one-time codes, derives from it.
    """
    previous_signing_key: SecretStr | None = None
    """Previous master secret, to open keys sealed before its change."""
    signing_key_days: int = Field(default=90, ge=1, le=730)
    """Age in days at which the signing key is rotated."""
    learner_secret: SecretStr = SecretStr("learner-secret-for-trying-out-only")
    """Secret that seals passes for learners' public certificates. Enrollment opens them with the
    same one.
    """
    otp_resend_seconds: int = Field(default=60, ge=0, le=3600)
    """Seconds before a person may request another one-time code."""
    session_idle_days: int = Field(default=30, ge=1, le=365)
    """Days after which an unused session ends."""
    session_days: int = Field(default=90, ge=1, le=365)
    """Maximum lifetime of a session in days."""
    first_admin: bool = False
    """Let `python -m kit identity seed` create a super-admin if there is no user yet."""
    first_admin_password: SecretStr | None = None
    """Password of the first admin. Required in production; elsewhere generated and printed by
    default.
    """
    first_admin_email: str = "admin@itqan.example"
    openid_issuer: str | None = None
    """OpenID Connect provider; None disables it. Register the redirect URI `<public
    address>/auth/openid` with it.
    """
    openid_client_id: str | None = None
    openid_client_secret: SecretStr | None = None
    openid_name: str = Field(default="OpenID", max_length=60)
    """Display name of the provider."""

    @property
    def signing_key_age(self) -> timedelta:
        return timedelta(days=self.signing_key_days)

    @model_validator(mode="after")
    def need_a_first_password(self) -> Self:
        """Require the first admin's password in production, where it must not be printed."""
        given = self.first_admin_password is not None
        if self.env is Environment.PRODUCTION and self.first_admin and not given:
            raise ValueError("ITQAN_FIRST_ADMIN_PASSWORD must be set in production")
        return self

    @model_validator(mode="after")
    def need_a_whole_provider(self) -> Self:
        """Require the provider's client ID and secret, and TLS in production."""
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
