"""Generate missing PDFs of documents.

Any copy can do this and crash at any point: it commits a lease, stores the files, then links them.
Failures retry with exponential backoff and block no other document.
"""

import secrets
from collections.abc import Sequence
from datetime import timedelta

from kit.core import failpoints
from kit.database.db import AsyncSession, Database, claim, lock_all
from kit.database.db import now as db_now
from kit.documents import papers
from kit.documents.media import MediaStore, adopt
from kit.messaging import outbox
from sqlalchemy import func, select
from sqlalchemy.orm import aliased
from sqlmodel import col

from payments.charges.models import Charge
from payments.documents.adapters.pdf import RECEIPT, PrintableDocument, build_receipt_paper
from payments.documents.events import document_made
from payments.documents.models import Document, DocumentPaper
from payments.documents.queries import LINK_LIFETIME, create_secret, hash_secret

LEASE = timedelta(seconds=50)
"""Lease of an attempt; a batch takes seconds. Doubles per attempt, up to a day."""
_MAX_DELAY = timedelta(days=1)


async def make_next_papers(database: Database, media: MediaStore) -> int:
    """Generate the next PDFs, oldest documents first, and return the number attempted."""
    async with database.transaction() as session:
        printed = await _claim(session)
    if not printed:
        return 0
    failpoints.hit("papers.claimed")
    made = await papers.render(RECEIPT, [build_receipt_paper(each) for each in printed])
    files = {
        each.document.id: (f"documents/{secrets.token_urlsafe(24)}.pdf", pdf)
        for each, pdf in zip(printed, made, strict=True)
        if pdf is not None
    }
    if files:
        await media.store(dict(files.values()), papers.MEDIA_TYPE)
        failpoints.hit("papers.stored")
        async with database.transaction() as session:
            locked = await lock_all(
                session,
                DocumentPaper,
                col(DocumentPaper.document_id).in_(files),
                col(DocumentPaper.key).is_(None),
                order_by=[col(DocumentPaper.document_id)],
            )
            for row in locked:
                row.key = files[row.document_id][0]
            if locked:
                await adopt(session, [row.key for row in locked if row.key])
                await _publish(session, locked)
    return len(printed)


async def _publish(session: AsyncSession, made: Sequence[DocumentPaper]) -> None:
    """Create a link to each PDF and publish it for the payer's mail."""
    until = await db_now(session) + LINK_LIFETIME
    read_backup_secrets = {row.document_id: create_secret() for row in made}
    for row in made:
        row.link_hash = hash_secret(read_backup_secrets[row.document_id])
        row.link_until = until
    found = await session.execute(
        select(Document, col(Charge.payer_user_id))
        .join(Charge, col(Charge.id) == col(Document.charge_id))
        .where(col(Document.id).in_(read_backup_secrets))
    )
    events = [
        (document_made(document, payer_user_id, read_backup_secrets[document.id]), 1)
        for document, payer_user_id in found
    ]
    await outbox.publish_many(session, events)


async def _claim(session: AsyncSession) -> Sequence[PrintableDocument]:
    rows = await claim(
        session,
        DocumentPaper,
        col(DocumentPaper.key).is_(None),
        col(DocumentPaper.next_at) <= func.now(),
        order_by=[col(DocumentPaper.next_at)],
        limit=papers.PORTION,
    )
    now = await db_now(session)
    for row in rows:
        later = min(LEASE * 2 ** min(row.attempts, 20), _MAX_DELAY)
        row.attempts += 1
        row.next_at = now + later
    receipt = aliased(Document)
    found = await session.execute(
        select(Document, col(Charge.reference), col(Charge.purchase_order), col(receipt.number))
        .join(Charge, col(Charge.id) == col(Document.charge_id))
        .outerjoin(receipt, col(receipt.id) == col(Document.receipt_id))
        .where(col(Document.id).in_([row.document_id for row in rows]))
        .order_by(col(Document.number))
    )
    return [PrintableDocument(*row) for row in found]
