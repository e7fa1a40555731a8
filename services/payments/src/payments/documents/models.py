"""Receipts of settled charges, credit notes of refunds, and how far their numbers have come."""

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
    """Who buys, as known on the day of the issue; without names where the payer is not known.

    Documents of before 23 November 2026 have names only.
    """

    model_config = ConfigDict(frozen=True, extra="ignore")

    name_en: str = ""
    name_ar: str = ""
    tax_number: str | None = None
    """Of an organization that is registered for VAT."""
    address: OrganizationAddress | None = None

    @property
    def is_registered(self) -> bool:
        """Whether what is sold to it is a standard invoice, and not a simplified one."""
        return self.tax_number is not None


def _stored(default: str) -> Any:
    """A column of JSON."""
    return Column(JSONB, nullable=False, server_default=text(f"'{default}'::jsonb"))


class DocumentSeries(Table, table=True):
    """The last number of a kind and year. Its row is locked until the documents that have the
    numbers are committed, so that what fails leaves no gap."""

    __tablename__ = "document_series"

    kind: DocumentKind = choice(DocumentKind, primary_key=True)
    year: int = Field(primary_key=True)
    """Of the day in Riyadh on which a document is issued."""
    last_number: int = 0


class Document(Table, table=True):
    """One receipt or credit note, with all that stands on it. It is never changed."""

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
    """Such as REC-2026-000001 or CRN-2026-000001."""
    charge_id: UUID = Field(foreign_key="charges.id")
    refund_id: UUID | None = Field(default=None, foreign_key="refunds.id", unique=True)
    receipt_id: UUID | None = Field(default=None, foreign_key="documents.id", index=True)
    """The receipt that a credit note refers to."""
    amount_minor: int = Field(sa_type=Money)
    vat_minor: int = Field(default=0, sa_type=Money, sa_column_kwargs={"server_default": "0"})
    """The tax in the amount; of a credit note, the part of the receipt's own tax that goes back."""
    vat_percent: int = Field(default=0, sa_column_kwargs={"server_default": "0"})
    """The charge's own rate."""
    currency: str = Field(max_length=3)
    seller: dict[str, Any] = Field(default_factory=dict, sa_column=_stored("{}"))
    """As `contracts.catalog.Seller`, on the day of the issue."""
    buyer: dict[str, Any] = Field(default_factory=dict, sa_column=_stored("{}"))
    """As `Buyer`, on the day of the issue."""
    lines: list[dict[str, Any]] = Field(default_factory=list, sa_column=_stored("[]"))
    """As `charges.lines.TaxedLine`."""
    issued_at: datetime = timestamp(default_now=True)
    counter: int | None = Field(default=None, sa_type=BigInteger, unique=True)
    """Counts the tax invoices and their credit notes from 1, of all years together; None where the
    seller is not registered for VAT. So are the three below."""
    previous_hash: str | None = None
    """That of the document with the counter before, as base64."""
    hash: str | None = None
    """The SHA-256 of `xml`."""
    xml: str | None = None
    """The invoice in UBL, in canonical form and without its QR code."""


class DocumentPaper(Table, table=True):
    """The PDF of a document, and when whoever comes tries again to make it."""

    __tablename__ = "document_papers"
    __table_args__ = (
        Index("ix_document_papers_missing", "next_at", postgresql_where="key IS NULL"),
    )

    document_id: UUID = Field(primary_key=True, foreign_key="documents.id", ondelete="CASCADE")
    key: str | None = None
    """Of the stored file; none until it is made."""
    link_hash: bytes | None = Field(default=None, unique=True)
    """The SHA-256 of the secret that the payer was mailed."""
    link_until: datetime | None = timestamp(nullable=True)
    """When its link ends."""
    attempts: int = 0
    next_at: datetime = timestamp(default_now=True)
