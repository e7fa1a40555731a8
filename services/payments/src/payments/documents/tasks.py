"""Looks for charges without a receipt, refunds without a credit note, and documents without a
paper."""

from datetime import timedelta
from functools import partial

from kit.core.config import KitSettings
from kit.documents.media import MediaStore
from kit.messaging.periodic import Job, Sweep
from kit.web.app import Context

from payments.documents.making import make_next
from payments.documents.service import issue_credit_notes, issue_receipts

SWEEPS = (
    Sweep("documents.receipts", timedelta(seconds=2), issue_receipts),
    Sweep("documents.credit_notes", timedelta(seconds=2), issue_credit_notes),
)


def jobs(context: Context[KitSettings, object]) -> list[Job]:
    """Making papers, for the service's jobs."""
    media = MediaStore(context.database, context.files)
    make = partial(make_next, context.database, media)
    return [Job("documents.papers", timedelta(seconds=2), make)]
