"""The documents of a charge."""

from dataclasses import dataclass
from uuid import UUID

from contracts.payments import ChargePurpose
from kit.core.errors import NotFound
from kit.database.db import AsyncSession
from kit.security.auth import Principal
from sqlalchemy import func, select
from sqlmodel import col

from payments.charges.models import Charge
from payments.charges.queries import visible
from payments.documents.errors import ReceiptNotMade
from payments.documents.links import hash_of_secret
from payments.documents.models import Document, DocumentPaper
from payments.documents.schemas import DocumentRead

_SHOWN = set(DocumentRead.model_fields)


async def list_documents(session: AsyncSession, charge_id: UUID) -> list[DocumentRead]:
    """The receipt and the credit notes of a charge, in the order of their issue."""
    rows = await session.execute(
        select(Document, col(DocumentPaper.key).is_not(None))
        .outerjoin(DocumentPaper, col(DocumentPaper.document_id) == col(Document.id))
        .where(col(Document.charge_id) == charge_id)
        .order_by(col(Document.issued_at), col(Document.number))
    )
    return [
        DocumentRead(
            **document.model_dump(include=_SHOWN),
            has_paper=has_paper,
            has_invoice=document.counter is not None,
        )
        for document, has_paper in rows
    ]


async def get_invoice(session: AsyncSession, actor: Principal, number: str) -> Document:
    """A document of a charge that the actor may see, with its invoice for programs.

    Raises `NotFound`, also where there is none, since the seller is not registered for VAT.
    """
    document = await session.scalar(
        select(Document)
        .join(Charge, col(Charge.id) == col(Document.charge_id))
        .where(col(Document.number) == number, col(Document.counter).is_not(None), visible(actor))
    )
    if document is None:
        raise NotFound
    return document


async def get_paper_key(session: AsyncSession, actor: Principal, number: str) -> str:
    """The stored PDF of a document of a charge that the actor may see.

    Raises `NotFound`, and `ReceiptNotMade` in the seconds until it is made.
    """
    found = await session.execute(
        select(col(DocumentPaper.key))
        .join(Document, col(Document.id) == col(DocumentPaper.document_id))
        .join(Charge, col(Charge.id) == col(Document.charge_id))
        .where(col(Document.number) == number, visible(actor))
    )
    row = found.one_or_none()
    if row is None:
        raise NotFound
    (key,) = row
    if key is None:
        raise ReceiptNotMade
    return key


@dataclass(frozen=True, slots=True)
class Mailed:
    """The PDF that a link of a mail leads to."""

    key: str
    number: str
    charge_id: UUID
    purpose: ChargePurpose
    has_ended: bool


async def get_mailed(session: AsyncSession, secret: str) -> Mailed:
    """What a link of a mail leads to, also once it has ended.

    Raises `NotFound` where there is no such link.
    """
    has_ended = col(DocumentPaper.link_until) <= func.now()
    found = await session.execute(
        select(
            col(DocumentPaper.key),
            col(Document.number),
            col(Charge.id),
            col(Charge.purpose),
            has_ended,
        )
        .join(Document, col(Document.id) == col(DocumentPaper.document_id))
        .join(Charge, col(Charge.id) == col(Document.charge_id))
        .where(col(DocumentPaper.link_hash) == hash_of_secret(secret))
    )
    row = found.one_or_none()
    if row is None:
        raise NotFound
    key, number, charge_id, purpose, ended = row
    assert key is not None, "a link is made with the file"
    return Mailed(key, number, charge_id, purpose, ended)
