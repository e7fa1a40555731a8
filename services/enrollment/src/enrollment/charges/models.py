"""Charges for enrollments as payments tells them, and what was done about them."""

from datetime import datetime
from enum import StrEnum
from uuid import UUID

from kit.db import timestamp
from sqlmodel import Field

from enrollment.tables import Table, text_enum


class ChargeStatus(StrEnum):
    """The payments service's states of a charge."""

    OPEN = "open"
    PAID = "paid"
    PARTLY_REFUNDED = "partly_refunded"
    REFUNDED = "refunded"
    CANCELLED = "cancelled"
    EXPIRED = "expired"


class Charge(Table, table=True):
    """The newest fact about what is owed for an enrollment."""

    __tablename__ = "charges"

    id: UUID = Field(primary_key=True)
    enrollment_id: UUID = Field(index=True)
    reference: str
    """What people read and quote."""
    status: ChargeStatus = Field(sa_type=text_enum(ChargeStatus, check="status_known"))
    amount_minor: int
    refunded_minor: int = 0
    """What went back so far."""
    currency: str = Field(max_length=3)
    version: int
    """The sequence of the fact that the row shows; older ones change nothing here."""
    settled_at: datetime | None = timestamp(nullable=True)
    """When the payment was answered with a seat or a refund: never twice for one charge."""
    refund_requested_at: datetime | None = timestamp(nullable=True)
    """When the money was asked to go back: never twice for one charge."""
