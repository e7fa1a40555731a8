"""Users in the admins' list, one of them with all that is known, and what changes them."""

from datetime import date, datetime
from enum import StrEnum
from typing import Annotated
from uuid import UUID

from contracts import ApprovalStatus, ProfileType
from kit.domain.fields import Day, InputModel
from kit.domain.people import CountryCode, Email, NameAr, NameEn, Phone
from pydantic import BaseModel, Field, field_validator
from pydantic_core import PydanticCustomError

from identity.accounts.accounts.models import Gender, Locale
from identity.accounts.accounts.schemas import BirthDate, PersonCreate, Username
from identity.administration.confirmations.schemas import PendingConfirmation
from identity.organizations.documents.schemas import ProfileDocumentRead
from identity.sign_in.sessions.schemas import SessionRead

MAX_ROLES = 50


class AccountStatus(StrEnum):
    """Whether the user may sign in."""

    ACTIVE = "active"
    DISABLED = "disabled"


class AccountSort(StrEnum):
    """What the list is sorted by; a minus means descending."""

    CREATED = "created_at"
    CREATED_DESC = "-created_at"
    NAME_EN = "name_en"
    NAME_EN_DESC = "-name_en"
    NAME_AR = "name_ar"
    NAME_AR_DESC = "-name_ar"


class AccountFilter(BaseModel):
    """What the list is narrowed down to; dates are days in Riyadh, both included."""

    type: list[ProfileType] = []
    """Who has a profile of one of these types."""
    role: Annotated[list[Annotated[str, Field(max_length=60)]], Field(max_length=MAX_ROLES)] = []
    """Who has one of the roles of these slugs, in any profile."""
    status: AccountStatus | None = None
    verified: bool | None = None
    registered_from: Day | None = None
    registered_to: Day | None = None
    search: Annotated[str, Field(max_length=100)] | None = None
    """Words of names, usernames or addresses in any order; a phone number in any usual form; or a
    whole civil or passport number."""


class HeldRole(BaseModel):
    """A role that a profile has."""

    id: UUID
    slug: str
    name_en: str
    name_ar: str


class HeldProfile(BaseModel):
    """What the user acts as, and the roles of that profile alone."""

    id: UUID
    type: ProfileType
    organization_id: UUID | None
    organization_name_en: str | None
    organization_name_ar: str | None
    approval_status: ApprovalStatus
    roles: list[HeldRole]


class AccountRow(BaseModel):
    """A user in the list."""

    id: UUID
    username: str
    name_en: str
    name_ar: str
    email: str
    phone: str
    image_url: str | None
    status: AccountStatus
    verified_at: datetime | None
    profiles: list[HeldProfile]
    """Oldest first; the first one is the active one."""
    created_at: datetime


class HeldDocument(ProfileDocumentRead):
    """The current document of a kind that was handed in for a staff profile."""

    profile_id: UUID


class AccountDetail(AccountRow):
    """A user with all that an admin may know. Identity numbers are masked."""

    locale: Locale
    civil_number: str | None
    passport_number: str | None
    nationality: str | None
    birth_date: date | None
    gender: Gender | None
    invited_at: datetime | None
    """When the invitation was last sent, to a user who has yet to choose a password."""
    second_factor_at: datetime | None
    """Since when a password alone does not sign the user in."""
    sessions: list[SessionRead]
    """The last used first."""
    documents: list[HeldDocument]
    can_edit: bool
    """The reader may change, disable and sign out this user."""
    can_change_roles: bool
    can_edit_sign_in_details: bool
    """The reader may also change the email and phone."""
    pending_confirmation: PendingConfirmation | None
    """A change that waits for another admin."""
    version: int
    """What a change of the roles says it has seen."""


class AccountCreate(PersonCreate):
    """Somebody who is to run the platform. They choose their password themselves."""

    username: Username
    role_ids: Annotated[list[UUID], Field(default_factory=list, max_length=MAX_ROLES)]
    """Giving any needs `manage-roles` besides."""


class AccountUpdate(InputModel):
    """Changes to a user; what is left out stays. Another address must be verified again. A name
    that is null is not written in that script, and one of both must be."""

    email: Email | None = None
    phone: Phone | None = None
    name_en: NameEn | None = None
    name_ar: NameAr | None = None
    locale: Locale | None = None
    nationality: CountryCode | None = None
    birth_date: BirthDate | None = None
    gender: Gender | None = None

    @field_validator("email", "phone", "locale", mode="after")
    @classmethod
    def refuse_null(cls, value: object) -> object:
        """These may be left out, not emptied."""
        if value is None:
            raise PydanticCustomError("field.missing", "This field is required.")
        return value


class RolesUpdate(InputModel):
    """All the roles that the profile is to have."""

    role_ids: Annotated[list[UUID], Field(max_length=MAX_ROLES)]
    version: int
    """Of the user that was looked at."""
