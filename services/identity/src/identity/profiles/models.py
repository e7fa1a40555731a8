"""Profiles and their addresses."""

from datetime import datetime
from uuid import UUID

from contracts import ApprovalStatus, ProfileType
from kit.db import new_id, timestamp
from sqlmodel import Field

from identity.tables import Table, choice


class Profile(Table, table=True):
    """What a person acts as. The oldest one of a user is the active one unless told otherwise."""

    __tablename__ = "profiles"

    id: UUID = Field(default_factory=new_id, primary_key=True)
    user_id: UUID = Field(foreign_key="users.id", index=True)
    type: ProfileType = choice(ProfileType)
    organization_id: UUID | None = Field(default=None, foreign_key="organizations.id", index=True)
    approval_status: ApprovalStatus = choice(ApprovalStatus, ApprovalStatus.APPROVED)
    """An organization profile follows its organization; only staff are decided by themselves."""
    approval_comment: str | None = None
    """What was said with the last decision, until it is submitted again."""
    submission: int = 0
    """How often it was submitted for approval."""
    paid: bool = False
    """The registration fee is paid. True where none is asked for."""
    image_key: str | None = None
    """The picture's key in the file store, without density and ending."""
    version: int = 1
    created_at: datetime = timestamp(default_now=True)


class Address(Table, table=True):
    """Where a profile's owner is reached.

    Places are the catalogue's: their ids are opaque here, and their names are copied as they
    were read when the address was written.
    """

    __tablename__ = "addresses"

    profile_id: UUID = Field(foreign_key="profiles.id", primary_key=True)
    country_id: UUID
    country_en: str
    country_ar: str
    state_id: UUID | None = None
    state_en: str | None = None
    state_ar: str | None = None
    city_id: UUID | None = None
    city_en: str | None = None
    city_ar: str | None = None
    line1: str
    line2: str | None = None
    postal_code: str | None = None
    updated_at: datetime = timestamp(default_now=True)
