from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from uuid import UUID

from kit.database.db import new_id, timestamp
from kit.database.tables import Money, text_enum
from kit.database.transitions import StateMachine
from sqlalchemy import Index, UniqueConstraint
from sqlmodel import BigInteger, Field

from payments.config import PaymentMethod
from payments.tables import Table, choice


class PaymentStatus(StrEnum):
    """`created → redirected → succeeded | failed | under_review`.

    `failed` is not final: the same order can be paid after a decline.
    """

    CREATED = "created"
    REDIRECTED = "redirected"
    SUCCEEDED = "succeeded"
    FAILED = "failed"
    UNDER_REVIEW = "under_review"


LIVE = frozenset({PaymentStatus.CREATED, PaymentStatus.REDIRECTED})
"""A charge has at most one attempt in these states."""
FINAL = frozenset({PaymentStatus.SUCCEEDED, PaymentStatus.UNDER_REVIEW})
"""Attempts in these states need no further inquiry."""


@dataclass(frozen=True, slots=True)
class ReceivedMoney:
    """Money received in one transaction: card payment, bank transfer or payment on account."""

    transaction_id: int
    amount_minor: int
    currency: str
    integration_id: int | None = None
    authorised_only: bool = False
    """The bank authorised the amount but has not captured it."""
    card_brand: str | None = None
    card_last4: str | None = None


class Payment(Table, table=True):
    """One attempt with one order at the provider, one transfer, or one payment on account."""

    __tablename__ = "payments"
    __table_args__ = (
        UniqueConstraint("charge_id", "number"),
        Index(
            "uq_payments_live",
            "charge_id",
            unique=True,
            postgresql_where="status IN ('created', 'redirected')",
        ),
        Index(
            "ix_payments_inquiry",
            "next_inquiry_at",
            postgresql_where="next_inquiry_at IS NOT NULL",
        ),
        Index("ix_payments_to_notify", "notify_at", postgresql_where="notify_at IS NOT NULL"),
        Index("ix_payments_moved", "moved_from", postgresql_where="moved_from IS NOT NULL"),
        Index("ix_payments_way", "way", "created_at", "id"),
        Index("ix_payments_created", "created_at", "id"),
        Index("ix_payments_status", "status", "created_at", "id"),
        Index("ix_payments_amount", "amount_minor", "id"),
        Index("ix_payments_organization", "organization_id", "created_at", "id"),
        Index("ix_payments_payer", "payer_profile_id", "created_at", "id"),
        Index("ix_payments_under_review", "id", postgresql_where="status = 'under_review'"),
    )

    id: UUID = Field(default_factory=new_id, primary_key=True)
    charge_id: UUID = Field(foreign_key="charges.id")
    moved_from: UUID | None = Field(default=None, foreign_key="charges.id")
    """Original charge, if a reviewer applied the money to another one."""
    organization_id: UUID | None = None
    payer_profile_id: UUID | None = None
    """Both copy the charge's columns for indexed lists. Database triggers maintain them, so they
    are unset on a new instance.
    """
    number: int
    """Sequence number among the charge's payments."""
    status: PaymentStatus = choice(PaymentStatus, PaymentStatus.CREATED)
    amount_minor: int = Field(sa_type=Money)
    currency: str = Field(max_length=3)
    way: PaymentMethod = Field(
        default=PaymentMethod.CARD,
        sa_type=text_enum(PaymentMethod, length=20),
        sa_column_kwargs={"server_default": PaymentMethod.CARD},
    )
    integration_id: int | None = Field(default=None, sa_type=BigInteger)
    """The provider's integration; null for transfers and payments on account."""
    special_reference: str = Field(unique=True)
    """Our reference of the order at the provider."""
    intention_id: str | None = Field(default=None, unique=True)
    order_id: int | None = Field(default=None, sa_type=BigInteger, unique=True)
    """The provider's order number, covered by its signature."""
    client_secret: str | None = None
    transaction_id: int | None = Field(default=None, sa_type=BigInteger, unique=True)
    """Transaction that brought the money; negative for transfers and payments on account."""
    received_minor: int | None = Field(default=None, sa_type=Money)
    """Received amount; differs from `amount_minor` only under review."""
    card_brand: str | None = None
    card_last4: str | None = None
    failure_code: str | None = None
    failure_reason: str | None = None
    """The provider's message."""
    review_reason: str | None = None
    """Why an admin must decide: `amount`, `currency`, `integration` or `authorised_only`."""
    refunded_minor: int = Field(default=0, sa_type=Money)
    expires_at: datetime = timestamp()
    """Time the provider's page stops accepting payment."""
    inquiries: int = 0
    next_inquiry_at: datetime | None = timestamp(nullable=True)
    notify_at: datetime | None = timestamp(nullable=True)
    """Time to notify the payer of a declined card, unless they return earlier."""
    inquired_at: datetime | None = timestamp(nullable=True)
    completed_at: datetime | None = timestamp(nullable=True)
    version: int = Field(default=1, sa_type=BigInteger)
    created_at: datetime = timestamp(default_now=True)

    @property
    def provider_transaction(self) -> str | None:
        """Return the provider's transaction number as text, because browsers cannot represent it
        exactly.
        """
        number = self.transaction_id
        return str(number) if number is not None and number > 0 else None


PAYMENT_STATES = StateMachine(
    Payment.status,
    {
        PaymentStatus.CREATED: {
            PaymentStatus.REDIRECTED,
            PaymentStatus.SUCCEEDED,
            PaymentStatus.FAILED,
            PaymentStatus.UNDER_REVIEW,
        },
        PaymentStatus.REDIRECTED: {
            PaymentStatus.SUCCEEDED,
            PaymentStatus.FAILED,
            PaymentStatus.UNDER_REVIEW,
        },
        PaymentStatus.FAILED: {PaymentStatus.SUCCEEDED, PaymentStatus.UNDER_REVIEW},
        PaymentStatus.UNDER_REVIEW: {PaymentStatus.SUCCEEDED, PaymentStatus.FAILED},
        PaymentStatus.SUCCEEDED: frozenset(),
    },
)
