"""Replicas of identity's users, profiles, roles and organizations, catalog's batches, enrollments
and their open charges, and the product's name."""

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
    """Contact data of a user, read when a message is sent, not when it is queued.

    A user's profiles have separate versions, so the version here is the event's time.
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
    """True once the user has proved to own the address."""
    search: str = search_field("name_en", "name_ar", "email", "phone")
    """Text by which deliveries are searched."""


class Profile(Table, Replica, table=True):
    """Role of a user, and the organization for which they act."""

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
    """Role from identity, with its permissions."""

    __tablename__ = "roles"

    role_id: UUID = Field(primary_key=True)
    slug: str
    """The super-admin's role has all permissions and lists none."""
    permissions: list[str] = Field(sa_column=Column(ARRAY(Text), nullable=False))
    active: bool


class RoleHolder(Table, Replica, table=True):
    """Roles of an admin's profile. It may arrive before the profile or the roles."""

    __tablename__ = "role_holders"

    profile_id: UUID = Field(primary_key=True)
    user_id: UUID = Field(index=True)
    role_ids: list[UUID] = Field(sa_column=Column(ARRAY(Uuid), nullable=False))


class Product(Table, Replica, table=True):
    """Product name; the single row of the application's settings."""

    __tablename__ = "products"

    scope: str = Field(primary_key=True)
    name_en: str
    name_ar: str


class Batch(Table, Replica, table=True):
    """Organization and names of a batch."""

    __tablename__ = "batches"

    id: UUID = Field(primary_key=True)
    training_id: UUID
    organization_id: UUID
    code: str
    title_en: str
    title_ar: str


class Organization(Table, Replica, table=True):
    """Names of an organization."""

    __tablename__ = "organizations"

    id: UUID = Field(primary_key=True)
    name_en: str
    name_ar: str


class Enrollment(Table, Replica, table=True):
    """Latest event of an enrollment."""

    __tablename__ = "enrollments"
    # Finds the candidates of a batch.
    __table_args__ = (
        Index("ix_enrollments_batch", text("(event ->> 'batch_id')"), text("(event ->> 'status')")),
    )

    enrollment_id: UUID = Field(primary_key=True)
    event: dict[str, Any] = Field(sa_type=JSONB)
    """`EnrollmentChanged` without `previous_status`, which describes a change."""


class EnrollmentCharge(Table, Replica, table=True):
    """Open charge of an enrollment; the version is the event's time."""

    __tablename__ = "enrollment_charges"

    enrollment_id: UUID = Field(primary_key=True)
    charge_id: UUID
