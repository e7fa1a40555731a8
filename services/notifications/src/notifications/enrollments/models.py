"""The copy of enrollments."""

from datetime import datetime
from typing import Any
from uuid import UUID

from kit.db import timestamp
from sqlalchemy import BigInteger
from sqlalchemy.dialects.postgresql import JSONB
from sqlmodel import Field

from notifications.tables import Table


class Enrollment(Table, table=True):
    """The newest fact about an enrollment and the charge that was opened for it.

    The two come from different services, in either order.
    """

    __tablename__ = "enrollments"

    enrollment_id: UUID = Field(primary_key=True)
    version: int = Field(sa_type=BigInteger)
    """0 while only the charge is known."""
    fact: dict[str, Any] | None = Field(sa_type=JSONB)
    changed_at: datetime | None = timestamp(nullable=True)
    charge_id: UUID | None
    charge_opened_at: datetime | None = timestamp(nullable=True)
