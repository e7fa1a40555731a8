from datetime import datetime
from typing import Annotated
from uuid import UUID

from kit.database.pages import Page
from kit.domain.fields import InputModel
from pydantic import BaseModel, Field

from enrollment.verifications.schemas import VerificationListed

MOST_SHOWN = 100


class LearnerCertificates(BaseModel):
    """Public certificates of a learner; also empty if the learner does not exist."""

    data: list[VerificationListed]


class LinkedCertificates(BaseModel):
    """Certificates selected for a link."""

    ends_at: datetime
    data: list[VerificationListed]


class VisibilityUpdate(InputModel):
    """Visibility in searches for the holder's certificates."""

    is_public: bool


class LinkCreate(InputModel):
    """New link to selected certificates of the caller."""

    certificate_ids: Annotated[list[UUID], Field(min_length=1, max_length=MOST_SHOWN)]
    days: Annotated[int, Field(ge=1, le=90)]
    """Validity in days."""


class LinkRead(BaseModel):
    """A valid link. Its URL is shown only at creation."""

    id: UUID
    certificate_ids: list[UUID]
    created_at: datetime
    ends_at: datetime


class LinkCreated(LinkRead):
    """A new link."""

    token: str
    """Secret of the URL, shown only once."""


class LookRead(BaseModel):
    """A search by a person or a visitor. Names are null for visitors."""

    id: UUID
    looked_at: datetime
    by_link: bool
    """True if by the holder's link, else by number with name or birth date."""
    name_en: str | None
    """Name of the caller's organization, or of the person."""
    name_ar: str | None
    signed_in: bool
    network: str
    """Network such as 192.0.2.0/24."""


class LookPage(Page[LookRead]):
    """A page of searches."""
