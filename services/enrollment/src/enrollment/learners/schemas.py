"""What goes in and out of the learners' endpoints."""

from datetime import datetime
from typing import Annotated
from uuid import UUID

from kit.database.pages import Page
from kit.domain.fields import InputModel
from pydantic import BaseModel, Field

from enrollment.verifications.schemas import VerificationListed

MOST_SHOWN = 100


class LearnerCertificates(BaseModel):
    """What a learner has made public; empty as well where there is no such person."""

    data: list[VerificationListed]


class LinkedCertificates(BaseModel):
    """What a holder has chosen for a link."""

    ends_at: datetime
    data: list[VerificationListed]


class VisibilityUpdate(InputModel):
    """Whether whoever looks for the holder's certificates is shown this one."""

    is_public: bool


class LinkCreate(InputModel):
    """A link to chosen certificates of the caller's."""

    certificate_ids: Annotated[list[UUID], Field(min_length=1, max_length=MOST_SHOWN)]
    days: Annotated[int, Field(ge=1, le=90)]
    """How long it is good."""


class LinkRead(BaseModel):
    """A link that has not ended. Its address is shown once, when it is made."""

    id: UUID
    certificate_ids: list[UUID]
    created_at: datetime
    ends_at: datetime


class LinkCreated(LinkRead):
    """A new link."""

    token: str
    """The secret of its address; shown this once."""


class LookRead(BaseModel):
    """Somebody looked. The names are null for a visitor."""

    id: UUID
    looked_at: datetime
    by_link: bool
    """By a link of the holder's; else by their number and name or birth date."""
    name_en: str | None
    """Of the organization that somebody acted for, or of the person."""
    name_ar: str | None
    signed_in: bool
    network: str
    """A neighbourhood of addresses, such as 192.0.2.0/24."""


class LookPage(Page[LookRead]):
    """One page of looks."""
