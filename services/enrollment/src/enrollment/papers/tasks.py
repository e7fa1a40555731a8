from datetime import timedelta

from kit.documents.media import MediaStore
from kit.messaging.periodic import Job, Sweep
from kit.web.app import Context

from enrollment.papers.service import delete_erased, make_next_pdfs


async def make_papers(context: Context) -> int:
    """Make the PDFs of the next chunk and return its size."""
    media = MediaStore(context.database, context.files)
    return await make_next_pdfs(context.database, media, context.settings.public_url)


TASKS = (
    Sweep("forget_erased_papers", timedelta(seconds=30), delete_erased),
    Job("make_papers", timedelta(seconds=1), make_papers),
)
