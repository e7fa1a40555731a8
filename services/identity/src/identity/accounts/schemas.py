"""How a user reads, and what a user may change of themselves."""

from datetime import date, datetime
from uuid import UUID

from contracts import ApprovalStatus, ProfileType
from contracts.identity import NumberKind
from pydantic import BaseModel, field_validator
from pydantic_core import PydanticCustomError

from identity.accounts.fields import (
    BirthDate,
    CivilNumber,
    CountryCode,
    NameAr,
    NameEn,
    PassportNumber,
    Phone,
)
from identity.accounts.models import FIELDS, Gender, Locale


class RoleRead(BaseModel):
    """A role that the user holds."""

    slug: str
    name_en: str
    name_ar: str


class PermissionRead(BaseModel):
    """Something that the user's roles allow."""

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
    image_url: str | None
    image_url_2x: str | None
    approval: ApprovalRead


class UserRead(BaseModel):
    """The signed-in user. The first profile is the active one unless `x-profile` says otherwise."""

    id: UUID
    username: str
    email: str
    phone: str
    name_en: str
    name_ar: str
    locale: Locale
    image_url: str | None
    """The first profile's picture; `image_url_2x` is the same for dense screens."""
    image_url_2x: str | None
    verified_at: datetime | None
    civil_number: str | None
    passport_number: str | None
    identified: bool
    """One of the numbers is known, or claimed in a case that is not decided: it passes the gate."""
    numbers_fixed_at: datetime | None
    """Since when the numbers are changed by request only; null before the first payment for an
    enrollment."""
    nationality: str | None
    birth_date: date | None
    gender: Gender | None
    roles: list[RoleRead]
    permissions: list[PermissionRead]
    profiles: list[ProfileRead]


class SignedIn(BaseModel):
    """The user and an access token that says the same, good for ten minutes."""

    access_token: str
    user: UserRead
    resend_in: int | None = None
    """Seconds until an unverified user may ask for another code; told when a session begins."""


class UserUpdate(BaseModel):
    """Changes to the own account. A field that is left out stays as it is."""

    name_en: NameEn | None = None
    name_ar: NameAr | None = None
    phone: Phone | None = None
    locale: Locale | None = None
    civil_number: CivilNumber | None = None
    passport_number: PassportNumber | None = None
    nationality: CountryCode | None = None
    birth_date: BirthDate | None = None
    gender: Gender | None = None

    def numbers(self) -> dict[NumberKind, str | None]:
        """The numbers among them, those too that are taken away."""
        given = self.model_dump(include=set(FIELDS.values()), exclude_unset=True)
        return {kind: given[field] for kind, field in FIELDS.items() if field in given}

    @field_validator("name_en", "name_ar", "phone", "locale", mode="after")
    @classmethod
    def refuse_null(cls, value: object) -> object:
        """These may be left out, not emptied."""
        if value is None:
            raise PydanticCustomError("required", "This field is required.")
        return value
