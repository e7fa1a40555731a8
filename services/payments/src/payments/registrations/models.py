"""The fees of the application's settings."""

from datetime import date

from contracts import ProfileType
from sqlmodel import BigInteger, Field

from payments.tables import Table, choice


class RegistrationFee(Table, table=True):
    """What a profile of one type pays once, from a day on; 0 asks for nothing."""

    __tablename__ = "registration_fees"

    profile_type: ProfileType = choice(ProfileType, primary_key=True)
    effective_on: date = Field(primary_key=True)
    amount_minor: int = Field(sa_type=BigInteger)
    currency: str = Field(max_length=3)
    sequence: int = Field(sa_type=BigInteger)
    """The settings' version."""
