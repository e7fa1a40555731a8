"""Candidates in a list, one of them with what the reader may know, and what changes them."""

from datetime import date, datetime
from enum import StrEnum
from typing import Annotated
from uuid import UUID

from kit.domain.fields import Day, InputModel
from kit.domain.people import CountryCode, Email
from pydantic import BaseModel, Field, StringConstraints, field_validator
from pydantic_core import PydanticCustomError

from identity.accounts.accounts.models import Gender, Locale
from identity.accounts.accounts.schemas import PersonCreate
from identity.accounts.own_account.schemas import UserUpdate
from identity.accounts.profiles.schemas import AddressRead
from identity.administration.confirmations.schemas import PendingConfirmation
from identity.organizations.organizations.schemas import OrganizationName


class CandidateStatus(StrEnum):
    """How far somebody has come; each state has what those before it have."""

    REGISTERED = "registered"
    """The address is not verified yet."""
    VERIFIED = "verified"
    PAID = "paid"
    """The registration fee is paid, or none is asked for."""
    DISABLED = "disabled"
    """The account cannot sign in."""


class CandidateSort(StrEnum):
    """What the list is sorted by; a minus means descending."""

    CREATED = "created_at"
    CREATED_DESC = "-created_at"
    NAME_EN = "name_en"
    NAME_EN_DESC = "-name_en"
    NAME_AR = "name_ar"
    NAME_AR_DESC = "-name_ar"


class CandidateFilter(BaseModel):
    """What the list is narrowed down to; dates are days in Riyadh, both included."""

    status: list[CandidateStatus] = []
    organization_id: UUID | None = None
    """Whose candidates, for admins; an organization sees its own whatever is given."""
    nationality: CountryCode | None = None
    """For admins; organizations do not see it."""
    registered_from: Day | None = None
    registered_to: Day | None = None
    search: Annotated[str, Field(max_length=100)] | None = None
    """Words of names, usernames or addresses in any order; a phone number in any usual form; or a
    whole civil or passport number."""


class CandidateRow(BaseModel):
    """A candidate in the list."""

    id: UUID
    """The profile's, which enrollments and payments name."""
    username: str
    name_en: str
    name_ar: str
    email: str
    phone: str
    image_url: str | None
    status: CandidateStatus
    created_at: datetime
    """When the account was made."""


class CandidatePerson(BaseModel):
    """What admins see of a candidate, and organizations do not."""

    user_id: UUID
    locale: Locale
    nationality: str | None
    birth_date: date | None
    gender: Gender | None
    civil_number: str | None
    """Masked unless the reader may edit candidates, as is the passport's."""
    passport_number: str | None
    passport_country: str | None
    numbers_fixed_at: datetime | None
    """Since when the numbers are changed by a case only."""
    address: AddressRead | None
    organizations: list[OrganizationName]
    """Whose candidate it is, by name."""
    can_edit: bool
    """The reader may change this candidate."""
    can_edit_sign_in_details: bool
    """The reader may also change the email, phone and ID numbers."""
    can_erase: bool
    """The reader may request the erasure of this candidate."""
    pending_confirmation: PendingConfirmation | None
    """A change that waits for another admin."""


class CandidateDetail(CandidateRow):
    """A candidate; an organization sees no more than it needs to reach and recognize them."""

    civil_number: str | None
    """Its end alone."""
    verified_at: datetime | None
    paid: bool
    invited_at: datetime | None
    """When the invitation was last sent; null when none waits for an answer."""
    person: CandidatePerson | None
    """For admins only."""


class CandidateUpdate(UserUpdate):
    """Changes to a candidate; what is left out stays. Another address must be verified again."""

    email: Email | None = None

    @field_validator("email", mode="after")
    @classmethod
    def refuse_null_email(cls, value: object) -> object:
        """It may be left out, not emptied."""
        if value is None:
            raise PydanticCustomError("field.missing", "This field is required.")
        return value


class CandidateCreate(PersonCreate, UserUpdate):
    """Somebody whom an admin adds. They choose their password themselves."""

    organization_id: UUID | None = None
    """Who brings the candidate, and sees them among its own from now on."""


class CandidateErasureCreate(InputModel):
    """An admin requests the erasure of a candidate."""

    reason: Annotated[str, StringConstraints(strip_whitespace=True, min_length=3, max_length=500)]
