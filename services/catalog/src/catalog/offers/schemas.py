from datetime import datetime
from enum import StrEnum
from typing import Annotated
from uuid import UUID

from kit.domain.fields import InputModel
from pydantic import BaseModel, Field

from catalog.batches.models import BatchMode
from catalog.batches.schemas import CatalogueFilters
from catalog.places.schemas import PlaceName
from catalog.texts.adapters.html import RichText
from catalog.texts.schemas import Code, Line, Name, Paragraph, Price, StandardCode, Summary
from catalog.trainings.models import BatchLanguage, TrainingLevel, TrainingStatus
from catalog.trainings.schemas import TrainingSummary

Objectives = Annotated[list[Paragraph], Field(max_length=12)]
Percent = Annotated[int, Field(ge=1, le=100)]


class TrainingCreate(InputModel):
    """New training, created as a draft.

    A draft may lack the fields in `service.REQUIRED_FIELDS`, which publishing requires.
    """

    category_id: UUID
    code: Code
    title_en: Name
    title_ar: Name
    summary_en: Summary = ""
    summary_ar: Summary = ""
    description_en: RichText = ""
    description_ar: RichText = ""
    objectives_en: Objectives = []
    objectives_ar: Objectives = []
    audience_en: Line = ""
    audience_ar: Line = ""
    prerequisites_en: Line = ""
    prerequisites_ar: Line = ""
    level: TrainingLevel
    language: BatchLanguage = BatchLanguage.ARABIC
    duration_hours: Annotated[int, Field(ge=1, le=2000)]
    standard_code: StandardCode = ""
    min_attendance_percent: Percent | None = None
    min_score_percent: Percent | None = None
    certificate_valid_months: Annotated[int, Field(ge=1, le=240)] | None = None
    default_price_minor: Price | None = None


class TrainingUpdate(TrainingCreate):
    """New values of all fields. `version` is the one that the caller has read."""

    version: int


class NextBatch(BaseModel):
    """Next published batch that is open for enrollment and matches the filters."""

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
    """Training in a list, with a summary of its batches that match the filters."""

    updated_at: datetime
    batches: int
    """Number of published batches that are open for enrollment."""
    price_from_minor: int | None
    price_to_minor: int | None
    currency: str | None
    seats_left: int
    next_batch: NextBatch | None


class AttachmentRead(BaseModel):
    """Downloadable file of a training."""

    id: UUID
    name: str
    media_type: str
    size_bytes: int
    url: str
    """Public while the training is published."""


class TrainingRead(TrainingCard):
    """Training with all fields."""

    description_en: str
    description_ar: str
    objectives_en: list[str]
    objectives_ar: list[str]
    audience_en: str
    audience_ar: str
    prerequisites_en: str
    prerequisites_ar: str
    language: BatchLanguage
    standard_code: str
    min_attendance_percent: int | None
    min_score_percent: int | None
    default_price_minor: int | None
    attachments: list[AttachmentRead]
    version: int
    created_at: datetime


class TrainingFilters(CatalogueFilters):
    """Filters of trainings; a filter on batches selects trainings with such a batch."""


class ManagedTrainingFilters(TrainingFilters):
    """Filters of the dashboard's trainings, of every status."""

    status: TrainingStatus | None = None


class TrainingSort(StrEnum):
    """Orders of a list of trainings; a minus means descending."""

    STARTS_AT = "starts_at"
    PRICE = "price"
    PRICE_DESC = "-price"
    TITLE_EN = "title_en"
    TITLE_AR = "title_ar"
    UPDATED_AT_DESC = "-updated_at"
