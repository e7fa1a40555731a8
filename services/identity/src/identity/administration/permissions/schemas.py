"""Roles in a list, what they allow, and what changes them."""

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
    """What the list is sorted by; a minus means descending."""

    NAME_EN = "name_en"
    NAME_EN_DESC = "-name_en"
    NAME_AR = "name_ar"
    NAME_AR_DESC = "-name_ar"
    CREATED = "created_at"
    CREATED_DESC = "-created_at"


class RoleRow(BaseModel):
    """A role in the list."""

    model_config = ConfigDict(from_attributes=True)

    id: UUID
    slug: str
    name_en: str
    name_ar: str
    system: bool
    """It keeps its names and is not deleted."""
    version: int
    """What a change says it has seen."""
    holders: int
    """How many users have it."""
    permissions: int
    """How many it has."""
    created_at: datetime


class RoleCreate(InputModel):
    """A new role, which allows nothing yet."""

    name_en: RoleNameEn
    name_ar: RoleNameAr


class RoleUpdate(RoleCreate):
    """Other names of a role."""

    version: int


class AreaRead(BaseModel):
    """An area of the platform with its permissions, in the order in which they are shown."""

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
    """The reader may change what it allows."""


class PermissionMatrix(BaseModel):
    """What each role allows."""

    areas: list[AreaRead]
    roles: list[RoleColumn]
    """The oldest first."""
    grantable: list[str]
    """What the reader may give and take."""


class RoleChange(InputModel):
    """What a role is to allow besides, and what no longer."""

    role_id: UUID
    version: int
    """Of the role that was looked at."""
    grant: Annotated[list[Permission], Field(max_length=100)] = []
    revoke: Annotated[list[Permission], Field(max_length=100)] = []

    @model_validator(mode="after")
    def refuse_both(self) -> Self:
        """A permission is given or taken."""
        if set(self.grant) & set(self.revoke):
            raise PydanticCustomError(
                "permission.contradictory", "Either give or take a permission."
            )
        return self


class MatrixUpdate(InputModel):
    """Changes of several roles, which are all made or none."""

    changes: Annotated[list[RoleChange], Field(min_length=1, max_length=200)]

    @model_validator(mode="after")
    def refuse_repeated(self) -> Self:
        """Each role stands in it once."""
        if len({change.role_id for change in self.changes}) != len(self.changes):
            raise PydanticCustomError("role.duplicate", "Name each role once.")
        return self
