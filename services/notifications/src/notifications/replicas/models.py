"""The copies: identity's people, profiles, roles and organizations, catalog's batches, enrollments
and the charges opened for them, and what the settings call the product."""

from typing import Any
from uuid import UUID

from contracts import ProfileType
from kit.database.search import search_field, search_index
from kit.database.tables import OpenEnum
from kit.messaging.replicas import Replica
from sqlalchemy import ARRAY, Column, Index, Text, Uuid, text
from sqlalchemy.dialects.postgresql import JSONB
from sqlmodel import Field

from notifications.tables import Table


class Contact(Table, Replica, table=True):
    """How a person is reached. It is read when something is sent, not when it is queued.

    A person's profiles have versions of their own, so the version here is the event's time.
    """

    __tablename__ = "contacts"
    __table_args__ = (search_index("contacts"),)

    user_id: UUID = Field(primary_key=True)
    email: str
    phone: str
    """E.164, or empty."""
    name_en: str
    name_ar: str
    locale: str
    verified: bool
    """Whether the person has shown that the address is theirs."""
    search: str = search_field("name_en", "name_ar", "email", "phone")
    """What deliveries are searched by."""


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


class Role(Table, Replica, table=True):
    """A role of identity's, and what it allows."""

    __tablename__ = "roles"

    role_id: UUID = Field(primary_key=True)
    slug: str
    """That of the super-admin allows all there is, and lists nothing."""
    permissions: list[str] = Field(sa_column=Column(ARRAY(Text), nullable=False))
    active: bool


class RoleHolder(Table, Replica, table=True):
    """The roles of an admin's profile. It may come before the profile, or before the roles."""

    __tablename__ = "role_holders"

    profile_id: UUID = Field(primary_key=True)
    user_id: UUID = Field(index=True)
    role_ids: list[UUID] = Field(sa_column=Column(ARRAY(Uuid), nullable=False))


class Product(Table, Replica, table=True):
    """What the product is called; the one row of the application's settings."""

    __tablename__ = "products"

    scope: str = Field(primary_key=True)
    name_en: str
    name_ar: str


class Batch(Table, Replica, table=True):
    """Whose a batch is, and what it is called."""

    __tablename__ = "batches"

    id: UUID = Field(primary_key=True)
    training_id: UUID
    organization_id: UUID
    code: str
    title_en: str
    title_ar: str


class Organization(Table, Replica, table=True):
    """What an organization is called."""

    __tablename__ = "organizations"

    id: UUID = Field(primary_key=True)
    name_en: str
    name_ar: str


class Enrollment(Table, Replica, table=True):
    """The newest event of an enrollment."""

    __tablename__ = "enrollments"
    # By which the people of a batch are found.
    __table_args__ = (
        Index("ix_enrollments_batch", text("(event ->> 'batch_id')"), text("(event ->> 'status')")),
    )

    enrollment_id: UUID = Field(primary_key=True)
    event: dict[str, Any] = Field(sa_type=JSONB)
    """As `EnrollmentChanged`, without `previous_status`, which belongs to a change."""


class EnrollmentCharge(Table, Replica, table=True):
    """The open charge of an enrollment that is to be paid; the version is the event's time."""

    __tablename__ = "enrollment_charges"

    enrollment_id: UUID = Field(primary_key=True)
    charge_id: UUID
