"""Settings of identity alone."""

from kit.config import KitSettings
from pydantic import Field, SecretStr


class Settings(KitSettings):
    """Read from the environment, prefixed `ITQAN_`."""

    signing_key: SecretStr = SecretStr("development-signing-key")
    """The seed that the token key, and the key that one-time codes are hashed with, come from."""
    previous_signing_key: SecretStr | None = None
    """The seed before the last change: its tokens stay good until they expire."""
    otp_resend_seconds: int = Field(default=60, ge=0, le=3600)
    """How long a person waits before another one-time code is sent."""
    first_admin: bool = False
    """Let `python -m kit identity seed` make a super-admin when there is no user yet."""
    first_admin_password: SecretStr | None = None
    """Its password; without one it is made up. Either way it is printed when it is set."""
    first_admin_email: str = "admin@itqan.example"
