"""What goes in and out of the trainings' endpoints."""

from datetime import datetime
from typing import Annotated, Literal
from uuid import UUID

from kit.pages import PageMeta
from pydantic import BaseModel, Field

from catalog.texts.schemas import Code, Line, LongText, Name, Paragraph
from catalog.trainings.models import TrainingLevel, TrainingStatus

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


class PlaceName(BaseModel):
    """A city by name."""

    id: UUID
    name_en: str
    name_ar: str


class OrganizationCard(BaseModel):
    """The organization that gives a training."""

    id: UUID
    name_en: str
    name_ar: str
    image_url: str | None


class CategoryCard(BaseModel):
    """A training's category, with the main category above it when there is one."""

    id: UUID
    slug: str
    name_en: str
    name_ar: str
    parent_id: UUID | None
    parent_name_en: str | None
    parent_name_ar: str | None


class TrainingFacts(BaseModel):
    """What every view of a training shows."""

    id: UUID
    code: str
    title_en: str
    title_ar: str
    summary_en: str
    summary_ar: str
    level: TrainingLevel
    duration_hours: int
    certificate_valid_months: int | None
    image_url: str | None
    status: TrainingStatus
    category: CategoryCard
    organization: OrganizationCard


class NextBatch(BaseModel):
    """The soonest published batch that one can still enroll in and that matches the filters."""

    id: UUID
    code: str
    starts_at: datetime
    ends_at: datetime
    city: PlaceName | None
    mode: str
    language: str
    price_minor: int
    currency: str
    seats_left: int


class TrainingCard(TrainingFacts):
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
    """A training with everything that is told of it."""

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


class TrainingPage(BaseModel):
    """One page of trainings."""

    data: list[TrainingCard]
    meta: PageMeta


TrainingSort = Literal["starts_at", "price", "-price", "title_en", "title_ar", "-updated_at"]
