"""The copies: identity's people and profiles, enrollments and the charges opened for them, and what
the settings call the product."""

from datetime import datetime
from typing import Any
from uuid import UUID

from contracts import ProfileType
from kit.db import timestamp
from kit.replicas import Replica
from kit.tables import OpenEnum
from sqlalchemy import Index
from sqlalchemy.dialects.postgresql import JSONB
from sqlmodel import Field

from notifications.tables import Table


class Contact(Table, Replica, table=True):
    """How a person is reached. It is read when something is sent, not when it is queued.

    A person's profiles have versions of their own, so the version here is the event's time.
    """

    __tablename__ = "contacts"

    user_id: UUID = Field(primary_key=True)
    email: str
    name_en: str
    name_ar: str
    locale: str
    verified: bool
    """Whether the person has shown that the address is theirs."""


class Profile(Table, Replica, table=True):
    """In which role a person acts, and for which organization."""

    __tablename__ = "profiles"
    __table_args__ = (
        Index("ix_profiles_organization", "organization_id", "type"),
        Index("ix_profiles_type", "type"),
    )

    profile_id: UUID = Field(primary_key=True)
    user_id: UUID
    type: ProfileType = Field(sa_type=OpenEnum(ProfileType))
    organization_id: UUID | None
    active: bool


class Product(Table, Replica, table=True):
    """What the product is called; the one row of the application's settings."""

    __tablename__ = "products"

    scope: str = Field(primary_key=True)
    name_en: str
    name_ar: str


class Enrollment(Table, Replica, table=True):
    """The newest event of an enrollment."""

    __tablename__ = "enrollments"

    enrollment_id: UUID = Field(primary_key=True)
    event: dict[str, Any] = Field(sa_type=JSONB)
    changed_at: datetime = timestamp()


class EnrollmentCharge(Table, Replica, table=True):
    """The charge that was opened last for an enrollment; the version is the event's time."""

    __tablename__ = "enrollment_charges"

    enrollment_id: UUID = Field(primary_key=True)
    charge_id: UUID
