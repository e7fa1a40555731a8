from datetime import datetime
from enum import StrEnum
from uuid import UUID

from pydantic import BaseModel

from identity.administration.confirmations.models import ConfirmationKind, ConfirmationStatus


class ConfirmationSort(StrEnum):
    """Sort orders; a minus means newest first."""

    CREATED = "created_at"
    CREATED_DESC = "-created_at"


class ConfirmationFilter(BaseModel):
    status: list[ConfirmationStatus] = []


class DetailChangeRead(BaseModel):
    """A field before and after; ID numbers are masked."""

    field: str
    before: str | None
    after: str | None


class PendingConfirmation(BaseModel):
    """A change of a record that awaits another admin's confirmation."""

    id: UUID
    for_operator: bool
    created_at: datetime
    expires_at: datetime


class ConfirmationRow(PendingConfirmation):
    kind: ConfirmationKind
    subject_id: UUID
    subject_name_en: str
    subject_name_ar: str
    changes: list[DetailChangeRead]
    requested_by: UUID
    requested_by_name_en: str
    requested_by_name_ar: str
    status: ConfirmationStatus
    decided_by_name_en: str | None
    """Null for the operator."""
    decided_by_name_ar: str | None
    decided_at: datetime | None
    can_confirm: bool
    """True if the reader neither requested the change nor is affected by it."""
