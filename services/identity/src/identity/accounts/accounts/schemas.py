from datetime import date, datetime
from typing import Annotated
from uuid import UUID

from contracts import ApprovalStatus, ProfileType
from kit.database.db import utc_now
from kit.domain.fields import CODE, NAME, InputModel, PlainText
from kit.domain.people import Email, NameAr, NameEn, Names, Phone, has_script, resolve_names
from pydantic import (
    AfterValidator,
    BaseModel,
    Field,
    StringConstraints,
    ValidationInfo,
    field_validator,
)
from pydantic_core import PydanticCustomError

from identity.accounts.accounts.models import Gender, Locale
from identity.accounts.accounts.rules import MAX_AGE, MIN_AGE, check_username
from identity.organizations.organizations.schemas import SuspensionRead


def _some_script(script: str) -> AfterValidator:
    code, language = (
        ("name.not_latin", "English") if script == "LATIN" else ("name.not_arabic", "Arabic")
    )

    def check(value: str) -> str:
        if not has_script(value, script):
            raise PydanticCustomError(code, f"Write the name in {language}.")
        return value

    return AfterValidator(check)


def _check_birth_date(value: date) -> date:
    today = utc_now().date()
    age = today.year - value.year - ((today.month, today.day) < (value.month, value.day))
    if not MIN_AGE <= age <= MAX_AGE:
        raise PydanticCustomError(
            "birth_date.out_of_range",
            "Enter the birth date of a person aged {low} to {high}.",
            {"low": MIN_AGE, "high": MAX_AGE},
        )
    return value


Username = Annotated[str, AfterValidator(check_username), CODE]
OrganizationNameEn = Annotated[
    str, StringConstraints(min_length=2, max_length=150), _some_script("LATIN"), PlainText, NAME
]
OrganizationNameAr = Annotated[
    str, StringConstraints(min_length=2, max_length=150), _some_script("ARABIC"), PlainText, NAME
]
BirthDate = Annotated[date, AfterValidator(_check_birth_date)]
TermsVersion = Annotated[int, Field(ge=1, le=1_000_000)]
"""Version number of catalog's terms page."""


class RoleRead(BaseModel):
    slug: str
    name_en: str
    name_ar: str


class PermissionRead(BaseModel):
    slug: str


class ApprovalRead(BaseModel):
    """Approval state of a profile."""

    status: ApprovalStatus
    comment: str | None
    """Comment of the last decision."""


class ProfileRead(BaseModel):
    """A profile in which the user can act."""

    id: UUID
    type: ProfileType
    organization_id: UUID | None
    organization_name_en: str | None
    organization_name_ar: str | None
    paid: bool
    image: str | None
    """URL of the picture (webp); `image_2x` is for dense screens."""
    image_2x: str | None
    approval: ApprovalRead
    suspension: SuspensionRead | None
    """Suspension of the organization."""
    roles: list[RoleRead]
    """Roles of this profile only."""
    permissions: list[PermissionRead]
    """Permissions granted by those roles."""


class UserRead(BaseModel):
    """The signed-in user. The first profile is active unless `x-profile` names another."""

    id: UUID
    username: str
    email: str
    phone: str
    name_en: str
    name_ar: str
    locale: Locale
    image: str | None
    """URL of the first profile's picture; `image_2x` is for dense screens."""
    image_2x: str | None
    verified_at: datetime | None
    second_factor_due: bool
    """True if the user must set up a second factor before anything else."""
    civil_number: str | None
    passport_number: str | None
    passport_country: str | None
    """Issuing country, ISO 3166-1 alpha-2."""
    identified: bool
    """True if a number is known, or claimed in an undecided case. Opens the identity gate."""
    numbers_fixed_at: datetime | None
    """Time since which numbers change by request only; null before the first enrollment payment."""
    nationality: str | None
    birth_date: date | None
    gender: Gender | None
    user_roles: list[RoleRead]
    """Roles of the first profile; `permissions` are its permissions."""
    permissions: list[PermissionRead]
    profiles: list[ProfileRead]


class PersonNames(InputModel):
    """Names in at least one script: not everyone can type both."""

    # Before `name_en`, so that a missing name is reported there.
    name_ar: NameAr | None = None
    name_en: NameEn | None = Field(default=None, validate_default=True)

    @field_validator("name_en", mode="after")
    @classmethod
    def require_name(cls, value: str | None, info: ValidationInfo) -> str | None:
        """Require one of the names. A problem with the Arabic one is reported there only."""
        if value is None and "name_ar" in info.data and info.data["name_ar"] is None:
            raise PydanticCustomError("name.required", "Enter the name in English or Arabic.")
        return value

    def names(self) -> Names:
        """Return both names as they are stored."""
        return resolve_names(self.name_en, self.name_ar)


class PersonCreate(PersonNames):
    """A person whom another user adds."""

    email: Email
    phone: Phone
    locale: Locale = Locale.AR


class SignedIn(BaseModel):
    """The user and an access token with the same claims, valid for ten minutes."""

    access_token: str
    user: UserRead
    resend_in: int | None = None
    """Seconds until an unverified user may request another code; set when a session begins."""
