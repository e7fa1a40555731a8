"""Receipts of settled charges, credit notes of refunds, and how far their numbers have come."""

from datetime import datetime
from enum import StrEnum
from uuid import UUID

from kit.db import new_id, timestamp
from sqlalchemy import CheckConstraint, Index
from sqlmodel import BigInteger, Field

from payments.tables import Table, choice


class DocumentKind(StrEnum):
    """What a document proves: money that came, or money that went back of it."""

    RECEIPT = "receipt"
    CREDIT_NOTE = "credit_note"


class DocumentSeries(Table, table=True):
    """The last number of a kind and year. Its row is locked until the documents that have the
    numbers are committed, so that what fails leaves no gap."""

    __tablename__ = "document_series"

    kind: DocumentKind = choice(DocumentKind, primary_key=True)
    year: int = Field(primary_key=True)
    """Of the day in Riyadh on which a document is issued."""
    last_number: int = 0


class Document(Table, table=True):
    """One receipt or credit note. It is never changed."""

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
    amount_minor: int = Field(sa_type=BigInteger)
    currency: str = Field(max_length=3)
    issued_at: datetime = timestamp(default_now=True)
