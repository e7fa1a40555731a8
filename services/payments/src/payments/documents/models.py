from datetime import datetime
from typing import Any
from uuid import UUID

from contracts.identity import OrganizationAddress
from contracts.payments import DocumentKind
from kit.database.db import new_id, timestamp
from kit.database.tables import Money
from pydantic import BaseModel, ConfigDict
from sqlalchemy import CheckConstraint, Column, Index, text
from sqlalchemy.dialects.postgresql import JSONB
from sqlmodel import BigInteger, Field

from payments.tables import Table, choice


class Buyer(BaseModel):
    """The buyer as known on the day of issue; unnamed if the payer is unknown.

    Documents before 23 November 2026 have names only.
    """

    model_config = ConfigDict(frozen=True, extra="ignore")

    name_en: str = ""
    name_ar: str = ""
    tax_number: str | None = None
    """Set for an organization registered for VAT."""
    address: OrganizationAddress | None = None

    @property
    def is_registered(self) -> bool:
        """Return whether the buyer gets a standard invoice instead of a simplified one."""
        return self.tax_number is not None


def _json_column(default: str) -> Any:
    return Column(JSONB, nullable=False, server_default=text(f"'{default}'::jsonb"))


class DocumentSeries(Table, table=True):
    """Last number of a kind and year.

    Its row stays locked until the numbered documents commit, so failures leave no gap.
    """

    __tablename__ = "document_series"

    kind: DocumentKind = choice(DocumentKind, primary_key=True)
    year: int = Field(primary_key=True)
    """Year of issue in Riyadh."""
    last_number: int = 0


class Document(Table, table=True):
    """One immutable receipt or credit note with its full content."""

    __tablename__ = "documents"
    __table_args__ = (
        CheckConstraint(
            "(kind = 'credit_note') = (refund_id IS NOT NULL AND receipt_id IS NOT NULL)",
            name="credit_note_of_refund",
        ),
        Index(
            "uq_documents_receipt", "charge_id", unique=True, postgresql_where="kind = 'receipt'"
        ),
        Index("ix_documents_charge", "charge_id"),
    )

    id: UUID = Field(default_factory=new_id, primary_key=True)
    kind: DocumentKind = choice(DocumentKind)
    number: str = Field(unique=True)
    """Number such as REC-2026-000001 or CRN-2026-000001."""
    charge_id: UUID = Field(foreign_key="charges.id")
    refund_id: UUID | None = Field(default=None, foreign_key="refunds.id", unique=True)
    receipt_id: UUID | None = Field(default=None, foreign_key="documents.id", index=True)
    """Receipt that the credit note corrects."""
    amount_minor: int = Field(sa_type=Money)
    vat_minor: int = Field(default=0, sa_type=Money, sa_column_kwargs={"server_default": "0"})
    """VAT in the amount; on a credit note, the refunded part of the receipt's VAT."""
    vat_percent: int = Field(default=0, sa_column_kwargs={"server_default": "0"})
    """VAT rate of the charge, in percent."""
    currency: str = Field(max_length=3)
    seller: dict[str, Any] = Field(default_factory=dict, sa_column=_json_column("{}"))
    """`contracts.catalog.Seller` on the day of issue."""
    buyer: dict[str, Any] = Field(default_factory=dict, sa_column=_json_column("{}"))
    """`Buyer` on the day of issue."""
    lines: list[dict[str, Any]] = Field(default_factory=list, sa_column=_json_column("[]"))
    """Lines as `charges.rules.TaxedLine`."""
    issued_at: datetime = timestamp(default_now=True)
    counter: int | None = Field(default=None, sa_type=BigInteger, unique=True)
    """Gapless counter of tax invoices and credit notes across years. This and the next three fields
    are null if the seller is not registered for VAT.
    """
    previous_hash: str | None = None
    """Base64 hash of the document with the preceding counter."""
    hash: str | None = None
    """Base64 SHA-256 of `xml`."""
    xml: str | None = None
    """Canonical UBL invoice without its QR code."""


class DocumentPaper(Table, table=True):
    """PDF of a document, and the schedule of its next attempt."""

    __tablename__ = "document_papers"
    __table_args__ = (
        Index("ix_document_papers_missing", "next_at", postgresql_where="key IS NULL"),
    )

    document_id: UUID = Field(primary_key=True, foreign_key="documents.id", ondelete="CASCADE")
    key: str | None = None
    """Key of the stored file; null until it is generated."""
    link_hash: bytes | None = Field(default=None, unique=True)
    """SHA-256 of the link's secret mailed to the payer."""
    link_until: datetime | None = timestamp(nullable=True)
    """Expiry of the mailed link."""
    attempts: int = 0
    next_at: datetime = timestamp(default_now=True)
