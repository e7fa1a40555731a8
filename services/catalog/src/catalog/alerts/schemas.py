"""What goes in and out of the alerts' endpoints."""

from datetime import datetime
from uuid import UUID

from kit.domain.fields import InputModel
from pydantic import BaseModel

from catalog.places.schemas import PlaceName


class AlertCreate(InputModel):
    """What to be told of."""

    training_id: UUID
    city_id: UUID | None = None
    """Only batches in this city; all, online ones too, if left out."""


class AlertedTraining(BaseModel):
    """The training that an alert is about."""

    id: UUID
    title_en: str
    title_ar: str
    public: bool
    """Whether the catalogue shows it now."""


class AlertRead(BaseModel):
    """An alert of the caller."""

    id: UUID
    training: AlertedTraining
    city: PlaceName | None
    """None: in all cities."""
    created_at: datetime
