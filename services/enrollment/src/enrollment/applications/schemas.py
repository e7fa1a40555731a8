from datetime import datetime
from enum import StrEnum
from typing import Annotated
from uuid import UUID

from contracts.enrollment import ApplicationStatus
from contracts.submissions import Remark
from kit.database.pages import Page
from kit.domain.fields import InputModel
from pydantic import BaseModel, Field, StringConstraints

MAX_STAFF = 1000
"""Maximum number of staff that an announcement may require."""


class ApplicationCreate(InputModel):
    announcement_id: UUID


class VersionBody(InputModel):
    """Version that the caller has read."""

    version: int


class ApplicationUpdate(VersionBody):
    """Replaces an application's content; required answers may be missing until submission."""

    note: Annotated[str, StringConstraints(strip_whitespace=True, max_length=3000)] = ""
    profile_ids: list[UUID] = Field(default_factory=list, max_length=MAX_STAFF)
    """Staff members, in this order."""


class Assessment(InputModel):
    """Internal assessment by the platform."""

    shortlisted: bool
    rating: Annotated[int, Field(ge=0, le=100)] | None


class AppliedAnnouncement(BaseModel):
    id: UUID
    title_en: str
    title_ar: str
    staff_needed: int
    opens_at: datetime
    closes_at: datetime
    is_open: bool
    """It accepts applications now."""


class ApplyingOrganization(BaseModel):
    """Names are null until identity has published them."""

    id: UUID
    name_en: str | None
    name_ar: str | None


class ApplicationRead(BaseModel):
    """An application in a list."""

    id: UUID
    status: ApplicationStatus
    announcement: AppliedAnnouncement
    organization: ApplyingOrganization
    staff_count: int
    """Number of staff members selected."""
    fee_minor: int
    currency: str
    paid_at: datetime | None
    submission: int
    """Number of submissions."""
    submitted_at: datetime | None
    shortlisted: bool | None
    """Null for organizations, which may not see it."""
    rating: int | None
    version: int
    created_at: datetime
    updated_at: datetime


class StaffMember(BaseModel):
    profile_id: UUID
    name_en: str
    name_ar: str
    email: str
    image_url: str | None
    is_eligible: bool
    """Approved, registered and active, so that an application may name them."""
    is_taken: bool
    """Named by another organization's application to the announcement."""


class ApplicationDetail(ApplicationRead):
    """An application with all details."""

    note: str
    staff: list[StaffMember]
    charge_id: UUID | None
    """Charge of the fee, once payments has opened it."""
    comment: str | None
    """Comment of the last decision."""
    remarks: list[Remark]


class ApplicationPage(Page[ApplicationRead]):
    """A page of applications."""


class StaffPage(Page[StaffMember]):
    """A page of staff members."""


class ApplicationSort(StrEnum):
    """Sort order; a minus sign means descending."""

    UPDATED = "updated_at"
    UPDATED_DESC = "-updated_at"
    RATING = "rating"
    RATING_DESC = "-rating"


class ApplicationFilter(BaseModel):
    """Filters of a list; omitted fields do not restrict it."""

    announcement_id: UUID | None = None
    status: list[ApplicationStatus] = Field(default_factory=list)
    shortlisted: bool | None = None
    """For admins only; ignored for others."""
    search: Annotated[str, StringConstraints(strip_whitespace=True, max_length=100)] = ""
    """Words of the organization's names or the announcement's title."""
    sort: ApplicationSort = ApplicationSort.UPDATED_DESC


class StaffFilter(BaseModel):
    """Filters of the staff list."""

    announcement_id: UUID
    search: Annotated[str, StringConstraints(strip_whitespace=True, max_length=100)] = ""
