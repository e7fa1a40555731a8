"""Roles, what they allow, and who has them."""

from datetime import datetime
from uuid import UUID

from kit.db import new_id, timestamp
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
    created_at: datetime = timestamp(default_now=True)


class RolePermission(Table, table=True):
    """A role allows something."""

    __tablename__ = "role_permissions"

    role_id: UUID = Field(foreign_key="roles.id", primary_key=True, ondelete="CASCADE")
    permission: str = Field(primary_key=True, max_length=60)
    """A slug of `contracts.Permission`."""


class UserRole(Table, table=True):
    """A user has a role."""

    __tablename__ = "user_roles"

    user_id: UUID = Field(foreign_key="users.id", primary_key=True)
    role_id: UUID = Field(foreign_key="roles.id", primary_key=True, index=True)
