"""Refunds: the intent is stored first, then the provider's answer."""

from datetime import datetime
from enum import StrEnum
from uuid import UUID

from contracts.payments import RefundReason
from kit.database.db import new_id, timestamp
from kit.database.tables import Money
from kit.database.transitions import StateMachine
from sqlalchemy import CheckConstraint, Index
from sqlmodel import BigInteger, Field

from payments.tables import Table, choice


class RefundStatus(StrEnum):
    """`requested → sent → done | failed`.

    The provider may have processed a `sent` refund, so inquire instead of repeating the call.
    """

    REQUESTED = "requested"
    SENT = "sent"
    DONE = "done"
    FAILED = "failed"


class RefundMethod(StrEnum):
    """A void cancels a whole payment on its business day, before the bank books it.

    A transfer is refunded by a transfer that an admin makes at the bank and records. A payment on
    account is refunded by reducing the account's balance.
    """

    REFUND = "refund"
    VOID = "void"
    TRANSFER = "transfer"
    ACCOUNT = "account"


class Refund(Table, table=True):
    """One amount refunded from one transaction."""

    __tablename__ = "refunds"
    __table_args__ = (
        CheckConstraint("amount_minor > 0", name="amount_positive"),
        Index("ix_refunds_failed", "id", postgresql_where="status = 'failed'"),
        Index(
            "ix_refunds_without_credit_note",
            "done_at",
            postgresql_where="status = 'done' AND NOT has_credit_note",
        ),
        Index("ix_refunds_done", "done_at", postgresql_where="status = 'done'"),
        Index("ix_refunds_due", "due_at", postgresql_where="status IN ('requested', 'sent')"),
        Index(
            "ix_refunds_to_transfer",
            "id",
            postgresql_where="method = 'transfer' AND status = 'requested'",
        ),
        Index(
            "ix_refunds_to_account",
            "id",
            postgresql_where="method = 'account' AND status = 'requested'",
        ),
    )

    id: UUID = Field(default_factory=new_id, primary_key=True)
    payment_id: UUID = Field(foreign_key="payments.id", index=True)
    charge_id: UUID = Field(foreign_key="charges.id", index=True)
    transaction_id: int = Field(sa_type=BigInteger, index=True)
    """Transaction that brought the money."""
    amount_minor: int = Field(sa_type=Money)
    currency: str = Field(max_length=3)
    reason: RefundReason = choice(RefundReason, length=40)
    note: str | None = None
    """The admin's note."""
    enrollment_id: UUID | None = None
    """Enrollment of a bulk enrollment's charge that is refunded; null for single charges."""
    request_key: str = Field(unique=True)
    """Idempotency key: a repeated request creates no second refund."""
    requested_by: UUID | None = None
    """Admin who requested it; null for the system and other services."""
    method: RefundMethod = choice(RefundMethod, RefundMethod.REFUND)
    status: RefundStatus = choice(RefundStatus, RefundStatus.REQUESTED)
    attempts: int = 0
    due_at: datetime | None = timestamp(default_now=True, nullable=True)
    """Time of the next step, sending or inquiring; null for manual transfers."""
    sent_at: datetime | None = timestamp(nullable=True)
    unanswered_at: datetime | None = timestamp(nullable=True)
    """Time the provider's answer was lost while it may still process the call. Not set if our
    process died.
    """
    done_at: datetime | None = timestamp(nullable=True)
    refund_transaction_id: int | None = Field(default=None, sa_type=BigInteger, unique=True)
    has_credit_note: bool = Field(default=False, sa_column_kwargs={"server_default": "false"})
    """Set in the transaction that issues the credit note."""
    error: str | None = None
    """The provider's rejection."""
    bank_reference: str | None = None
    """Bank reference of the refunding transfer."""
    created_at: datetime = timestamp(default_now=True)


REFUND_STATES = StateMachine(
    Refund.status,
    {
        RefundStatus.REQUESTED: {RefundStatus.SENT, RefundStatus.DONE},
        RefundStatus.SENT: {RefundStatus.REQUESTED, RefundStatus.DONE, RefundStatus.FAILED},
        RefundStatus.FAILED: {RefundStatus.DONE},
        RefundStatus.DONE: frozenset(),
    },
)
