"""What goes in and out of the requirements' endpoints."""

from datetime import date
from enum import StrEnum
from typing import Annotated, Literal
from uuid import UUID

from kit.database.pages import Page
from kit.domain.fields import InputModel, PlainText
from pydantic import BaseModel, Field, StringConstraints

MOST_TRAININGS = 30
"""Of one role."""
MOST_PEOPLE = 500
"""In one call."""

RoleName = Annotated[
    str, StringConstraints(strip_whitespace=True, min_length=2, max_length=120), PlainText
]


class RequirementState(StrEnum):
    """How somebody stands to a training that their role asks for."""

    VALID = "valid"
    EXPIRING = "expiring"
    """Within 90 days."""
    EXPIRED = "expired"
    MISSING = "missing"


class RoleWrite(InputModel):
    """A job role and what it asks for."""

    name_en: RoleName
    name_ar: RoleName
    training_ids: list[UUID] = Field(max_length=MOST_TRAININGS)


class RequiredTraining(BaseModel):
    """A training that roles ask for."""

    id: UUID
    title_en: str
    title_ar: str


class RoleRead(BaseModel):
    """A job role, what it asks for, and how many have it."""

    id: UUID
    name_en: str
    name_ar: str
    trainings: list[RequiredTraining]
    people: int


class RenewalCreate(InputModel):
    """People of the organization who are to attend a training again, or at last."""

    batch_id: UUID
    candidate_profile_ids: Annotated[list[UUID], Field(min_length=1, max_length=MOST_PEOPLE)]
    locale: Literal["ar", "en"] = "ar"


class RenewalRead(BaseModel):
    """The bulk enrollment that was begun with them."""

    bulk_enrollment_id: UUID


class RolePeople(InputModel):
    """People who get a role, or lose it."""

    candidate_profile_ids: list[UUID] = Field(min_length=1, max_length=MOST_PEOPLE)


class OrganizationPerson(BaseModel):
    """Somebody whom the organization has enrolled, or who has enrolled with it."""

    candidate_profile_id: UUID
    name_en: str
    name_ar: str
    username: str
    image_url: str | None
    role_ids: list[UUID]


class OrganizationPeople(Page[OrganizationPerson]):
    """One page of an organization's people."""


class RequirementCell(BaseModel):
    """How somebody stands to a training; one that is not asked of them has no cell."""

    training_id: UUID
    state: RequirementState
    number: str | None
    """The certificate's, without hyphens; None where it is missing."""
    expires_on: date | None


class RequirementRow(OrganizationPerson):
    """Somebody who has a role, and all that is asked of them."""

    cells: list[RequirementCell]


class RequirementMatrix(Page[RequirementRow]):
    """One page of people, against the trainings that are asked of anybody."""

    trainings: list[RequiredTraining]
    counts: dict[RequirementState, int]
    """Of all cells of these roles and trainings, on whatever page."""


class PeopleFilter(BaseModel):
    """Which people are listed."""

    search: Annotated[str, StringConstraints(strip_whitespace=True, max_length=100)] = ""
    """Words of names, username, email and phone."""
    role_id: UUID | None = None


class MatrixFilter(PeopleFilter):
    """What the matrix shows; fields left out do not restrict it."""

    training_id: UUID | None = None
    state: list[RequirementState] = Field(default_factory=list)
    """People of whom at least one cell is in one of them."""
