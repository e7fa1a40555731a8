from datetime import datetime
from enum import StrEnum
from typing import Annotated, Self
from uuid import UUID

from contracts import ADMIN_ROLE, ApprovalStatus, ProfileType
from kit.domain.fields import InputModel
from pydantic import BaseModel, Field, StringConstraints, model_validator
from pydantic_core import PydanticCustomError

from identity.accounts.accounts.models import ProfileStatus
from identity.accounts.accounts.schemas import PersonCreate


class StaffType(StrEnum):
    STAFF = ProfileType.STAFF
    TRAINER = ProfileType.TRAINER


class StaffStatus(StrEnum):
    """States of a listed profile; removed members are not listed."""

    INVITED = ProfileStatus.INVITED
    DECLINED = ProfileStatus.DECLINED
    ACTIVE = ProfileStatus.ACTIVE
    SUSPENDED = ProfileStatus.SUSPENDED


class StaffRole(StrEnum):
    """Role of a staff member: the admin role allows editing trainings."""

    ADMIN = ADMIN_ROLE
    NONE = "none"


class StaffSort(StrEnum):
    """Sort keys; a minus means descending."""

    NAME_EN = "name_en"
    NAME_EN_DESC = "-name_en"
    NAME_AR = "name_ar"
    NAME_AR_DESC = "-name_ar"
    CREATED = "created_at"
    CREATED_DESC = "-created_at"


class StaffFilter(BaseModel):
    type: StaffType | None = None
    status: list[StaffStatus] = []
    approval: list[ApprovalStatus] = []
    role: StaffRole | None = None
    search: Annotated[str, Field(max_length=100)] | None = None
    """Words of names, usernames or addresses in any order, or a phone number."""


class StaffRow(BaseModel):
    id: UUID
    """ID of the profile."""
    type: StaffType
    status: StaffStatus
    approval_status: ApprovalStatus
    """Trainers need no approval."""
    role: StaffRole
    name_en: str
    name_ar: str
    email: str
    phone: str
    image_url: str | None
    created_at: datetime


class StaffDetail(StaffRow):
    username: str
    approval_comment: str | None
    paid: bool
    """True if the registration fee is paid; trainers owe none."""
    invited_at: datetime | None
    """Time of the last invitation."""
    invitation_expires_at: datetime | None
    """Expiry of the open invitation, possibly in the past."""


class StaffPlace(InputModel):
    """Type and role of a member."""

    type: StaffType = StaffType.STAFF
    role: StaffRole = StaffRole.NONE

    @model_validator(mode="after")
    def refuse_role_of_trainers(self) -> Self:
        """Reject a role for trainers, since it would extend their rights."""
        if self.type is StaffType.TRAINER and self.role is not StaffRole.NONE:
            raise PydanticCustomError("trainer.role_not_allowed", "You can't give trainers a role.")
        return self


class StaffCreate(PersonCreate, StaffPlace):
    """A member without an account, who chooses a password by the invitation."""


class PersonQuery(InputModel):
    """A whole email address or civil number."""

    identifier: Annotated[
        str, StringConstraints(strip_whitespace=True, to_lower=True, min_length=1, max_length=254)
    ]


class PersonFound(BaseModel):
    """The first name and the initial of the last, enough to recognize the person."""

    name_en: str
    name_ar: str


class StaffInvite(PersonQuery, StaffPlace):
    """A member with an account, who accepts or declines with it."""


class StaffUpdate(InputModel):
    role: StaffRole
