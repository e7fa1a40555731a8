"""What goes in and out of the endpoints of trainings."""

from datetime import datetime
from enum import StrEnum
from typing import Annotated
from uuid import UUID

from pydantic import BaseModel, Field

from catalog.batches.models import BatchLanguage, BatchMode
from catalog.batches.schemas import CatalogueFilters
from catalog.places.schemas import PlaceName
from catalog.texts.schemas import Code, Line, LongText, Name, Paragraph
from catalog.trainings.models import TrainingLevel, TrainingStatus
from catalog.trainings.schemas import TrainingSummary

Objectives = Annotated[list[Paragraph], Field(min_length=1, max_length=12)]


class TrainingCreate(BaseModel):
    """A training as its organization enters it. It starts as a draft."""

    category_id: UUID
    code: Code
    title_en: Name
    title_ar: Name
    summary_en: Paragraph
    summary_ar: Paragraph
    description_en: LongText
    description_ar: LongText
    objectives_en: Objectives
    objectives_ar: Objectives
    audience_en: Line = ""
    audience_ar: Line = ""
    prerequisites_en: Line = ""
    prerequisites_ar: Line = ""
    level: TrainingLevel
    duration_hours: Annotated[int, Field(ge=1, le=2000)]
    certificate_valid_months: Annotated[int, Field(ge=1, le=240)] | None = None


class TrainingUpdate(TrainingCreate):
    """All fields anew. `version` is the one that the editor has read."""

    version: int


class NextBatch(BaseModel):
    """The soonest published batch that one can still enroll in and that matches the filters."""

    id: UUID
    code: str
    starts_at: datetime
    ends_at: datetime
    city: PlaceName | None
    mode: BatchMode
    language: BatchLanguage
    price_minor: int
    currency: str
    seats_left: int


class TrainingCard(TrainingSummary):
    """A training in a list, with its batches that match the filters summed up."""

    updated_at: datetime
    batches: int
    """How many published batches one can still enroll in."""
    price_from_minor: int | None
    price_to_minor: int | None
    currency: str | None
    seats_left: int
    next_batch: NextBatch | None


class TrainingRead(TrainingCard):
    """A training with everything that is shown of it."""

    description_en: str
    description_ar: str
    objectives_en: list[str]
    objectives_ar: list[str]
    audience_en: str
    audience_ar: str
    prerequisites_en: str
    prerequisites_ar: str
    version: int
    created_at: datetime


class TrainingFilters(CatalogueFilters):
    """What trainings are filtered by; a filter on batches leaves those with such a batch."""


class ManagedTrainingFilters(TrainingFilters):
    """What the dashboard's trainings are filtered by: of every status."""

    status: TrainingStatus | None = None


class TrainingSort(StrEnum):
    """The orders of a list of trainings; a minus means descending."""

    STARTS_AT = "starts_at"
    PRICE = "price"
    PRICE_DESC = "-price"
    TITLE_EN = "title_en"
    TITLE_AR = "title_ar"
    UPDATED_AT_DESC = "-updated_at"
