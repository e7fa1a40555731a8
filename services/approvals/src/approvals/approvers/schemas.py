"""What the API says about approvers and their roles."""

from uuid import UUID

from pydantic import BaseModel, ConfigDict


class ApproverRead(BaseModel):
    """Somebody who can approve. An inactive one no longer counts at any level."""

    model_config = ConfigDict(from_attributes=True)

    user_id: UUID
    name_en: str
    name_ar: str
    email: str
    image_url: str | None
    active: bool


class RoleRead(BaseModel):
    """A role by which people approve."""

    model_config = ConfigDict(from_attributes=True)

    role_id: UUID
    name_en: str
    name_ar: str
    holders: int
    """How many active admins have it."""


class RoleList(BaseModel):
    """All roles, by name."""

    data: list[RoleRead]
