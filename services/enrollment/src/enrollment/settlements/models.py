"""Settlement of each charge: enrollment's own data, unlike the replicated charge."""

from datetime import datetime
from uuid import UUID

from kit.database.db import timestamp
from sqlmodel import Field

from enrollment.tables import Table


class ExpiryRequest(Table, table=True):
    """An overdue enrollment, bulk enrollment or application awaiting confirmation by payments that
    it is unpaid. Its seats stay held until then.
    """

    __tablename__ = "expiry_requests"

    subject_id: UUID = Field(primary_key=True)
    requested_at: datetime = timestamp(default_now=True)


class Settlement(Table, table=True):
    """Actions taken for a charge, each once."""

    __tablename__ = "settlements"

    charge_id: UUID = Field(primary_key=True)
    settled_at: datetime | None = timestamp(nullable=True)
    """Time at which its payment was settled with a seat or a refund."""
    refund_requested_at: datetime | None = timestamp(nullable=True)
    """Time at which its refund was requested."""
