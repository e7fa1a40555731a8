"""Tables of people and profiles."""

from datetime import datetime
from uuid import UUID

from contracts import ProfileType
from kit.db import timestamp
from kit.tables import text_enum
from sqlalchemy import BigInteger, Index
from sqlmodel import Field

from notifications.tables import Table


class Contact(Table, table=True):
    """How a person is reached. It is read when something is sent, not when it is queued."""

    __tablename__ = "contacts"

    user_id: UUID = Field(primary_key=True)
    email: str
    name_en: str
    name_ar: str
    locale: str
    verified: bool
    """Whether the person has proved that the address is theirs."""
    as_of: datetime = timestamp()
    """When identity said so. A person's profiles have versions of their own, so it is the time
    that tells whose data is the newest."""


class Profile(Table, table=True):
    """As what a person acts, and for which organization."""

    __tablename__ = "profiles"
    __table_args__ = (
        Index("ix_profiles_organization", "organization_id", "type"),
        Index("ix_profiles_type", "type"),
    )

    profile_id: UUID = Field(primary_key=True)
    user_id: UUID
    type: ProfileType = Field(sa_type=text_enum(ProfileType))
    organization_id: UUID | None
    active: bool
    version: int = Field(sa_type=BigInteger)
