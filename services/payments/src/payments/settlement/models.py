"""What the provider says of its transactions."""

from datetime import datetime
from enum import StrEnum
from typing import Any
from uuid import UUID

from kit.database.db import new_id, timestamp
from sqlalchemy import Column, Index, UniqueConstraint
from sqlalchemy.dialects.postgresql import JSONB
from sqlmodel import BigInteger, Field

from payments.tables import Table, choice


class Source(StrEnum):
    """Where a state comes from: the provider's webhook, or our inquiry."""

    WEBHOOK = "webhook"
    INQUIRY = "inquiry"


class InquiryOutcome(StrEnum):
    """What the provider answered when it was asked about an attempt."""

    UNPAID = "unpaid"
    """Nobody has tried to pay on its page yet."""
    PENDING = "pending"
    DECLINED = "declined"
    PAID = "paid"
    REVERSED = "reversed"
    """Paid, and given back in part or whole."""
    UNREACHABLE = "unreachable"
    """It did not answer, or not properly."""


class Inquiry(Table, table=True):
    """Inquiries about an attempt that had the same outcome one after another. So few rows tell of
    however many inquiries: a new one only begins when the outcome changes."""

    __tablename__ = "inquiries"
    __table_args__ = (Index("ix_inquiries_payment", "payment_id", "id"),)

    id: UUID = Field(default_factory=new_id, primary_key=True)
    payment_id: UUID = Field(foreign_key="payments.id")
    outcome: InquiryOutcome = choice(InquiryOutcome)
    times: int = 1
    first_at: datetime = timestamp()
    last_at: datetime = timestamp()
    """When the next one is due is `Payment.next_inquiry_at`."""
    error: str | None = None
    """What was wrong the last time when it was unreachable."""


class Callback(Table, table=True):
    """One state of one transaction. Its unique key is permanent, so that it settles only once."""

    __tablename__ = "callbacks"
    __table_args__ = (
        UniqueConstraint("transaction_id", "state"),
        Index("ix_callbacks_order", "order_id"),
        Index("ix_callbacks_waiting", "due_at", postgresql_where="processed_at IS NULL"),
    )

    id: UUID = Field(default_factory=new_id, primary_key=True)
    transaction_id: int = Field(sa_type=BigInteger)
    state: str
    order_id: int = Field(sa_type=BigInteger)
    source: Source = choice(Source)
    body: Any = Field(sa_column=Column(JSONB, nullable=False))
    payment_id: UUID | None = Field(default=None, foreign_key="payments.id", index=True)
    outcome: str | None = None
    """What was done; `unmatched` waits for an order that is not known yet."""
    received_at: datetime = timestamp(default_now=True)
    processed_at: datetime | None = timestamp(nullable=True)
    failures: int = Field(default=0, sa_column_kwargs={"server_default": "0"})
    """How often it could not be processed."""
    due_at: datetime = timestamp(default_now=True)
    """When it may be processed: later after each failure, so that it blocks no other; `infinity`
    while its order is not known, so that however many of these are never looked at."""
