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
    """Sort keys; a minus means descending."""

    CREATED = "created_at"
    CREATED_DESC = "-created_at"
    NAME_EN = "name_en"
    NAME_EN_DESC = "-name_en"
    NAME_AR = "name_ar"
    NAME_AR_DESC = "-name_ar"


class OrganizationFilter(BaseModel):
    """Filters of the list; dates are days in Riyadh, inclusive."""

    status: list[ApprovalStatus] = []
    documents: Literal[DocumentStatus.EXPIRED, DocumentStatus.EXPIRING] | None = None
    """Only organizations with at least one current document of this status."""
    suspended: bool | None = None
    state_id: UUID | None = None
    """ID of the catalogue's region."""
    registered_from: Day | None = None
    registered_to: Day | None = None
    search: Annotated[str, Field(max_length=100)] | None = None
    """Words of names or the address, or parts of the numbers, in any order."""


class OrganizationRow(BaseModel):
    id: UUID
    name_en: str
    name_ar: str
    email: str
    commercial_number: str | None
    image_url: str | None
    state: Place | None
    """Region of the address."""
    status: ApprovalStatus
    suspended: bool
    expired_documents: int
    """Number of current documents that have expired."""
    created_at: datetime


class Suspension(InputModel):
    reason: Annotated[
        str,
        StringConstraints(strip_whitespace=True, min_length=3, max_length=500),
        KeepsDirection,
    ]
    """Reason, which members of the organization read."""


class OrganizationDetail(OrganizationRead):
    """An organization with all data that admins see."""

    staff: int
    """Number of staff profiles, without removed ones."""
    trainers: int
    submissions: list[SubmissionRead]
    """Newest first."""
    created_at: datetime
