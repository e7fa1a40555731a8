"""Trainers, and the sessions that one gives."""

from datetime import datetime
from typing import Literal
from uuid import UUID

from contracts.catalog import BatchStatus
from pydantic import BaseModel

from catalog.batches.models import BatchMode
from catalog.places.schemas import PlaceName


class TrainerRead(BaseModel):
    """Somebody who can be given a batch."""

    id: UUID
    name_en: str
    name_ar: str
    image_url: str | None


class MyBatchFilters(BaseModel):
    """What a trainer's batches are filtered by."""

    status: Literal[BatchStatus.PUBLISHED, BatchStatus.CANCELLED] | None = None
    over: bool | None = None
    """Whether the last session has ended."""


class MySession(BaseModel):
    """A session that a trainer gives, with the batch that it is of."""

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
