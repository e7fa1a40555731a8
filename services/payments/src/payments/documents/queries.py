import hashlib
import secrets
from dataclasses import dataclass
from datetime import timedelta
from uuid import UUID

from contracts.payments import ChargePurpose, DocumentKind
from kit.core.errors import NotFound
from kit.database.db import AsyncSession
from kit.security.auth import Principal
from sqlalchemy import ColumnElement, Select, and_, func, or_, select
from sqlmodel import col

from payments.charges.models import SETTLED, Charge
from payments.charges.queries import is_visible
from payments.documents.errors import ReceiptNotMade
from payments.documents.models import Document, DocumentPaper
from payments.documents.schemas import DocumentRead
from payments.payments.models import Payment
from payments.refunds.models import Refund, RefundStatus

LINK_LIFETIME = timedelta(days=30)


def create_secret() -> str:
    return secrets.token_urlsafe(32)


def hash_secret(secret: str) -> bytes:
    return hashlib.sha256(secret.encode()).digest()


_SHOWN = set(DocumentRead.model_fields)


def lacks_receipt() -> ColumnElement[bool]:
    """Match settled charges without a receipt.

    Waived charges get none; nor do account bills, whose charges have their own.
    """
    return and_(
        col(Charge.status).in_(SETTLED),
        ~col(Charge.waived),
        ~col(Charge.has_receipt),
        col(Charge.purpose) != ChargePurpose.ACCOUNT_BILL,
    )


def select_refunds_without_credit_note() -> Select[Refund, Document]:
    """Select refunds that need a credit note, with the receipt each corrects.

    Returned money that settled nothing has no receipt, so it needs no credit note.
    """
    return (
        select(Refund, Document)
        .join(Charge, col(Charge.payment_id) == col(Refund.payment_id))
        .join(Payment, col(Payment.id) == col(Refund.payment_id))
        .join(Document, col(Document.charge_id) == col(Refund.charge_id))
        .where(
            col(Refund.status) == RefundStatus.DONE,
            ~col(Refund.has_credit_note),
            col(Refund.transaction_id) == col(Payment.transaction_id),
            col(Document.kind) == DocumentKind.RECEIPT,
        )
    )


async def _has_documents_due(session: AsyncSession, charge_id: UUID) -> bool:
    is_settled = select(col(Charge.id)).where(col(Charge.id) == charge_id, lacks_receipt())
    is_refunded = select_refunds_without_credit_note().where(col(Refund.charge_id) == charge_id)
    due = await session.scalar(select(or_(is_settled.exists(), is_refunded.exists())))
    return bool(due)


async def list_documents(session: AsyncSession, charge_id: UUID) -> tuple[list[DocumentRead], bool]:
    """List a charge's receipt and credit notes by issue time; the flag says more are due."""
    # Query this first: a document issued in between is then listed, not missed.
    due = await _has_documents_due(session, charge_id)
    rows = await session.execute(
        select(Document, col(DocumentPaper.key).is_not(None))
        .outerjoin(DocumentPaper, col(DocumentPaper.document_id) == col(Document.id))
        .where(col(Document.charge_id) == charge_id)
        .order_by(col(Document.issued_at), col(Document.number))
    )
    documents = [
        DocumentRead(
            **document.model_dump(include=_SHOWN),
            has_paper=has_paper,
            has_invoice=document.counter is not None,
        )
        for document, has_paper in rows
    ]
    return documents, due


async def get_invoice(session: AsyncSession, actor: Principal, number: str) -> Document:
    """Return a document with its XML invoice, if the actor may see its charge.

    Raises `NotFound`, also if the seller was not registered for VAT.
    """
    document = await session.scalar(
        select(Document)
        .join(Charge, col(Charge.id) == col(Document.charge_id))
        .where(
            col(Document.number) == number, col(Document.counter).is_not(None), is_visible(actor)
        )
    )
    if document is None:
        raise NotFound
    return document


async def get_paper_key(session: AsyncSession, actor: Principal, number: str) -> str:
    """Return the file key of a document's PDF, if the actor may see its charge.

    Raises `NotFound`, and `ReceiptNotMade` until the PDF is generated.
    """
    found = await session.execute(
        select(col(DocumentPaper.key))
        .join(Document, col(Document.id) == col(DocumentPaper.document_id))
        .join(Charge, col(Charge.id) == col(Document.charge_id))
        .where(col(Document.number) == number, is_visible(actor))
    )
    row = found.one_or_none()
    if row is None:
        raise NotFound
    (key,) = row
    if key is None:
        raise ReceiptNotMade
    return key


@dataclass(frozen=True, slots=True)
class MailedPaper:
    """PDF that a mailed link opens."""

    key: str
    number: str
    charge_id: UUID
    purpose: ChargePurpose
    has_ended: bool


async def get_mailed_paper(session: AsyncSession, secret: str) -> MailedPaper:
    """Find the PDF of a mailed link, including expired links.

    Raises `NotFound` for an unknown link.
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
        .where(col(DocumentPaper.link_hash) == hash_secret(secret))
    )
    row = found.one_or_none()
    if row is None:
        raise NotFound
    key, number, charge_id, purpose, ended = row
    assert key is not None, "a link is made with the file"
    return MailedPaper(key, number, charge_id, purpose, ended)
