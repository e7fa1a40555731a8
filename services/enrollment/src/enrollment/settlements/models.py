"""How each charge was answered: enrollment's own, unlike the replica of the charge."""

from datetime import datetime
from uuid import UUID

from kit.database.db import timestamp
from sqlmodel import Field

from enrollment.tables import Table


class ExpiryRequest(Table, table=True):
    """An enrollment, bulk enrollment or application whose payment is overdue, and of which payments
    has not said yet that it is unpaid. Until then its seats stay held."""

    __tablename__ = "expiry_requests"

    subject_id: UUID = Field(primary_key=True)
    requested_at: datetime = timestamp(default_now=True)


class Settlement(Table, table=True):
    """What was done about a charge's money, each thing once."""

    __tablename__ = "settlements"

    charge_id: UUID = Field(primary_key=True)
    settled_at: datetime | None = timestamp(nullable=True)
    """When its payment was answered with a seat or a refund."""
    refund_requested_at: datetime | None = timestamp(nullable=True)
    """When its money was asked to go back."""
