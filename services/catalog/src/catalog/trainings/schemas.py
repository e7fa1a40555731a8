"""Shared fields of all views of a training."""

from uuid import UUID

from pydantic import BaseModel

from catalog.trainings.models import TrainingLevel, TrainingStatus


class OrganizationCard(BaseModel):
    """Organization of a training."""

    id: UUID
    name_en: str
    name_ar: str
    image_url: str | None


class CategoryCard(BaseModel):
    """Category of a training, with its main category if any."""

    id: UUID
    slug: str
    name_en: str
    name_ar: str
    parent_id: UUID | None
    parent_name_en: str | None
    parent_name_ar: str | None


class TrainingSummary(BaseModel):
    """Shared fields of all views of a training."""

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
