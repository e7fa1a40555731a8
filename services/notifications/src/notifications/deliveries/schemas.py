"""What the API says about deliveries."""

from datetime import datetime
from typing import Annotated
from uuid import UUID

from pydantic import BaseModel, Field

from notifications.addresses.models import Mark
from notifications.deliveries.models import Channel, DeliveryStatus
from notifications.texts.models import Kind


class DeliveryFilter(BaseModel):
    """Which deliveries are listed; by default those that failed or were held back."""

    channel: list[Channel] = []
    status: list[DeliveryStatus] = []
    search: Annotated[str, Field(max_length=100)] | None = None
    """Words of the person's names, email or phone, or of the address that it went to instead."""


class DeliveryRow(BaseModel):
    """A message to a person, and what became of it."""

    id: UUID
    channel: Channel
    status: DeliveryStatus
    kind: Kind | None
    """None for codes, invitations and answers."""
    user_id: UUID | None
    name_en: str
    name_ar: str
    address: str | None
    mark: Mark | None
    """Why nothing is mailed to the address now."""
    error: str | None
    attempts: int
    created_at: datetime
    repeatable: bool
    """Whether its content is there still, so that it can be sent again."""
