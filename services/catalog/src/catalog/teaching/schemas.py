"""Trainers and their sessions."""

from datetime import datetime
from typing import Literal
from uuid import UUID

from contracts.catalog import BatchStatus
from pydantic import BaseModel

from catalog.batches.models import BatchMode
from catalog.places.schemas import PlaceName


class TrainerRead(BaseModel):
    """Trainer who can be assigned a batch."""

    id: UUID
    name_en: str
    name_ar: str
    image_url: str | None


class MyBatchFilters(BaseModel):
    """Filters of a trainer's batches."""

    status: Literal[BatchStatus.PUBLISHED, BatchStatus.CANCELLED] | None = None
    over: bool | None = None
    """True for batches whose last session has ended."""


class MySession(BaseModel):
    """Session of a trainer with its batch."""

    id: UUID
    title_en: str
    title_ar: str
    starts_at: datetime
    ends_at: datetime
    online_url: str | None
    batch_id: UUID
    batch_code: str
    training_title_en: str
    training_title_ar: str
    mode: BatchMode
    city: PlaceName | None
    venue_en: str
    venue_ar: str
