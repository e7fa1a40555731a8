"""Find charges without a receipt, refunds without a credit note, and documents without a PDF."""

from datetime import timedelta

from kit.documents.media import MediaStore
from kit.messaging.periodic import Job, Sweep
from kit.web.app import Context

from payments.documents.papers.service import make_next_papers
from payments.documents.service import issue_credit_notes, issue_receipts


async def make_papers(context: Context) -> int:
    """Generate the next PDFs and return the number attempted."""
    return await make_next_papers(context.database, MediaStore(context.database, context.files))


TASKS = (
    Sweep("issue_receipts", timedelta(seconds=2), issue_receipts),
    Sweep("issue_credit_notes", timedelta(seconds=2), issue_credit_notes),
    Job("make_papers", timedelta(seconds=2), make_papers),
)
