"""Changing the signing key before anybody has had long to look for it."""

from datetime import timedelta

from kit.messaging.periodic import Job
from kit.web.app import Context

from identity.config import Settings
from identity.signing.keys import secrets_of
from identity.signing.service import rotate_old_key


def jobs(context: Context[Settings, object]) -> list[Job]:
    """Rotation by age, for the service's jobs."""
    settings = context.settings

    async def rotate() -> int:
        async with context.database.transaction() as session:
            return int(
                await rotate_old_key(session, secrets_of(settings), settings.signing_key_age)
            )

    return [Job("rotate_signing_key", timedelta(hours=1), rotate)]
