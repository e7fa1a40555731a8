"""Replicas of identity's admins, roles, organizations and members."""

from uuid import UUID

from kit.database.search import search_field, search_index
from kit.messaging.replicas import Replica
from sqlalchemy import ARRAY, Column, Index, Uuid, true
from sqlmodel import Field

from approvals.tables import Table


class Approver(Table, Replica, table=True):
    """A user with an admin profile. Only eligible admins can be assigned or decide."""

    __tablename__ = "approvers"
    __table_args__ = (
        Index("ix_approvers_name", "name_en", "user_id"),
        search_index("approvers"),
    )

    user_id: UUID = Field(primary_key=True)
    profile_id: UUID
    name_en: str
    name_ar: str
    email: str
    image_url: str | None
    active: bool
    eligible: bool = Field(default=True, sa_column_kwargs={"server_default": true()})
    """Active and permitted to decide; maintained by `refresh_eligibility`."""
    search: str = search_field("name_en", "name_ar", "email")


class Role(Table, Replica, table=True):
    """A role of the platform. A deleted one is removed from all levels."""

    __tablename__ = "roles"

    role_id: UUID = Field(primary_key=True)
    name_en: str
    name_ar: str
    active: bool
    approves: bool | None = None
    """The role permits deciding on requests; null until identity publishes the role to this
    release.
    """


class RoleHolder(Table, Replica, table=True):
    """Role of an admin's profile; may arrive before the profile itself."""

    __tablename__ = "role_holders"

    profile_id: UUID = Field(primary_key=True)
    user_id: UUID = Field(index=True)
    role_ids: list[UUID] = Field(sa_column=Column(ARRAY(Uuid), nullable=False))


class Organization(Table, Replica, table=True):
    """An organization's suspension: suspended organizations cannot be approved."""

    __tablename__ = "organizations"

    id: UUID = Field(primary_key=True)
    suspended: bool


class Member(Table, Replica, table=True):
    """Membership of a user in an organization as owner, staff or trainer.

    Admins do not decide on requests of organizations they belong to.
    """

    __tablename__ = "members"
    __table_args__ = (Index("ix_members_user_id", "user_id", "organization_id"),)

    profile_id: UUID = Field(primary_key=True)
    user_id: UUID
    organization_id: UUID
    active: bool
