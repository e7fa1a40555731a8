"""Organizations."""

from datetime import datetime
from uuid import UUID

from contracts import ApprovalStatus
from kit.db import new_id, timestamp
from sqlmodel import Field

from identity.tables import Table, choice


class Organization(Table, table=True):
    """A training provider."""

    __tablename__ = "organizations"

    id: UUID = Field(default_factory=new_id, primary_key=True)
    name_en: str
    name_ar: str
    email: str = Field(max_length=254)
    image_key: str | None = None
    """The picture of its organization profile."""
    status: ApprovalStatus = choice(ApprovalStatus, ApprovalStatus.DRAFT)
    submission: int = 0
    """How often it was submitted for approval."""
    submitted_by: UUID | None = None
    """The user who submitted it last."""
    version: int = 1
    created_at: datetime = timestamp(default_now=True)
