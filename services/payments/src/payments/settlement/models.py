"""Provider transactions as reported by webhooks and inquiries."""

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
    WEBHOOK = "webhook"
    INQUIRY = "inquiry"


class InquiryOutcome(StrEnum):
    """The provider's answer to an inquiry about an attempt."""

    UNPAID = "unpaid"
    """No payment was tried on the page yet."""
    PENDING = "pending"
    DECLINED = "declined"
    PAID = "paid"
    REVERSED = "reversed"
    """Paid, then refunded in part or in full."""
    UNREACHABLE = "unreachable"
    """No response, or an unusable one."""


class Inquiry(Table, table=True):
    """Consecutive inquiries of one attempt with the same outcome.

    A new row starts only when the outcome changes, which keeps the table small.
    """

    __tablename__ = "inquiries"
    __table_args__ = (Index("ix_inquiries_payment", "payment_id", "id"),)

    id: UUID = Field(default_factory=new_id, primary_key=True)
    payment_id: UUID = Field(foreign_key="payments.id")
    outcome: InquiryOutcome = choice(InquiryOutcome)
    times: int = 1
    first_at: datetime = timestamp()
    last_at: datetime = timestamp()
    """Time of the latest inquiry; `Payment.next_inquiry_at` has the next."""
    error: str | None = None
    """Error of the latest inquiry if the provider was unreachable."""


class Callback(Table, table=True):
    """One state of one transaction. The permanent unique key guarantees one settlement."""

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
    """Result of processing; `unmatched` waits for an unknown order."""
    received_at: datetime = timestamp(default_now=True)
    processed_at: datetime | None = timestamp(nullable=True)
    failures: int = Field(default=0, sa_column_kwargs={"server_default": "0"})
    """Number of failed processing attempts."""
    due_at: datetime = timestamp(default_now=True)
    """Time of the next processing attempt; exponential backoff keeps failures from blocking others.
    `infinity` while the order is unknown, so sweeps skip the row.
    """
