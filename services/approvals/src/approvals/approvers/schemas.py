from uuid import UUID

from pydantic import BaseModel, ConfigDict


class ApproverRead(BaseModel):
    """An admin; ineligible admins do not count as approvers."""

    model_config = ConfigDict(from_attributes=True)

    user_id: UUID
    name_en: str
    name_ar: str
    email: str
    image_url: str | None
    active: bool
    eligible: bool
    """Active and permitted to decide on requests."""


class RoleRead(BaseModel):
    model_config = ConfigDict(from_attributes=True)

    role_id: UUID
    name_en: str
    name_ar: str
    holders: int
    """Number of eligible admins with the role."""
    approves: bool
    """The role permits deciding on requests, so it can be assigned."""


class RoleList(BaseModel):
    """All roles, by name."""

    data: list[RoleRead]
