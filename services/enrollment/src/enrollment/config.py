"""Settings of this service."""

from datetime import timedelta

from kit.core.config import KitSettings
from pydantic import Field, SecretStr


class Settings(KitSettings):
    """Read from the environment, prefixed `ITQAN_`."""

    bulk_people_days: int = Field(default=90, ge=1, le=3650)
    """How long after the end of a bulk enrollment its numbers, names and addresses are kept."""
    credential_secret: SecretStr = SecretStr("credential-secret-for-trying-out-only")
    """What the keys that certificates are signed with are sealed under in the database."""
    previous_credential_secret: SecretStr | None = None
    """The one before its last change, which opens what was sealed before."""

    @property
    def bulk_people_kept(self) -> timedelta:
        """`bulk_people_days` as a span."""
        return timedelta(days=self.bulk_people_days)

    learner_secret: SecretStr = SecretStr("learner-secret-for-trying-out-only")
    """What identity seals passes for learners' public certificates under: the same there."""

    @property
    def credential_secrets(self) -> list[str]:
        """What opens sealed keys; the first seals."""
        given = self.credential_secret, self.previous_credential_secret
        return [each.get_secret_value() for each in given if each is not None]
