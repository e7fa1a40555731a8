"""What goes in and out of the endpoints of announcements."""

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
    """An announcement as an admin enters it. It starts as a draft."""

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
    """All fields anew."""

    version: int
    """The one that the editor has read."""


class VersionBody(InputModel):
    """Which version of an announcement the editor has read."""

    version: int


class AnnouncementFile(BaseModel):
    """A document of an announcement."""

    id: UUID
    name: str
    media_type: str
    size_bytes: int
    url: str
    """For everybody but candidates, while the announcement is published."""


class CategoryName(BaseModel):
    """The category that an announcement belongs to."""

    id: UUID
    name_en: str
    name_ar: str


class AnnouncementCard(BaseModel):
    """An announcement in a list."""

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
    """An announcement with everything that the public sees of it."""

    description_en: str
    description_ar: str
    eligibility_en: str
    eligibility_ar: str
    attachments: list[AnnouncementFile]


class AnnouncementDetail(AnnouncementRead):
    """An announcement for those who write it: with what approvers said."""

    submission: int
    """How often it was submitted."""
    comment: str | None
    remarks: list[Remark]
    version: int
    updated_by: UUID
    created_at: datetime


class AnnouncementFilters(BaseModel):
    """What every list of announcements is filtered by."""

    search: Annotated[str, Field(max_length=100)] | None = None
    category_id: UUID | None = None
    """With its subcategories."""


class PublicAnnouncementFilters(AnnouncementFilters):
    """What the public list is filtered by."""

    open_now: bool = False
    """Without those that open later."""


class ManagedAnnouncementFilters(AnnouncementFilters):
    """What the dashboard's list is filtered by."""

    status: AnnouncementStatus | None = None


class AnnouncementSort(StrEnum):
    """The orders of a list of announcements; a minus means descending."""

    CLOSES_AT = "closes_at"
    CLOSES_AT_DESC = "-closes_at"
    UPDATED_AT = "updated_at"
    UPDATED_AT_DESC = "-updated_at"
