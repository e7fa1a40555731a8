"""Changing the signing key before anybody has had long to look for it."""

from datetime import timedelta

from kit.messaging.periodic import Job
from kit.web.app import Context

from identity.config import Settings
from identity.sign_in.signing.service import rotate_old_key, secrets_of


async def rotate_signing_key(context: Context[Settings]) -> int:
    """Change the signing key when it is too old; how many were changed."""
    settings = context.settings
    async with context.database.transaction() as session:
        return int(await rotate_old_key(session, secrets_of(settings), settings.signing_key_age))


TASKS = (Job("rotate_signing_key", timedelta(hours=1), rotate_signing_key),)
