"""Batches as the catalog tells them: what an enrollment is decided by and shown with."""

from datetime import datetime
from enum import StrEnum
from uuid import UUID

from kit.db import timestamp
from sqlmodel import Field

from enrollment.tables import Table, text_enum


class BatchStatus(StrEnum):
    """The catalog's states of a batch."""

    DRAFT = "draft"
    PUBLISHED = "published"
    CANCELLED = "cancelled"


class Batch(Table, table=True):
    """The newest fact about a batch. Its capacity is in `seats`, where it is counted."""

    __tablename__ = "batches"

    id: UUID = Field(primary_key=True)
    training_id: UUID
    organization_id: UUID
    code: str
    title_en: str
    title_ar: str
    city_en: str
    city_ar: str
    starts_at: datetime = timestamp(index=True)
    ends_at: datetime = timestamp()
    enrollment_opens_at: datetime = timestamp()
    enrollment_closes_at: datetime = timestamp()
    price_minor: int
    """What a seat costs in minor units; 0 is free."""
    currency: str = Field(max_length=3)
    requires_acceptance: bool
    payment_window_minutes: int
    """How long a seat is held for an unpaid enrollment."""
    status: BatchStatus = Field(sa_type=text_enum(BatchStatus, check="status_known"))
    version: int
    """The sequence of the fact that the row shows; older ones are dropped."""
