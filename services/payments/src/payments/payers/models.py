"""The copy of identity's profiles."""

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
