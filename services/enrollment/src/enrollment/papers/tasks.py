"""Making papers, and deleting those of people who were erased."""

from datetime import timedelta
from functools import partial

from kit.core.config import KitSettings
from kit.documents.media import MediaStore
from kit.messaging.periodic import Job, Sweep
from kit.web.app import Context

from enrollment.papers.making import forget_erased, make_next

SWEEPS = (Sweep("forget_erased_papers", timedelta(seconds=30), forget_erased),)


def jobs(context: Context[KitSettings, object]) -> list[Job]:
    """Making papers, for the service's jobs."""
    media = MediaStore(context.database, context.files)
    make = partial(make_next, context.database, media, context.settings.public_url)
    return [Job("make_papers", timedelta(seconds=1), make)]
