"""The copies: identity's profiles and the fees of the application's settings."""

from datetime import date
from uuid import UUID

from contracts import ProfileType
from sqlmodel import BigInteger, Field

from payments.tables import Table, choice


class Payer(Table, table=True):
    """A profile, as identity last told it."""

    __tablename__ = "payers"

    profile_id: UUID = Field(primary_key=True)
    user_id: UUID
    subject_id: UUID = Field(index=True)
    """What owes the registration: the organization for its users, else the profile itself."""
    profile_type: ProfileType = choice(ProfileType)
    email: str
    phone: str
    name_en: str
    name_ar: str
    locale: str
    paid: bool
    """Whether identity knows the registration as paid."""
    active: bool
    sequence: int = Field(sa_type=BigInteger)
    """The profile's version; older facts change nothing."""


class RegistrationFee(Table, table=True):
    """What a profile of one type pays once, from a day on; 0 asks for nothing."""

    __tablename__ = "registration_fees"

    profile_type: ProfileType = choice(ProfileType, primary_key=True)
    effective_on: date = Field(primary_key=True)
    amount_minor: int = Field(sa_type=BigInteger)
    currency: str = Field(max_length=3)
    sequence: int = Field(sa_type=BigInteger)
    """The settings' version."""
