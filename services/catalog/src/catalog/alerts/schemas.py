from datetime import datetime
from uuid import UUID

from kit.domain.fields import InputModel
from pydantic import BaseModel

from catalog.places.schemas import PlaceName


class AlertCreate(InputModel):
    """New alert."""

    training_id: UUID
    city_id: UUID | None = None
    """Only batches in this city; if omitted, all including online ones."""


class AlertedTraining(BaseModel):
    """Training of an alert."""

    id: UUID
    title_en: str
    title_ar: str
    public: bool
    """True if it is in the public catalogue now."""


class AlertRead(BaseModel):
    """Alert of the caller."""

    id: UUID
    training: AlertedTraining
    city: PlaceName | None
    """Null: all cities."""
    created_at: datetime
