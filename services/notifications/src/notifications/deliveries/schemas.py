from datetime import datetime
from typing import Annotated
from uuid import UUID

from pydantic import BaseModel, Field

from notifications.addresses.models import Mark
from notifications.deliveries.models import Channel, DeliveryStatus
from notifications.texts.models import Kind


class DeliveryFilter(BaseModel):
    """Filter of the list; by default failed and suppressed deliveries."""

    channel: list[Channel] = []
    status: list[DeliveryStatus] = []
    search: Annotated[str, Field(max_length=100)] | None = None
    """Words of the recipient's names, email or phone, or of the address that replaced theirs."""


class DeliveryRow(BaseModel):
    """Message to one recipient, and its result."""

    id: UUID
    channel: Channel
    status: DeliveryStatus
    kind: Kind | None
    """Null for codes, invitations and answers."""
    user_id: UUID | None
    name_en: str
    name_ar: str
    address: str | None
    mark: Mark | None
    """Reason why notices are not mailed to the address now."""
    error: str | None
    attempts: int
    created_at: datetime
    repeatable: bool
    """True if the content is still stored, so it can be sent again."""
