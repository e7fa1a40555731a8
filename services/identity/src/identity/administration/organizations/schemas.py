"""Organizations in the admins' list, and one of them with all that is known."""

from datetime import datetime
from enum import StrEnum
from typing import Annotated, Literal
from uuid import UUID

from contracts import ApprovalStatus
from kit.domain.fields import Day, InputModel, KeepsDirection
from pydantic import BaseModel, Field, StringConstraints

from identity.accounts.profiles.schemas import Place
from identity.organizations.documents.schemas import DocumentStatus
from identity.organizations.onboarding.schemas import OrganizationRead
from identity.organizations.submissions.schemas import SubmissionRead


class OrganizationSort(StrEnum):
    """What the list is sorted by; a minus means descending."""

    CREATED = "created_at"
    CREATED_DESC = "-created_at"
    NAME_EN = "name_en"
    NAME_EN_DESC = "-name_en"
    NAME_AR = "name_ar"
    NAME_AR_DESC = "-name_ar"


class OrganizationFilter(BaseModel):
    """What the list is narrowed down to; dates are days in Riyadh, both included."""

    status: list[ApprovalStatus] = []
    documents: Literal[DocumentStatus.EXPIRED, DocumentStatus.EXPIRING] | None = None
    """Those of which at least one current document is so."""
    suspended: bool | None = None
    """Those that are suspended, or those that are not."""
    state_id: UUID | None = None
    """The catalogue's region in which it is."""
    registered_from: Day | None = None
    registered_to: Day | None = None
    search: Annotated[str, Field(max_length=100)] | None = None
    """Words of names or the address, or parts of the numbers, in any order."""


class OrganizationRow(BaseModel):
    """An organization in the list."""

    id: UUID
    name_en: str
    name_ar: str
    email: str
    commercial_number: str | None
    image_url: str | None
    state: Place | None
    """The region in which it is."""
    status: ApprovalStatus
    suspended: bool
    expired_documents: int
    """How many of its current documents are no longer valid."""
    created_at: datetime


class Suspension(InputModel):
    """Suspending an organization."""

    reason: Annotated[
        str,
        StringConstraints(strip_whitespace=True, min_length=3, max_length=500),
        KeepsDirection,
    ]
    """For the people of the organization to read."""


class OrganizationDetail(OrganizationRead):
    """An organization with all that an admin may know."""

    staff: int
    """How many staff profiles it has, without those that it has removed; trainers as well."""
    trainers: int
    submissions: list[SubmissionRead]
    """The newest first."""
    created_at: datetime
