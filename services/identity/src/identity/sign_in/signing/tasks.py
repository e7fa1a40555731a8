from datetime import timedelta

from kit.messaging.periodic import Job
from kit.web.app import Context

from identity.config import Settings
from identity.sign_in.signing.service import list_master_secrets, rotate_old_key


async def rotate_signing_key(context: Context[Settings]) -> int:
    """Rotate the signing key if it is too old. Return the number of rotations."""
    settings = context.settings
    async with context.database.transaction() as session:
        return int(
            await rotate_old_key(session, list_master_secrets(settings), settings.signing_key_age)
        )


TASKS = (Job("rotate_signing_key", timedelta(hours=1), rotate_signing_key),)
