"""Making archives, and deleting those whose time is over."""

from datetime import timedelta
from functools import partial

from kit.documents.media import MediaStore
from kit.messaging.periodic import Job, Sweep
from kit.web.app import Context

from identity.config import Settings
from identity.data_requests.service import expire_requests, pack_next

SWEEPS = (Sweep("expire_data_requests", timedelta(minutes=10), expire_requests),)


def jobs(context: Context[Settings, object]) -> list[Job]:
    """Making archives, for the service's jobs."""
    media = MediaStore(context.database, context.files)
    pack = partial(pack_next, context.database, media, context.settings)
    return [Job("pack_data", timedelta(seconds=2), pack)]
