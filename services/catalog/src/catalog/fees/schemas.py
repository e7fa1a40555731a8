from datetime import date, datetime
from enum import StrEnum
from typing import Literal
from uuid import UUID

from contracts import ProfileType
from kit.domain.fields import Day, InputModel
from pydantic import BaseModel

from catalog.settings.schemas import Amount
from catalog.texts.schemas import Currency

PayingType = Literal[ProfileType.CANDIDATE, ProfileType.STAFF, ProfileType.ORGANIZATION]
"""Profile type that pays for its registration."""


class RegistrationFeeStatus(StrEnum):
    """State of a fee today."""

    PLANNED = "planned"
    IN_EFFECT = "in_effect"
    OVER = "over"


class FeeSort(StrEnum):
    """Sort order; a minus means descending."""

    VALID_FROM = "valid_from"
    VALID_FROM_DESC = "-valid_from"


class FeeFields(InputModel):
    """Fields of a fee."""

    amount_minor: Amount
    """0 is free."""
    currency: Currency = "SAR"
    valid_from: Day
    """Today or later."""


class FeeCreate(FeeFields):
    """New fee of one profile type."""

    profile_type: PayingType


class FeeUpdate(FeeFields):
    """New values of a fee that is not in effect yet."""

    version: int
    """Version that the caller has read."""


class FeeRead(BaseModel):
    """Fee with its period."""

    id: UUID
    profile_type: ProfileType
    amount_minor: int
    currency: str
    valid_from: date
    valid_until: date | None
    """Last day of the fee; null if no later one is planned."""
    status: RegistrationFeeStatus
    version: int
    updated_by: UUID | None
    """User who changed it last; null for the default."""
    created_at: datetime
