"""What signing up takes."""

from typing import Literal

from contracts import ProfileType
from kit.domain.fields import InputModel
from kit.domain.people import Email, Phone
from pydantic import BaseModel, Field, ValidationInfo, field_validator
from pydantic_core import PydanticCustomError

from identity.accounts.accounts.models import Locale
from identity.accounts.accounts.schemas import (
    OrganizationNameAr,
    OrganizationNameEn,
    PersonNames,
    TermsVersion,
    Username,
)
from identity.sign_in.passwords.schemas import Password


class SignUp(PersonNames):
    """A new account."""

    profile_type: Literal[ProfileType.CANDIDATE, ProfileType.ORGANIZATION]
    username: Username
    email: Email
    phone: Phone
    password: Password
    organization_name_en: OrganizationNameEn | None = Field(default=None, validate_default=True)
    """For an organization, of which the person above is the user."""
    organization_name_ar: OrganizationNameAr | None = Field(default=None, validate_default=True)
    locale: Locale = Locale.EN
    accept_terms: bool
    terms_version: TermsVersion | None = None
    """Of the page that the form links to, when the form could read it."""

    @field_validator("organization_name_en", "organization_name_ar", mode="after")
    @classmethod
    def require_organization_names(cls, value: str | None, info: ValidationInfo) -> str | None:
        """An organization has a name in both languages."""
        if info.data.get("profile_type") is ProfileType.ORGANIZATION and value is None:
            raise PydanticCustomError("field.missing", "This field is required.")
        return value

    @field_validator("accept_terms", mode="after")
    @classmethod
    def require_acceptance(cls, value: bool) -> bool:
        """An account needs it."""
        if not value:
            raise PydanticCustomError("terms.required", "Please accept the terms and conditions.")
        return value


class UsernameSuggestionQuery(InputModel):
    """The address that somebody signs up with."""

    email: Email


class UsernameSuggestion(BaseModel):
    """A username that is free and keeps the rules."""

    username: str


class UsernameQuery(InputModel):
    """A name to sign up with; any text, so that the answer is always yes or no."""

    username: str = Field(max_length=254)
