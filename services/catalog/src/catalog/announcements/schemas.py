from datetime import datetime
from enum import StrEnum
from typing import Annotated
from uuid import UUID

from contracts.submissions import Remark
from kit.domain.fields import InputModel, Moment
from pydantic import BaseModel, Field

from catalog.announcements.models import AnnouncementStatus
from catalog.settings.schemas import Amount
from catalog.texts.adapters.html import RichText
from catalog.texts.schemas import Currency, Name, Paragraph


class AnnouncementCreate(InputModel):
    """New announcement, created as a draft."""

    category_id: UUID
    title_en: Name
    title_ar: Name
    summary_en: Paragraph
    summary_ar: Paragraph
    description_en: RichText
    description_ar: RichText
    eligibility_en: Paragraph
    eligibility_ar: Paragraph
    fee_minor: Amount
    currency: Currency = "SAR"
    staff_needed: Annotated[int, Field(ge=1, le=1000)]
    opens_at: Moment
    closes_at: Moment


class AnnouncementUpdate(AnnouncementCreate):
    """New values of all fields."""

    version: int
    """Version that the caller has read."""


class VersionBody(InputModel):
    """Version of the announcement that the caller has read."""

    version: int


class AnnouncementFile(BaseModel):
    """Document of an announcement."""

    id: UUID
    name: str
    media_type: str
    size_bytes: int
    url: str
    """Accessible to everyone except candidates, while the announcement is published."""


class CategoryName(BaseModel):
    """Category of an announcement."""

    id: UUID
    name_en: str
    name_ar: str


class AnnouncementCard(BaseModel):
    """Announcement in a list."""

    id: UUID
    title_en: str
    title_ar: str
    summary_en: str
    summary_ar: str
    category: CategoryName
    fee_minor: int
    currency: str
    staff_needed: int
    opens_at: datetime
    closes_at: datetime
    status: AnnouncementStatus
    updated_at: datetime


class AnnouncementRead(AnnouncementCard):
    """Announcement with all public fields."""

    description_en: str
    description_ar: str
    eligibility_en: str
    eligibility_ar: str
    attachments: list[AnnouncementFile]


class AnnouncementDetail(AnnouncementRead):
    """Announcement for its authors, with the approvers' comments."""

    submission: int
    """Number of submissions so far."""
    comment: str | None
    remarks: list[Remark]
    version: int
    updated_by: UUID
    created_at: datetime


class AnnouncementFilters(BaseModel):
    """Filters of every list of announcements."""

    search: Annotated[str, Field(max_length=100)] | None = None
    category_id: UUID | None = None
    """Includes subcategories."""


class PublicAnnouncementFilters(AnnouncementFilters):
    """Filters of the public list."""

    open_now: bool = False
    """Exclude announcements that open later."""


class ManagedAnnouncementFilters(AnnouncementFilters):
    """Filters of the dashboard's list."""

    status: AnnouncementStatus | None = None


class AnnouncementSort(StrEnum):
    """Orders of a list of announcements; a minus means descending."""

    CLOSES_AT = "closes_at"
    CLOSES_AT_DESC = "-closes_at"
    UPDATED_AT = "updated_at"
    UPDATED_AT_DESC = "-updated_at"
