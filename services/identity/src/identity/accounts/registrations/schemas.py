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
    profile_type: Literal[ProfileType.CANDIDATE, ProfileType.ORGANIZATION]
    username: Username
    email: Email
    phone: Phone
    password: Password
    organization_name_en: OrganizationNameEn | None = Field(default=None, validate_default=True)
    """Name of the organization, for sign-ups of type `organization`."""
    organization_name_ar: OrganizationNameAr | None = Field(default=None, validate_default=True)
    locale: Locale = Locale.EN
    accept_terms: bool
    terms_version: TermsVersion | None = None
    """Version of the linked terms page, if the form could read it."""

    @field_validator("organization_name_en", "organization_name_ar", mode="after")
    @classmethod
    def require_organization_names(cls, value: str | None, info: ValidationInfo) -> str | None:
        """Require both names for an organization."""
        if info.data.get("profile_type") is ProfileType.ORGANIZATION and value is None:
            raise PydanticCustomError("field.missing", "Fill in this field.")
        return value

    @field_validator("accept_terms", mode="after")
    @classmethod
    def require_acceptance(cls, value: bool) -> bool:
        if not value:
            raise PydanticCustomError("terms.required", "Accept the terms and conditions.")
        return value


class UsernameSuggestionQuery(InputModel):
    email: Email


class UsernameSuggestion(BaseModel):
    """A valid and free username."""

    username: str


class UsernameQuery(InputModel):
    """A username to check; any text, so that the response is always a boolean."""

    username: str = Field(max_length=254)
