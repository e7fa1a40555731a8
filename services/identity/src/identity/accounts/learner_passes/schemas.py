"""What goes in and out of the passes' endpoint."""

from datetime import date
from typing import Annotated

from kit.domain.fields import InputModel, PlainText
from kit.domain.people import CivilNumber, CountryCode, PassportNumber
from pydantic import BaseModel, StringConstraints


class LearnerNamed(InputModel):
    """A person, named exactly: by a number, and by what only those know who know them."""

    civil_number: CivilNumber | None = None
    passport_number: PassportNumber | None = None
    passport_country: CountryCode | None = None
    """Who issued the passport."""
    birth_date: date | None = None
    name: (
        Annotated[str, StringConstraints(strip_whitespace=True, max_length=200), PlainText] | None
    ) = None
    """The full name, in English or in Arabic."""


class LearnerPassRead(BaseModel):
    """A pass, whether or not there is such a person."""

    token: str
    """For enrollment's `GET /learners/passes/{token}`."""
    seconds: int
    """How long it is good."""
