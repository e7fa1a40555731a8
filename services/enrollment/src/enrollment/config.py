from datetime import timedelta

from kit.core.config import KitSettings
from pydantic import Field, SecretStr


class Settings(KitSettings):
    """Settings from environment variables with the prefix `ITQAN_`."""

    bulk_people_days: int = Field(default=90, ge=1, le=3650)
    """Days after the end of a bulk enrollment until personal data of its rows is deleted."""
    credential_secret: SecretStr = SecretStr("credential-secret-for-trying-out-only")
    """Secret that encrypts the credential keys in the database."""
    previous_credential_secret: SecretStr | None = None
    """Previous secret, for decrypting during a rotation."""

    @property
    def bulk_people_kept(self) -> timedelta:
        return timedelta(days=self.bulk_people_days)

    learner_secret: SecretStr = SecretStr("learner-secret-for-trying-out-only")
    """Secret shared with identity that encrypts learner passes."""

    @property
    def credential_secrets(self) -> list[str]:
        """List the secrets that decrypt credential keys; the first encrypts new ones."""
        given = self.credential_secret, self.previous_credential_secret
        return [each.get_secret_value() for each in given if each is not None]
