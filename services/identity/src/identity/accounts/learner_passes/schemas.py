from datetime import date
from typing import Annotated

from kit.domain.fields import InputModel, PlainText
from kit.domain.people import CivilNumber, CountryCode, PassportNumber
from pydantic import BaseModel, StringConstraints


class LearnerNamed(InputModel):
    """A person, identified by a number and by their birth date or full name."""

    civil_number: CivilNumber | None = None
    passport_number: PassportNumber | None = None
    passport_country: CountryCode | None = None
    """Issuing country of the passport."""
    birth_date: date | None = None
    name: (
        Annotated[str, StringConstraints(strip_whitespace=True, max_length=200), PlainText] | None
    ) = None
    """Full name, in English or Arabic."""


class LearnerPassRead(BaseModel):
    """A pass, returned whether or not the person exists."""

    token: str
    """Token for enrollment's `GET /learners/passes/{token}`."""
    seconds: int
    """Lifetime of the pass in seconds."""
