from datetime import datetime
from uuid import UUID

from contracts.payments import DocumentKind
from pydantic import BaseModel


class DocumentRead(BaseModel):
    """A receipt, or the credit note of a refund."""

    id: UUID
    kind: DocumentKind
    number: str
    """Number such as REC-2026-000001; gapless per kind and year."""
    refund_id: UUID | None
    """Refund of a credit note."""
    amount_minor: int
    vat_minor: int
    """VAT included in the amount."""
    currency: str
    issued_at: datetime
    has_paper: bool
    """The PDF is ready, some seconds after issue."""
    has_invoice: bool
    """An XML invoice is available."""
