"""What the API says about approvers and their roles."""

from uuid import UUID

from pydantic import BaseModel, ConfigDict


class ApproverRead(BaseModel):
    """An admin. One who is not eligible counts at no level."""

    model_config = ConfigDict(from_attributes=True)

    user_id: UUID
    name_en: str
    name_ar: str
    email: str
    image_url: str | None
    active: bool
    eligible: bool
    """Is active and holds the permission to decide on requests."""


class RoleRead(BaseModel):
    """A role by which people approve."""

    model_config = ConfigDict(from_attributes=True)

    role_id: UUID
    name_en: str
    name_ar: str
    holders: int
    """How many eligible admins have it."""
    approves: bool
    """It permits deciding on requests; only then can it be assigned."""


class RoleList(BaseModel):
    """All roles, by name."""

    data: list[RoleRead]
