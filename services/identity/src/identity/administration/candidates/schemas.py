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
    """Progress of a candidate; each state includes the previous ones."""

    REGISTERED = "registered"
    """The address is not verified yet."""
    VERIFIED = "verified"
    PAID = "paid"
    """The registration fee is paid, or none is due."""
    DISABLED = "disabled"
    """The account cannot sign in."""


class CandidateSort(StrEnum):
    """Sort keys; a minus means descending."""

    CREATED = "created_at"
    CREATED_DESC = "-created_at"
    NAME_EN = "name_en"
    NAME_EN_DESC = "-name_en"
    NAME_AR = "name_ar"
    NAME_AR_DESC = "-name_ar"


class CandidateFilter(BaseModel):
    """Filters of the list; dates are days in Riyadh, inclusive."""

    status: list[CandidateStatus] = []
    organization_id: UUID | None = None
    """For admins only; organizations always get their own candidates."""
    nationality: CountryCode | None = None
    """For admins only."""
    registered_from: Day | None = None
    registered_to: Day | None = None
    search: Annotated[str, Field(max_length=100)] | None = None
    """Words of names, usernames or addresses in any order; a phone number in any usual notation; or
    a whole civil or passport number.
    """


class CandidateRow(BaseModel):
    id: UUID
    """ID of the candidate profile, which enrollments and payments reference."""
    username: str
    name_en: str
    name_ar: str
    email: str
    phone: str
    image_url: str | None
    status: CandidateStatus
    created_at: datetime
    """Creation time of the account."""


class CandidatePerson(BaseModel):
    """Data of a candidate that only admins see."""

    user_id: UUID
    locale: Locale
    nationality: str | None
    birth_date: date | None
    gender: Gender | None
    civil_number: str | None
    """Masked unless the reader may edit candidates, like `passport_number`."""
    passport_number: str | None
    passport_country: str | None
    numbers_fixed_at: datetime | None
    """Time since which the numbers change by a case only."""
    address: AddressRead | None
    organizations: list[OrganizationName]
    """Organizations of the candidate, by name."""
    can_edit: bool
    """True if the reader may edit this candidate."""
    can_edit_sign_in_details: bool
    """True if the reader may also change the email, phone and ID numbers."""
    can_erase: bool
    """True if the reader may request the erasure of this candidate."""
    pending_confirmation: PendingConfirmation | None
    """A change that awaits another admin's confirmation."""


class CandidateDetail(CandidateRow):
    """A candidate; organizations only see the data to contact and recognize them."""

    civil_number: str | None
    """Masked except for its last digits."""
    verified_at: datetime | None
    paid: bool
    invited_at: datetime | None
    """Time of the last invitation; null if none is open."""
    person: CandidatePerson | None
    """For admins only."""


class CandidateUpdate(UserUpdate):
    """Changes to a candidate; omitted fields stay. A new address must be verified again."""

    email: Email | None = None

    @field_validator("email", mode="after")
    @classmethod
    def refuse_null_email(cls, value: object) -> object:
        """Reject null: the field can be omitted but not emptied."""
        if value is None:
            raise PydanticCustomError("field.missing", "Fill in this field.")
        return value


class CandidateCreate(PersonCreate, UserUpdate):
    """A candidate whom an admin adds; they choose their own password."""

    organization_id: UUID | None = None
    """Organization that will list this candidate among its own."""


class CandidateErasureCreate(InputModel):
    reason: Annotated[str, StringConstraints(strip_whitespace=True, min_length=3, max_length=500)]
