"""An organization's people in a list, one with all that is shown, and what changes them."""

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
    """The types of profile that are an organization's people."""

    STAFF = ProfileType.STAFF
    TRAINER = ProfileType.TRAINER


class StaffStatus(StrEnum):
    """The states of a profile in the list; removed members are in none."""

    INVITED = ProfileStatus.INVITED
    DECLINED = ProfileStatus.DECLINED
    ACTIVE = ProfileStatus.ACTIVE
    SUSPENDED = ProfileStatus.SUSPENDED


class StaffRole(StrEnum):
    """What a staff member may do besides: staff with the admin role edit trainings."""

    ADMIN = ADMIN_ROLE
    NONE = "none"


class StaffSort(StrEnum):
    """What the list is sorted by; a minus means descending."""

    NAME_EN = "name_en"
    NAME_EN_DESC = "-name_en"
    NAME_AR = "name_ar"
    NAME_AR_DESC = "-name_ar"
    CREATED = "created_at"
    CREATED_DESC = "-created_at"


class StaffFilter(BaseModel):
    """What the list is narrowed down to."""

    type: StaffType | None = None
    status: list[StaffStatus] = []
    approval: list[ApprovalStatus] = []
    role: StaffRole | None = None
    search: Annotated[str, Field(max_length=100)] | None = None
    """Words of names, usernames or addresses in any order, or a phone number."""


class StaffRow(BaseModel):
    """A member in the list."""

    id: UUID
    """The profile's."""
    type: StaffType
    status: StaffStatus
    approval_status: ApprovalStatus
    """Trainers wait for none."""
    role: StaffRole
    name_en: str
    name_ar: str
    email: str
    phone: str
    image_url: str | None
    created_at: datetime


class StaffDetail(StaffRow):
    """A member with all that the organization may know."""

    username: str
    approval_comment: str | None
    paid: bool
    """The registration fee; trainers owe none."""
    invited_at: datetime | None
    """When the last invitation was sent."""
    invitation_expires_at: datetime | None
    """Of the invitation that waits for an answer, expired or not."""


class StaffPlace(InputModel):
    """What somebody is to be in the organization."""

    type: StaffType = StaffType.STAFF
    role: StaffRole = StaffRole.NONE

    @model_validator(mode="after")
    def refuse_role_of_trainers(self) -> Self:
        """The admin role is of staff: a trainer with it could do more than trainers do."""
        if self.type is StaffType.TRAINER and self.role is not StaffRole.NONE:
            raise PydanticCustomError("trainer.role_not_allowed", "Trainers have no role.")
        return self


class StaffCreate(PersonCreate, StaffPlace):
    """Somebody who has no account yet. They choose a password by the invitation."""


class PersonQuery(InputModel):
    """A whole email address or civil number."""

    identifier: Annotated[
        str, StringConstraints(strip_whitespace=True, to_lower=True, min_length=1, max_length=254)
    ]


class PersonFound(BaseModel):
    """Enough to see that it is the right person: the first name and a letter of the last."""

    name_en: str
    name_ar: str


class StaffInvite(PersonQuery, StaffPlace):
    """Somebody who has an account, and accepts or declines with it."""


class StaffUpdate(InputModel):
    """What the organization changes of a member; their own data is theirs."""

    role: StaffRole
