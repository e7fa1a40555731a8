"""Roles, what they allow, and which profiles have them."""

from datetime import datetime
from uuid import UUID

from kit.database.db import new_id, timestamp
from sqlmodel import Field

from identity.tables import Table


class Role(Table, table=True):
    """A named set of permissions. A system role cannot be deleted."""

    __tablename__ = "roles"

    id: UUID = Field(default_factory=new_id, primary_key=True)
    slug: str = Field(unique=True, max_length=60)
    name_en: str
    name_ar: str
    system: bool = False
    version: int = Field(default=1, sa_column_kwargs={"server_default": "1"})
    """Rises with its names and with what it allows."""
    created_at: datetime = timestamp(default_now=True)


class RolePermission(Table, table=True):
    """A role allows something."""

    __tablename__ = "role_permissions"

    role_id: UUID = Field(foreign_key="roles.id", primary_key=True, ondelete="CASCADE")
    permission: str = Field(primary_key=True, max_length=60)
    """A slug of `contracts.Permission`."""


class ProfileRole(Table, table=True):
    """A profile has a role, and its user's other profiles have not."""

    __tablename__ = "profile_roles"

    profile_id: UUID = Field(foreign_key="profiles.id", primary_key=True, ondelete="CASCADE")
    role_id: UUID = Field(foreign_key="roles.id", primary_key=True, index=True)
