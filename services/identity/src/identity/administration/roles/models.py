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
    """Incremented when its names or permissions change."""
    created_at: datetime = timestamp(default_now=True)


class RolePermission(Table, table=True):
    __tablename__ = "role_permissions"

    role_id: UUID = Field(foreign_key="roles.id", primary_key=True, ondelete="CASCADE")
    permission: str = Field(primary_key=True, max_length=60)
    """A value of `contracts.Permission`."""


class ProfileRole(Table, table=True):
    """A role of one profile; the user's other profiles do not have it."""

    __tablename__ = "profile_roles"

    profile_id: UUID = Field(foreign_key="profiles.id", primary_key=True, ondelete="CASCADE")
    role_id: UUID = Field(foreign_key="roles.id", primary_key=True, index=True)
