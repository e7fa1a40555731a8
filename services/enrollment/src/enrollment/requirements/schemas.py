from datetime import date
from enum import StrEnum
from typing import Annotated, Literal
from uuid import UUID

from kit.database.pages import Page
from kit.domain.fields import InputModel, PlainText
from pydantic import BaseModel, Field, StringConstraints

MAX_TRAININGS = 30
"""Maximum number of trainings for one role."""
MAX_PEOPLE = 500
"""Maximum number of people in one request."""

RoleName = Annotated[
    str, StringConstraints(strip_whitespace=True, min_length=2, max_length=120), PlainText
]


class RequirementState(StrEnum):
    """State of a required training."""

    VALID = "valid"
    EXPIRING = "expiring"
    """Expires within 90 days."""
    EXPIRED = "expired"
    MISSING = "missing"


class RoleWrite(InputModel):
    """A job role with its required trainings."""

    name_en: RoleName
    name_ar: RoleName
    training_ids: list[UUID] = Field(max_length=MAX_TRAININGS)


class RequiredTraining(BaseModel):
    """A training that roles require."""

    id: UUID
    title_en: str
    title_ar: str


class RoleRead(BaseModel):
    """A job role with its required trainings and number of people."""

    id: UUID
    name_en: str
    name_ar: str
    trainings: list[RequiredTraining]
    people: int


class RenewalCreate(InputModel):
    """People to enroll in a batch of a required training."""

    batch_id: UUID
    candidate_profile_ids: Annotated[list[UUID], Field(min_length=1, max_length=MAX_PEOPLE)]
    locale: Literal["ar", "en"] = "ar"


class RenewalRead(BaseModel):
    bulk_enrollment_id: UUID


class RolePeople(InputModel):
    """People whose role is assigned or removed."""

    candidate_profile_ids: list[UUID] = Field(min_length=1, max_length=MAX_PEOPLE)


class OrganizationPerson(BaseModel):
    """A person whom the organization enrolled, or who enrolled with it."""

    candidate_profile_id: UUID
    name_en: str
    name_ar: str
    username: str
    image_url: str | None
    role_ids: list[UUID]


class OrganizationPeople(Page[OrganizationPerson]):
    """A page of an organization's people."""


class RequirementCell(BaseModel):
    training_id: UUID
    state: RequirementState
    number: str | None
    """Certificate number without hyphens; null if there is no certificate."""
    expires_on: date | None


class RequirementRow(OrganizationPerson):
    """A person with a role, and their required trainings."""

    cells: list[RequirementCell]


class RequirementMatrix(Page[RequirementRow]):
    """A page of people with the trainings that any of them needs."""

    trainings: list[RequiredTraining]
    counts: dict[RequirementState, int]
    """Over all cells of these roles and trainings, on all pages."""


class PeopleFilter(BaseModel):
    """Filters of the list of people."""

    search: Annotated[str, StringConstraints(strip_whitespace=True, max_length=100)] = ""
    """Words of names, username, email or phone."""
    role_id: UUID | None = None


class MatrixFilter(PeopleFilter):
    """Filters of the matrix; omitted fields do not restrict it."""

    training_id: UUID | None = None
    state: list[RequirementState] = Field(default_factory=list)
    """People with at least one cell in one of these states."""
