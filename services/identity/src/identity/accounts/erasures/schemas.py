from datetime import datetime
from enum import StrEnum
from typing import Annotated
from uuid import UUID

from contracts.identity import ErasureStatus
from contracts.personal_data import ErasureObstacle
from kit.domain.fields import InputModel
from pydantic import BaseModel, Field, StringConstraints

from identity.sign_in.passwords.schemas import PresentedPassword


class ErasureSort(StrEnum):
    """Sort keys; a minus means descending."""

    CREATED = "created_at"
    CREATED_DESC = "-created_at"


class ErasureFilter(BaseModel):
    status: list[ErasureStatus] = []
    search: Annotated[str, Field(max_length=100)] | None = None
    """Words of the person's names, username or email, in any order."""


class ErasureCreate(InputModel):
    """An erasure request, with the password as proof of identity."""

    password: PresentedPassword
    reason: Annotated[str, StringConstraints(strip_whitespace=True, max_length=500)] = ""


class OwnErasure(BaseModel):
    id: UUID
    status: ErasureStatus
    obstacles: list[ErasureObstacle]
    """Obstacles to resolve first; empty unless the status is `blocked`."""
    comment: str | None
    created_at: datetime
    decided_at: datetime | None


class ErasedPerson(BaseModel):
    """The person to erase; after the erasure, placeholder names."""

    id: UUID
    username: str
    name_en: str
    name_ar: str
    email: str


class ErasureRow(BaseModel):
    id: UUID
    status: ErasureStatus
    person: ErasedPerson
    reason: str
    requested_by_name_en: str | None
    """Admin who requested it; null if the person did."""
    requested_by_name_ar: str | None
    obstacles: list[ErasureObstacle]
    comment: str | None
    decided_by_name_en: str | None
    decided_by_name_ar: str | None
    created_at: datetime
    decided_at: datetime | None
    erased_at: datetime | None
    can_decide: bool
    """True if it awaits a decision and is not the reader's own."""


class ErasureDecision(InputModel):
    approve: bool
    comment: Annotated[str, StringConstraints(strip_whitespace=True, min_length=3, max_length=500)]
    """Reason, which the person reads if the request is rejected."""
