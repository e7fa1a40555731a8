"""Types of the input fields about people. Their error codes are translated."""

import re
from datetime import date
from typing import Annotated

from kit.database.db import utc_now
from kit.domain.cleaning import clean_code, clean_number
from kit.domain.fields import CODE, NAME, PlainText
from kit.domain.people import (
    CivilNumber,
    CountryCode,
    Email,
    NameAr,
    NameEn,
    PassportNumber,
    Phone,
    has_script,
    is_civil_number,
    read_phone,
)
from pydantic import AfterValidator, Field, StringConstraints
from pydantic_core import PydanticCustomError

__all__ = [
    "BirthDate",
    "CivilNumber",
    "CountryCode",
    "Email",
    "NameAr",
    "NameEn",
    "OrganizationNameAr",
    "OrganizationNameEn",
    "PassportNumber",
    "Phone",
    "TermsVersion",
    "Username",
    "canonical_name",
    "check_username",
    "is_civil_number",
    "propose_username",
    "read_phone",
]

RESERVED = frozenset(
    {"admin", "administrator", "itqan", "moderator", "root", "support", "system", "webmaster"}
)
"""Names that would pass for ours."""
USERNAME = re.compile(r"[a-z0-9](?:[a-z0-9._-]{1,28})[a-z0-9]")
MIN_AGE, MAX_AGE = 14, 100


def check_username(value: str) -> str:
    """3 to 30 Latin letters, digits, dots, hyphens and underscores; kept in lower case."""
    name = value.strip().lower()
    if not USERNAME.fullmatch(name):
        raise PydanticCustomError(
            "username.format",
            "Use 3 to 30 letters a to z, digits, dots, hyphens or underscores, "
            "with a letter or digit at both ends.",
        )
    if name in RESERVED:
        raise PydanticCustomError("username.reserved", "This name is reserved.")
    if canonical_name(name) != name or is_civil_number(name):
        raise PydanticCustomError(
            "username.number", "Choose a name that is no phone or identity number."
        )
    return name


def propose_username(email: str) -> str:
    """A username that is like the address's first part and keeps the rules."""
    local = re.sub(r"[^a-z0-9]+", ".", email.partition("@")[0].lower()).strip(".")[:30].strip(".")
    try:
        return check_username(local)
    except PydanticCustomError:
        return f"user.{local}"[:30].strip(".")


def canonical_name(name: str) -> str:
    """What signs in, in one form however it is typed: a civil number in Latin digits, a phone
    number as E.164, all else as it is."""
    name, number = clean_code(name), clean_number(name)
    if "@" in name or is_civil_number(number):
        return name if "@" in name else number
    # Of letters phone numbers can be made too, as on old telephones.
    looks_dialled = re.fullmatch(r"[+(]?[0-9][0-9 ().-]{5,}", name)
    return (read_phone(name) or name) if looks_dialled else name


def _some_script(script: str) -> AfterValidator:
    code, language = ("name.latin", "English") if script == "LATIN" else ("name.arabic", "Arabic")

    def check(value: str) -> str:
        if not has_script(value, script):
            raise PydanticCustomError(code, f"Write the name in {language}.")
        return value

    return AfterValidator(check)


def _check_birth_date(value: date) -> date:
    today = utc_now().date()
    age = today.year - value.year - ((today.month, today.day) < (value.month, value.day))
    if not MIN_AGE <= age <= MAX_AGE:
        raise PydanticCustomError(
            "birth_date.range",
            "The age must lie between {low} and {high} years.",
            {"low": MIN_AGE, "high": MAX_AGE},
        )
    return value


def shortened_name(name: str) -> str:
    """Enough for whoever knows the person to recognize them, such as `Huda A.`."""
    first, *others = name.split()
    return f"{first} {others[-1][0]}." if others else first


Username = Annotated[str, AfterValidator(check_username), CODE]
OrganizationNameEn = Annotated[
    str, StringConstraints(min_length=2, max_length=150), _some_script("LATIN"), PlainText, NAME
]
OrganizationNameAr = Annotated[
    str, StringConstraints(min_length=2, max_length=150), _some_script("ARABIC"), PlainText, NAME
]
BirthDate = Annotated[date, AfterValidator(_check_birth_date)]
TermsVersion = Annotated[int, Field(ge=1, le=1_000_000)]
"""The number of a version of catalog's page of the terms."""


def masked(number: str | None) -> str | None:
    """Its end alone, enough to tell two numbers apart."""
    if number is None:
        return None
    shown = 4 if len(number) > 6 else 2
    return "•" * (len(number) - shown) + number[-shown:]
