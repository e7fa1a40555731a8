"""Refunds: intents first, then the provider's answer."""

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
    """`requested → sent → done | failed`. The provider may have done one that is `sent`, so it is
    asked, and the call is not repeated."""

    REQUESTED = "requested"
    SENT = "sent"
    DONE = "done"
    FAILED = "failed"


class RefundMethod(StrEnum):
    """A void undoes a whole payment on its business day, before the bank books it. What came by a
    transfer goes back by one, which a person makes at the bank and then records. What was put on an
    organization's account is owed no more."""

    REFUND = "refund"
    VOID = "void"
    TRANSFER = "transfer"
    ACCOUNT = "account"


class Refund(Table, table=True):
    """One sum that goes back from one transaction."""

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
    """The transaction that brought the money."""
    amount_minor: int = Field(sa_type=Money)
    currency: str = Field(max_length=3)
    reason: RefundReason = choice(RefundReason, length=40)
    note: str | None = None
    """What the admin wrote."""
    enrollment_id: UUID | None = None
    """Whose part of a bulk enrollment's charge it is; none where the charge is for one."""
    request_key: str = Field(unique=True)
    """Names the request: the same request twice is one refund."""
    requested_by: UUID | None = None
    """The admin; none when the system or another service asked."""
    method: RefundMethod = choice(RefundMethod, RefundMethod.REFUND)
    status: RefundStatus = choice(RefundStatus, RefundStatus.REQUESTED)
    attempts: int = 0
    due_at: datetime | None = timestamp(default_now=True, nullable=True)
    """When the next step is due: sending it, or asking what became of it. None of what a person
    transfers."""
    sent_at: datetime | None = timestamp(nullable=True)
    unanswered_at: datetime | None = timestamp(nullable=True)
    """When the provider's answer to the call was lost: it may still work on it. Of a copy that died
    nothing is said here."""
    done_at: datetime | None = timestamp(nullable=True)
    refund_transaction_id: int | None = Field(default=None, sa_type=BigInteger, unique=True)
    has_credit_note: bool = Field(default=False, sa_column_kwargs={"server_default": "false"})
    """Its credit note is issued, in the transaction that says so here."""
    error: str | None = None
    """The provider's refusal."""
    bank_reference: str | None = None
    """Of the transfer that gave it back."""
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
