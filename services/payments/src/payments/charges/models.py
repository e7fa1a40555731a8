from datetime import datetime
from typing import Any
from uuid import UUID

from contracts.payments import ChargePurpose, ChargeStatus
from kit.database.db import new_id, timestamp
from kit.database.tables import Money
from kit.database.transitions import StateMachine
from sqlalchemy import CheckConstraint, Column, Index, Sequence, text
from sqlalchemy.dialects.postgresql import JSONB
from sqlmodel import BigInteger, Field

from payments.tables import Table, choice, metadata

ACTIVE = frozenset({ChargeStatus.OPEN, ChargeStatus.PAID, ChargeStatus.PARTLY_REFUNDED})
"""A subject has at most one charge in these states."""
SETTLED = (ChargeStatus.PAID, ChargeStatus.PARTLY_REFUNDED, ChargeStatus.REFUNDED)
"""Charges that received money, including those refunded since."""

ASKED_FOR_BY_OTHERS = (
    ChargePurpose.ENROLLMENT,
    ChargePurpose.BULK_ENROLLMENT,
    ChargePurpose.APPLICATION,
)
UNACKNOWLEDGED = (
    "status IN ('paid', 'partly_refunded') "
    "AND purpose IN ('enrollment', 'bulk_enrollment', 'application') "
    "AND (acknowledged_at IS NULL OR acknowledged_at < paid_at)"
)
"""Matches paid charges that the service owning their subject has not acknowledged."""

reference_numbers = Sequence("charge_reference_numbers", metadata=metadata)


class Charge(Table, table=True):
    """One amount owed by one profile for one subject."""

    __tablename__ = "charges"
    __table_args__ = (
        CheckConstraint("amount_minor >= 0", name="amount_not_negative"),
        CheckConstraint("vat_minor BETWEEN 0 AND amount_minor", name="vat_within_amount"),
        CheckConstraint("refunded_minor BETWEEN 0 AND amount_minor", name="refunded_within_amount"),
        Index(
            "uq_charges_active_subject",
            "purpose",
            "subject_id",
            unique=True,
            postgresql_where="status IN ('open', 'paid', 'partly_refunded')",
        ),
        Index("ix_charges_subject", "subject_id"),
        Index("ix_charges_payer", "payer_profile_id", "created_at"),
        Index("ix_charges_paid", "paid_at", postgresql_where="paid_at IS NOT NULL AND NOT waived"),
        Index("ix_charges_unacknowledged", "paid_at", postgresql_where=UNACKNOWLEDGED),
        Index("ix_charges_due", "due_at", postgresql_where="status = 'open'"),
        Index(
            "ix_charges_without_receipt",
            "paid_at",
            postgresql_where="status IN ('paid', 'partly_refunded', 'refunded') AND NOT waived "
            "AND NOT has_receipt",
        ),
    )

    id: UUID = Field(default_factory=new_id, primary_key=True)
    reference: str = Field(unique=True)
    """Human-readable reference, such as ITQ-2026-000123."""
    purpose: ChargePurpose = choice(ChargePurpose, length=40)
    subject_id: UUID
    """Enrollment, bulk enrollment, application or bill. For a registration: the profile, or the
    organization, which pays once for all its users.
    """
    payer_profile_id: UUID
    payer_user_id: UUID
    organization_id: UUID | None = Field(default=None, index=True)
    """Organization of the batch or announcement; for a bulk enrollment or bill, the debtor. Null
    for a registration.
    """
    amount_minor: int = Field(sa_type=Money)
    """Amount to pay, including VAT."""
    asked_minor: int = Field(default=0, sa_type=Money, sa_column_kwargs={"server_default": "0"})
    """Requested amount, without any VAT added on top."""
    vat_minor: int = Field(default=0, sa_type=Money, sa_column_kwargs={"server_default": "0"})
    """VAT included in the amount."""
    vat_percent: int = Field(default=0, sa_column_kwargs={"server_default": "0"})
    """Rate on the day the charge opened; it never changes."""
    vat_included: bool = Field(default=True, sa_column_kwargs={"server_default": "true"})
    """The line prices include VAT."""
    currency: str = Field(max_length=3)
    title_en: str
    title_ar: str
    subject_code: str = Field(default="", sa_column_kwargs={"server_default": ""})
    """Code of the batch; empty if the charge is not for one."""
    lines: list[dict[str, Any]] = Field(
        default_factory=list,
        sa_column=Column(JSONB, nullable=False, server_default=text("'[]'::jsonb")),
    )
    """Items of the amount, as `TaxedLine`."""
    purchase_order: str | None = None
    """The payer's own purchase order number."""
    status: ChargeStatus = choice(ChargeStatus, ChargeStatus.OPEN)
    due_at: datetime | None = timestamp(nullable=True)
    paid_at: datetime | None = timestamp(nullable=True)
    closed_at: datetime | None = timestamp(nullable=True)
    """Time of cancellation or expiry."""
    waived: bool = False
    """The amount was zero, so no payment was needed."""
    late: bool = False
    """The money arrived after the charge was closed."""
    payment_id: UUID | None = None
    """Payment that settled the charge."""
    acknowledged_at: datetime | None = timestamp(nullable=True)
    """Time the owning service last acknowledged the payment."""
    unexpected_since: datetime | None = timestamp(nullable=True)
    """Time since the owning service has expected no payment although the charge is open."""
    refunded_minor: int = Field(default=0, sa_type=Money)
    has_receipt: bool = Field(default=False, sa_column_kwargs={"server_default": "false"})
    """Set in the transaction that issues the receipt."""
    version: int = Field(default=1, sa_type=BigInteger)
    created_at: datetime = timestamp(default_now=True)


class ChargeRequest(Table, table=True):
    """Newest request version per subject; older requests are ignored."""

    __tablename__ = "charge_requests"

    purpose: ChargePurpose = choice(ChargePurpose, length=40, primary_key=True)
    subject_id: UUID = Field(primary_key=True)
    source_version: int = Field(sa_type=BigInteger)
    """`sequence` of the request's event."""


CHARGE_STATES = StateMachine(
    Charge.status,
    {
        ChargeStatus.OPEN: {ChargeStatus.PAID, ChargeStatus.CANCELLED, ChargeStatus.EXPIRED},
        ChargeStatus.PAID: {ChargeStatus.PARTLY_REFUNDED, ChargeStatus.REFUNDED},
        ChargeStatus.PARTLY_REFUNDED: {ChargeStatus.PARTLY_REFUNDED, ChargeStatus.REFUNDED},
        ChargeStatus.REFUNDED: frozenset(),
        ChargeStatus.CANCELLED: {ChargeStatus.PAID},
        ChargeStatus.EXPIRED: {ChargeStatus.PAID},
    },
)
