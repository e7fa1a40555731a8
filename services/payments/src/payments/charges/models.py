"""Charges: what is owed."""

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
"""One charge of a subject can be in these states."""
SETTLED = (ChargeStatus.PAID, ChargeStatus.PARTLY_REFUNDED, ChargeStatus.REFUNDED)
"""Money has come for it, and may have gone back since."""

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
"""A charge whose payment its subject, another service's, has not acknowledged."""

reference_numbers = Sequence("charge_reference_numbers", metadata=metadata)


class Charge(Table, table=True):
    """One sum owed by one profile for one thing."""

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
    """What people read and quote, such as ITQ-2026-000123."""
    purpose: ChargePurpose = choice(ChargePurpose, length=40)
    subject_id: UUID
    """The enrollment, bulk enrollment, application or bill; of a registration the profile, or the
    organization, which pays once for all of its users."""
    payer_profile_id: UUID
    payer_user_id: UUID
    organization_id: UUID | None = Field(default=None, index=True)
    """Whose batch or announcement it is for; of a bulk enrollment or a bill who owes it,
    whichever of its people pays. None for a registration."""
    amount_minor: int = Field(sa_type=Money)
    """What is to be paid, with the tax."""
    asked_minor: int = Field(default=0, sa_type=Money, sa_column_kwargs={"server_default": "0"})
    """What was asked for: the same, or without the tax that is added to it."""
    vat_minor: int = Field(default=0, sa_type=Money, sa_column_kwargs={"server_default": "0"})
    """The tax in the amount."""
    vat_percent: int = Field(default=0, sa_column_kwargs={"server_default": "0"})
    """The rate on the day on which the charge was opened; it keeps it."""
    vat_included: bool = Field(default=True, sa_column_kwargs={"server_default": "true"})
    """Whether the prices of the lines include the tax."""
    currency: str = Field(max_length=3)
    title_en: str
    title_ar: str
    subject_code: str = Field(default="", sa_column_kwargs={"server_default": ""})
    """The batch's code; empty where it is not for a batch."""
    lines: list[dict[str, Any]] = Field(
        default_factory=list,
        sa_column=Column(JSONB, nullable=False, server_default=text("'[]'::jsonb")),
    )
    """What the amount is made of, as `TaxedLine`."""
    purchase_order: str | None = None
    """The payer's own number of the order."""
    status: ChargeStatus = choice(ChargeStatus, ChargeStatus.OPEN)
    due_at: datetime | None = timestamp(nullable=True)
    paid_at: datetime | None = timestamp(nullable=True)
    closed_at: datetime | None = timestamp(nullable=True)
    """When it was cancelled or expired."""
    waived: bool = False
    """Nothing was to be paid."""
    late: bool = False
    """The money came after the charge had been closed."""
    payment_id: UUID | None = None
    """The attempt whose money settled it."""
    acknowledged_at: datetime | None = timestamp(nullable=True)
    """When its subject last said that the payment was answered; for the subjects of others."""
    unexpected_since: datetime | None = timestamp(nullable=True)
    """Since when its subject says that it waits for no payment, while it can be paid."""
    refunded_minor: int = Field(default=0, sa_type=Money)
    has_receipt: bool = Field(default=False, sa_column_kwargs={"server_default": "false"})
    """Its receipt is issued, in the transaction that says so here."""
    version: int = Field(default=1, sa_type=BigInteger)
    created_at: datetime = timestamp(default_now=True)


class ChargeRequest(Table, table=True):
    """The newest request of another service about a subject; older ones change nothing."""

    __tablename__ = "charge_requests"

    purpose: ChargePurpose = choice(ChargePurpose, length=40, primary_key=True)
    subject_id: UUID = Field(primary_key=True)
    source_version: int = Field(sa_type=BigInteger)
    """The `sequence` of the request's event."""


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
