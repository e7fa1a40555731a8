"""Receipts and credit notes as the API shows them."""

from datetime import datetime
from uuid import UUID

from contracts.payments import DocumentKind
from pydantic import BaseModel


class DocumentRead(BaseModel):
    """A receipt, or the credit note of a refund."""

    id: UUID
    kind: DocumentKind
    number: str
    """Such as REC-2026-000001; numbers of a kind and year have no gaps."""
    refund_id: UUID | None
    """Of a credit note."""
    amount_minor: int
    vat_minor: int
    """The value added tax in the amount."""
    currency: str
    issued_at: datetime
    has_paper: bool
    """Its PDF is made, some seconds after the document."""
    has_invoice: bool
    """It is also there as an invoice that programs read."""
