from datetime import datetime
from enum import StrEnum
from typing import Annotated, Self
from uuid import UUID

from contracts import Permission
from kit.domain.fields import InputModel
from pydantic import BaseModel, ConfigDict, Field, StringConstraints, model_validator
from pydantic_core import PydanticCustomError

from identity.accounts.accounts.schemas import OrganizationNameAr, OrganizationNameEn
from identity.administration.permissions.rules import Area

NAME_LENGTH = 60
RoleNameEn = Annotated[OrganizationNameEn, StringConstraints(max_length=NAME_LENGTH)]
RoleNameAr = Annotated[OrganizationNameAr, StringConstraints(max_length=NAME_LENGTH)]


class RoleSort(StrEnum):
    """Sort keys; a minus means descending."""

    NAME_EN = "name_en"
    NAME_EN_DESC = "-name_en"
    NAME_AR = "name_ar"
    NAME_AR_DESC = "-name_ar"
    CREATED = "created_at"
    CREATED_DESC = "-created_at"


class RoleRow(BaseModel):
    model_config = ConfigDict(from_attributes=True)

    id: UUID
    slug: str
    name_en: str
    name_ar: str
    system: bool
    """True if it cannot be renamed or deleted."""
    version: int
    """Version to send with a change."""
    holders: int
    """Number of users who have it."""
    permissions: int
    """Number of its permissions."""
    created_at: datetime


class RoleCreate(InputModel):
    """A new role without permissions."""

    name_en: RoleNameEn
    name_ar: RoleNameAr


class RoleUpdate(RoleCreate):
    """New names of a role."""

    version: int


class AreaRead(BaseModel):
    """An area of the platform with its permissions, in display order."""

    area: Area
    permissions: list[Permission]


class RoleColumn(BaseModel):
    """A role in the matrix."""

    id: UUID
    slug: str
    name_en: str
    name_ar: str
    version: int
    holders: int
    permissions: list[str]
    can_change: bool
    """True if the reader may change its permissions."""


class PermissionMatrix(BaseModel):
    areas: list[AreaRead]
    roles: list[RoleColumn]
    """Oldest first."""
    grantable: list[str]
    """Permissions that the reader may grant and revoke."""


class RoleChange(InputModel):
    """Permissions to grant to and revoke from a role."""

    role_id: UUID
    version: int
    """Version of the role that the admin read."""
    grant: Annotated[list[Permission], Field(max_length=100)] = []
    revoke: Annotated[list[Permission], Field(max_length=100)] = []

    @model_validator(mode="after")
    def refuse_both(self) -> Self:
        """Reject a permission that is both granted and revoked."""
        if set(self.grant) & set(self.revoke):
            raise PydanticCustomError(
                "permission.contradictory", "Choose whether to give or remove each permission."
            )
        return self


class MatrixUpdate(InputModel):
    """Changes of several roles, applied atomically."""

    changes: Annotated[list[RoleChange], Field(min_length=1, max_length=200)]

    @model_validator(mode="after")
    def refuse_repeated(self) -> Self:
        """Require each role at most once."""
        if len({change.role_id for change in self.changes}) != len(self.changes):
            raise PydanticCustomError("role.duplicate", "List each role only once.")
        return self
