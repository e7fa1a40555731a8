"""Deferred notifications about enrollments."""

from datetime import datetime
from uuid import UUID

from contracts.enrollment import EnrollmentStatus
from kit.database.db import timestamp
from kit.database.tables import OpenEnum
from sqlmodel import Field

from notifications.tables import Table


class AwaitedCharge(Table, table=True):
    """Change of an enrollment whose notification waits until the charge is open."""

    __tablename__ = "awaited_charges"

    enrollment_id: UUID = Field(primary_key=True)
    previous_status: EnrollmentStatus | None = Field(
        sa_type=OpenEnum(EnrollmentStatus), nullable=True
    )
    changed_at: datetime = timestamp()
