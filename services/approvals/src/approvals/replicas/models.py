"""The copies: identity's admins with their roles, organizations, and who belongs to them."""

from uuid import UUID

from kit.database.search import search_field, search_index
from kit.messaging.replicas import Replica
from sqlalchemy import ARRAY, Column, Index, Uuid, true
from sqlmodel import Field

from approvals.tables import Table


class Approver(Table, Replica, table=True):
    """A user with an admin profile. Only an eligible one can be assigned or decide."""

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
    """Is active and holds the permission to decide; `refresh_eligibility` keeps it."""
    search: str = search_field("name_en", "name_ar", "email")


class Role(Table, Replica, table=True):
    """A role of the platform. A deleted one is assigned to no level any more."""

    __tablename__ = "roles"

    role_id: UUID = Field(primary_key=True)
    name_en: str
    name_ar: str
    active: bool
    approves: bool | None = None
    """It permits deciding on requests. None until the role is published to this release."""


class RoleHolder(Table, Replica, table=True):
    """The roles of an admin's profile. It may come before the profile itself."""

    __tablename__ = "role_holders"

    profile_id: UUID = Field(primary_key=True)
    user_id: UUID = Field(index=True)
    role_ids: list[UUID] = Field(sa_column=Column(ARRAY(Uuid), nullable=False))


class Organization(Table, Replica, table=True):
    """Whether an organization is suspended: nothing of it is approved meanwhile."""

    __tablename__ = "organizations"

    id: UUID = Field(primary_key=True)
    suspended: bool


class Member(Table, Replica, table=True):
    """A profile by which a user belongs to an organization: its own, or one of its staff and
    trainers. Of admins it says on whose requests they do not decide."""

    __tablename__ = "members"
    __table_args__ = (Index("ix_members_user_id", "user_id", "organization_id"),)

    profile_id: UUID = Field(primary_key=True)
    user_id: UUID
    organization_id: UUID
    active: bool
