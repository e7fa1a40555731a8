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
    ACTIVE = "active"
    DISABLED = "disabled"


class AccountSort(StrEnum):
    """Sort keys; a minus means descending."""

    CREATED = "created_at"
    CREATED_DESC = "-created_at"
    NAME_EN = "name_en"
    NAME_EN_DESC = "-name_en"
    NAME_AR = "name_ar"
    NAME_AR_DESC = "-name_ar"


class AccountFilter(BaseModel):
    """Filters of the list; dates are days in Riyadh, inclusive."""

    type: list[ProfileType] = []
    """Users with a profile of one of these types."""
    role: Annotated[list[Annotated[str, Field(max_length=60)]], Field(max_length=MAX_ROLES)] = []
    """Users with one of these role slugs in any profile."""
    status: AccountStatus | None = None
    verified: bool | None = None
    registered_from: Day | None = None
    registered_to: Day | None = None
    search: Annotated[str, Field(max_length=100)] | None = None
    """Words of names, usernames or addresses in any order; a phone number in any usual notation; or
    a whole civil or passport number.
    """


class HeldRole(BaseModel):
    id: UUID
    slug: str
    name_en: str
    name_ar: str


class HeldProfile(BaseModel):
    """A profile of the user with its own roles."""

    id: UUID
    type: ProfileType
    organization_id: UUID | None
    organization_name_en: str | None
    organization_name_ar: str | None
    approval_status: ApprovalStatus
    roles: list[HeldRole]


class AccountRow(BaseModel):
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
    """Oldest first; the first one is active by default."""
    created_at: datetime


class HeldDocument(ProfileDocumentRead):
    """Current document of a kind for a staff profile."""

    profile_id: UUID


class AccountDetail(AccountRow):
    """A user with all data that admins see. Identity numbers are masked."""

    locale: Locale
    civil_number: str | None
    passport_number: str | None
    nationality: str | None
    birth_date: date | None
    gender: Gender | None
    invited_at: datetime | None
    """Time of the last invitation, until the user chooses a password."""
    second_factor_at: datetime | None
    """Time since which a password alone does not sign in."""
    sessions: list[SessionRead]
    """Most recently used first."""
    documents: list[HeldDocument]
    can_edit: bool
    """True if the reader may edit, disable and sign out this user."""
    can_change_roles: bool
    can_edit_sign_in_details: bool
    """True if the reader may also change the email and phone."""
    pending_confirmation: PendingConfirmation | None
    """A change that awaits another admin's confirmation."""
    version: int
    """Version to send with a change of the roles."""


class AccountCreate(PersonCreate):
    """A new admin, who chooses their own password."""

    username: Username
    role_ids: Annotated[list[UUID], Field(default_factory=list, max_length=MAX_ROLES)]
    """Any role also needs `manage-roles`."""


class AccountUpdate(InputModel):
    """Changes to a user; omitted fields stay. A new address must be verified again. A null name is
    removed, but one must remain.
    """

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
        """Reject null: these fields can be omitted but not emptied."""
        if value is None:
            raise PydanticCustomError("field.missing", "Fill in this field.")
        return value


class RolesUpdate(InputModel):
    """All roles that the profile should have."""

    role_ids: Annotated[list[UUID], Field(max_length=MAX_ROLES)]
    version: int
    """Version of the user that the admin read."""
