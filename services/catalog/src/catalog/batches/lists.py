"""The filters, order and page that lists of trainings and batches take."""

from typing import Annotated
from uuid import UUID

from contracts.catalog import BatchStatus
from kit.fields import Day
from kit.pages import MAX_PAGE_SIZE
from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from catalog.batches.models import BatchLanguage, BatchMode
from catalog.batches.schemas import BatchSort, Phase
from catalog.trainings.models import TrainingLevel, TrainingStatus
from catalog.trainings.schemas import TrainingSort

SearchText = Annotated[str, StringConstraints(strip_whitespace=True, max_length=100)]


class CatalogueQuery(BaseModel):
    """What both lists can be filtered by. Days are those of Riyadh; prices are minor units."""

    # An unknown parameter is an error rather than a filter that silently does nothing.
    model_config = ConfigDict(extra="forbid")

    search: SearchText | None = None
    """Each word must be found, in either language."""
    category_id: UUID | None = None
    """A main category stands for its subcategories too."""
    organization_id: UUID | None = None
    level: list[TrainingLevel] = []
    city_id: UUID | None = None
    state_id: UUID | None = None
    starts_from: Day | None = None
    starts_to: Day | None = None
    """The whole day is included."""
    price_min: Annotated[int, Field(ge=0, le=1_000_000_000)] | None = None
    price_max: Annotated[int, Field(ge=0, le=1_000_000_000)] | None = None
    free: bool | None = None
    mode: list[BatchMode] = []
    language: list[BatchLanguage] = []
    seats_left: bool = False
    """Only what one can enroll in now and has a seat."""
    page: Annotated[int, Field(ge=1, le=1_000_000)] = 1
    page_size: Annotated[int, Field(ge=1, le=MAX_PAGE_SIZE)] = 20


class BatchQuery(CatalogueQuery):
    """A list of batches; without a phase, those that are not over."""

    training_id: UUID | None = None
    phase: Phase | None = None
    sort: BatchSort = "starts_at"


class TrainingQuery(CatalogueQuery):
    """A list of trainings. A filter on batches leaves the trainings with such a batch."""

    sort: TrainingSort = "starts_at"


class ManagedBatchQuery(BatchQuery):
    """A list of batches in the dashboard: of every status and phase, newest first."""

    status: BatchStatus | None = None
    sort: BatchSort = "-starts_at"


class ManagedTrainingQuery(TrainingQuery):
    """A list of trainings in the dashboard: of every status."""

    status: TrainingStatus | None = None
    sort: TrainingSort = "title_en"
