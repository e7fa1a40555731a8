"""Requests to be erased, as the person and the admins see them."""

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
    """What the list is sorted by; a minus means descending."""

    CREATED = "created_at"
    CREATED_DESC = "-created_at"


class ErasureFilter(BaseModel):
    """What the list is narrowed down to."""

    status: list[ErasureStatus] = []
    search: Annotated[str, Field(max_length=100)] | None = None
    """Words of the person's names, username or email, in any order."""


class ErasureCreate(InputModel):
    """A person asks to be erased, and shows that it is they who ask."""

    password: PresentedPassword
    reason: Annotated[str, StringConstraints(strip_whitespace=True, max_length=500)] = ""


class OwnErasure(BaseModel):
    """The person's own request."""

    id: UUID
    status: ErasureStatus
    obstacles: list[ErasureObstacle]
    """What must end before; empty unless it is `blocked`."""
    comment: str | None
    created_at: datetime
    decided_at: datetime | None


class ErasedPerson(BaseModel):
    """Who asks; after the erasure these are the names of nobody."""

    id: UUID
    username: str
    name_en: str
    name_ar: str
    email: str


class ErasureRow(BaseModel):
    """A request in the admins' list."""

    id: UUID
    status: ErasureStatus
    person: ErasedPerson
    reason: str
    requested_by_name_en: str | None
    """The admin who requested it; null where the person did."""
    requested_by_name_ar: str | None
    obstacles: list[ErasureObstacle]
    comment: str | None
    decided_by_name_en: str | None
    decided_by_name_ar: str | None
    created_at: datetime
    decided_at: datetime | None
    erased_at: datetime | None
    can_decide: bool
    """It waits, and is not the reader's own."""


class ErasureDecision(InputModel):
    """What an admin decides."""

    approve: bool
    comment: Annotated[str, StringConstraints(strip_whitespace=True, min_length=3, max_length=500)]
    """Why; the person reads it when it is refused."""
