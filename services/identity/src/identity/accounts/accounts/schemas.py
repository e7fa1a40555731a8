"""An account as its user sees it, and the fields of people in requests."""

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
            "The age must lie between {low} and {high} years.",
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
"""The number of a version of catalog's page of the terms."""


class RoleRead(BaseModel):
    """A role that a profile has."""

    slug: str
    name_en: str
    name_ar: str


class PermissionRead(BaseModel):
    """Something that a profile's roles allow."""

    slug: str


class ApprovalRead(BaseModel):
    """Whether the profile may be used."""

    status: ApprovalStatus
    comment: str | None
    """Why it was rejected or sent back, or what was said with the approval."""


class ProfileRead(BaseModel):
    """What the user acts as."""

    id: UUID
    type: ProfileType
    organization_id: UUID | None
    organization_name_en: str | None
    organization_name_ar: str | None
    paid: bool
    image: str | None
    """The address of the picture (webp); `image_2x` is the same for dense screens."""
    image_2x: str | None
    approval: ApprovalRead
    suspension: SuspensionRead | None
    """Of the organization."""
    roles: list[RoleRead]
    """Of this profile alone; the user's other profiles have their own."""
    permissions: list[PermissionRead]
    """What those roles allow."""


class UserRead(BaseModel):
    """The signed-in user. The first profile is the active one unless `x-profile` says otherwise."""

    id: UUID
    username: str
    email: str
    phone: str
    name_en: str
    name_ar: str
    locale: Locale
    image: str | None
    """The first profile's picture; `image_2x` is the same for dense screens."""
    image_2x: str | None
    verified_at: datetime | None
    second_factor_due: bool
    """An admin who must set up a second factor before anything else."""
    civil_number: str | None
    passport_number: str | None
    passport_country: str | None
    """Who issued the passport, as ISO 3166-1 alpha-2."""
    identified: bool
    """One of the numbers is known, or claimed in a case that is not decided: it passes the gate."""
    numbers_fixed_at: datetime | None
    """Since when the numbers are changed by request only; null before the first payment for an
    enrollment."""
    nationality: str | None
    birth_date: date | None
    gender: Gender | None
    user_roles: list[RoleRead]
    """The first profile's, as are the permissions: each profile has its own."""
    permissions: list[PermissionRead]
    profiles: list[ProfileRead]


class PersonNames(InputModel):
    """What somebody is called, in one script at least: not everybody can type both."""

    # First, so that what is missing is said of the other one.
    name_ar: NameAr | None = None
    name_en: NameEn | None = Field(default=None, validate_default=True)

    @field_validator("name_en", mode="after")
    @classmethod
    def require_name(cls, value: str | None, info: ValidationInfo) -> str | None:
        """One of both is needed; what is wrong with the other is said of it."""
        if value is None and "name_ar" in info.data and info.data["name_ar"] is None:
            raise PydanticCustomError("name.required", "Write the name in English or in Arabic.")
        return value

    def names(self) -> Names:
        """The names as they are stored."""
        return resolve_names(self.name_en, self.name_ar)


class PersonCreate(PersonNames):
    """Somebody whom others add."""

    email: Email
    phone: Phone
    locale: Locale = Locale.AR


class SignedIn(BaseModel):
    """The user and an access token that says the same, valid for ten minutes."""

    access_token: str
    user: UserRead
    resend_in: int | None = None
    """Seconds until an unverified user may ask for another code; given when a session begins."""
