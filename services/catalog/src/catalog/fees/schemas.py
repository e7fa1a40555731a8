"""What goes in and out of the registration fees' endpoints."""

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
"""A profile type that pays for its registration."""


class RegistrationFeeStatus(StrEnum):
    """Whether a fee applies today."""

    PLANNED = "planned"
    IN_EFFECT = "in_effect"
    OVER = "over"


class FeeSort(StrEnum):
    """What the list is sorted by; a minus means descending."""

    VALID_FROM = "valid_from"
    VALID_FROM_DESC = "-valid_from"


class FeeFields(InputModel):
    """A fee as an admin enters it."""

    amount_minor: Amount
    """0 asks for nothing."""
    currency: Currency = "SAR"
    valid_from: Day
    """Today or later."""


class FeeCreate(FeeFields):
    """A new fee of one profile type."""

    profile_type: PayingType


class FeeUpdate(FeeFields):
    """Other terms of a fee that has not begun."""

    version: int
    """The version that the editor has read."""


class FeeRead(BaseModel):
    """A fee with the time in which it applies."""

    id: UUID
    profile_type: ProfileType
    amount_minor: int
    currency: str
    valid_from: date
    valid_until: date | None
    """The last day on which it applies; null while no other one is planned."""
    status: RegistrationFeeStatus
    version: int
    updated_by: UUID | None
    """The user who entered or changed it last; null for what the installation began with."""
    created_at: datetime
