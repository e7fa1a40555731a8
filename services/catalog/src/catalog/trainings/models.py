"""Trainings of organizations. Batches are their dated runs."""

from datetime import datetime
from enum import StrEnum
from uuid import UUID

from kit.database.db import new_id, timestamp
from kit.database.search import search_field, search_index
from kit.database.tables import Money
from kit.database.transitions import StateMachine
from sqlalchemy import Column, Index, Text, UniqueConstraint, text
from sqlalchemy.dialects.postgresql import ARRAY
from sqlmodel import Field

from catalog.tables import Table, choice


class TrainingStatus(StrEnum):
    """`draft → published ⇄ archived`. Only a published training is public."""

    DRAFT = "draft"
    PUBLISHED = "published"
    ARCHIVED = "archived"


class TrainingLevel(StrEnum):
    """Required prior knowledge."""

    FOUNDATION = "foundation"
    INTERMEDIATE = "intermediate"
    ADVANCED = "advanced"


class BatchLanguage(StrEnum):
    """Language of instruction: of a batch, and the default for a training's batches."""

    ENGLISH = "en"
    ARABIC = "ar"
    BILINGUAL = "bilingual"


class Training(Table, table=True):
    """Training of one organization."""

    __tablename__ = "trainings"
    __table_args__ = (
        search_index("trainings"),
        UniqueConstraint("organization_id", "code"),
        Index("ix_trainings_organization_title", "organization_id", "title_en"),
        Index("ix_trainings_title_en", text('title_en COLLATE "und-x-icu" text_ops'), "id"),
        Index("ix_trainings_title_ar", text('title_ar COLLATE "ar-x-icu" text_ops'), "id"),
        Index("ix_trainings_updated_at", "updated_at", "id"),
        Index("ix_trainings_category", "category_id"),
        # Batches by level.
        Index("ix_trainings_level", "level", "id"),
        Index(
            "ix_trainings_standard_code",
            "standard_code",
            postgresql_where=text("standard_code <> ''"),
        ),
    )

    id: UUID = Field(default_factory=new_id, primary_key=True)
    organization_id: UUID = Field(foreign_key="organizations.id")
    category_id: UUID = Field(foreign_key="categories.id")
    code: str
    """Unique within the organization."""
    title_en: str
    title_ar: str
    summary_en: str
    summary_ar: str
    description_en: str
    """Rich text, sanitized by `texts.adapters.html`."""
    description_ar: str
    description_text_en: str = ""
    """Plain words of the description, for search."""
    description_text_ar: str = ""
    objectives_en: list[str] = Field(sa_column=Column(ARRAY(Text), nullable=False))
    objectives_ar: list[str] = Field(sa_column=Column(ARRAY(Text), nullable=False))
    audience_en: str = ""
    audience_ar: str = ""
    prerequisites_en: str = ""
    prerequisites_ar: str = ""
    level: TrainingLevel = choice(TrainingLevel)
    language: BatchLanguage = choice(BatchLanguage, BatchLanguage.ARABIC)
    """Default language of its batches."""
    duration_hours: int
    standard_code: str = ""
    """National occupational standard for which it prepares."""
    min_attendance_percent: int | None = None
    """Minimum attendance to pass; None: attendance does not count."""
    min_score_percent: int | None = None
    """Minimum score to pass; None: there is no examination."""
    default_price_minor: int | None = Field(default=None, sa_type=Money)
    """Default price of a seat in minor units."""
    certificate_valid_months: int | None = None
    """None: the certificate does not expire."""
    image_version: str | None = None
    """Token in the picture's URL, which changes with each picture."""
    status: TrainingStatus = choice(TrainingStatus, TrainingStatus.DRAFT)
    version: int = 1
    """Incremented by every change; the sequence of its events, and checked by edits."""
    created_at: datetime = timestamp(default_now=True)
    updated_at: datetime = timestamp(default_now=True)
    search: str = search_field(
        "code",
        "title_en",
        "title_ar",
        "summary_en",
        "summary_ar",
        "description_text_en",
        "description_text_ar",
    )


class TrainingAttachment(Table, table=True):
    """Downloadable file of a training, such as its outline."""

    __tablename__ = "training_attachments"
    __table_args__ = (Index("ix_training_attachments_training", "training_id", "created_at"),)

    id: UUID = Field(default_factory=new_id, primary_key=True)
    training_id: UUID = Field(foreign_key="trainings.id", ondelete="CASCADE")
    name: str
    key: str
    """Key in the file store."""
    media_type: str
    size_bytes: int
    created_at: datetime = timestamp(default_now=True)


TRAINING_STATES = StateMachine(
    Training.status,
    {
        TrainingStatus.DRAFT: {TrainingStatus.PUBLISHED, TrainingStatus.ARCHIVED},
        TrainingStatus.PUBLISHED: {TrainingStatus.ARCHIVED},
        TrainingStatus.ARCHIVED: {TrainingStatus.PUBLISHED},
    },
)
