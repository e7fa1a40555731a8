from datetime import timedelta

from kit.documents.media import MediaStore
from kit.messaging.periodic import Job, Sweep
from kit.web.app import Context

from identity.accounts.data_requests.service import expire_requests, pack_next
from identity.config import Settings


async def pack_data(context: Context[Settings]) -> int:
    """Build the archive of the next complete request. Return the number built."""
    media = MediaStore(context.database, context.files)
    return await pack_next(context.database, media, context.settings)


TASKS = (
    Sweep("expire_data_requests", timedelta(minutes=10), expire_requests),
    Job("pack_data", timedelta(seconds=2), pack_data),
)
