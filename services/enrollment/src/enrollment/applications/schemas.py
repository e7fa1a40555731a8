"""What goes in and out of the applications' endpoints."""

from datetime import datetime
from enum import StrEnum
from typing import Annotated
from uuid import UUID

from contracts.enrollment import ApplicationStatus
from contracts.submissions import Remark
from kit.database.pages import Page
from kit.domain.fields import InputModel
from pydantic import BaseModel, Field, StringConstraints

MOST_STAFF = 1000
"""As many as an announcement may ask for."""


class ApplicationCreate(InputModel):
    """An organization begins to apply."""

    announcement_id: UUID


class VersionBody(InputModel):
    """Which version of the application the caller has read."""

    version: int


class ApplicationUpdate(VersionBody):
    """What an application is made with, all of it anew. It may be incomplete until it is
    submitted."""

    note: Annotated[str, StringConstraints(strip_whitespace=True, max_length=3000)] = ""
    profile_ids: list[UUID] = Field(default_factory=list, max_length=MOST_STAFF)
    """The staff members, in this order."""


class Assessment(InputModel):
    """What the platform thinks of an application."""

    shortlisted: bool
    rating: Annotated[int, Field(ge=0, le=100)] | None


class AppliedAnnouncement(BaseModel):
    """The announcement that is applied to."""

    id: UUID
    title_en: str
    title_ar: str
    staff_needed: int
    opens_at: datetime
    closes_at: datetime
    is_open: bool
    """Whether it takes applications at this moment."""


class ApplyingOrganization(BaseModel):
    """Who applies. The names are null until identity has published them."""

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
    """How many staff members it names so far."""
    fee_minor: int
    currency: str
    paid_at: datetime | None
    submission: int
    """How often it was submitted."""
    submitted_at: datetime | None
    shortlisted: bool | None
    """None for the organization, whose business it is not."""
    rating: int | None
    version: int
    created_at: datetime
    updated_at: datetime


class StaffMember(BaseModel):
    """A staff member of the organization."""

    profile_id: UUID
    name_en: str
    name_ar: str
    email: str
    image_url: str | None
    is_eligible: bool
    """Approved, registered and active, so that an application can name them."""
    is_taken: bool
    """In another organization's application to the announcement."""


class ApplicationDetail(ApplicationRead):
    """An application with everything in it."""

    note: str
    staff: list[StaffMember]
    charge_id: UUID | None
    """The fee's, once payments has opened it."""
    comment: str | None
    """What was said with the last decision."""
    remarks: list[Remark]


class ApplicationPage(Page[ApplicationRead]):
    """One page of applications."""


class StaffPage(Page[StaffMember]):
    """One page of the organization's staff."""


class ApplicationSort(StrEnum):
    """How the list is ordered; a minus means descending."""

    UPDATED = "updated_at"
    UPDATED_DESC = "-updated_at"
    RATING = "rating"
    RATING_DESC = "-rating"


class ApplicationFilter(BaseModel):
    """Which applications a list shows; fields left out do not restrict it."""

    announcement_id: UUID | None = None
    status: list[ApplicationStatus] = Field(default_factory=list)
    shortlisted: bool | None = None
    """For admins; others see all."""
    search: Annotated[str, StringConstraints(strip_whitespace=True, max_length=100)] = ""
    """Words of the organization's names or the announcement's title."""
    sort: ApplicationSort = ApplicationSort.UPDATED_DESC


class StaffFilter(BaseModel):
    """Which staff members can be chosen from."""

    announcement_id: UUID
    search: Annotated[str, StringConstraints(strip_whitespace=True, max_length=100)] = ""
