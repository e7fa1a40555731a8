"""Types of the input fields about people. Their error codes are translated."""

import re
import unicodedata
from datetime import date
from typing import Annotated, Any

import phonenumbers
from kit.db import utc_now
from kit.fields import PlainText
from pydantic import (
    AfterValidator,
    EmailStr,
    Field,
    StringConstraints,
    ValidationError,
    ValidatorFunctionWrapHandler,
    WrapValidator,
)
from pydantic_core import PydanticCustomError

RESERVED = frozenset(
    {"admin", "administrator", "itqan", "moderator", "root", "support", "system", "webmaster"}
)
"""Names that would pass for ours."""
USERNAME = re.compile(r"[a-z0-9](?:[a-z0-9._-]{1,28})[a-z0-9]")
HOME_REGION = "SA"
"""Phone numbers without a country's prefix are read as Saudi ones."""
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
    digits = latin_digits(name)
    if "@" in name or is_civil_number(digits):
        return name if "@" in name else digits
    # Of letters phone numbers can be made too, as on old telephones.
    looks_dialled = re.fullmatch(r"[+(]?[0-9][0-9 ().-]{5,}", digits)
    return (read_phone(digits) or name) if looks_dialled else name


def _check_email(value: Any, validate: ValidatorFunctionWrapHandler) -> str:
    try:
        email: str = validate(value)
    except ValidationError:
        raise PydanticCustomError("email.invalid", "Enter an email address.") from None
    return email.lower()


def _check_phone(value: str) -> str:
    number = read_phone(value)
    if number is None:
        raise PydanticCustomError(
            "phone.invalid", "Enter a phone number with its country code, such as +966501234567."
        )
    return number


def read_phone(value: str) -> str | None:
    """The number as E.164, in whatever usual form it was typed; None when it is none."""
    try:
        number = phonenumbers.parse(value, HOME_REGION)
    except phonenumbers.NumberParseException:
        return None
    if not phonenumbers.is_valid_number(number):
        return None
    return phonenumbers.format_number(number, phonenumbers.PhoneNumberFormat.E164)


def _one_script(script: str) -> AfterValidator:
    code, language = ("name.latin", "English") if script == "LATIN" else ("name.arabic", "Arabic")

    def check(value: str) -> str:
        name = _tidy(value)
        if not _has_script(name, script) or not all(
            character in " -'’." or _is_letter(character, script) for character in name
        ):
            raise PydanticCustomError(code, f"Write the name in {language} letters.")
        return name

    return AfterValidator(check)


def _some_script(script: str) -> AfterValidator:
    code, language = ("name.latin", "English") if script == "LATIN" else ("name.arabic", "Arabic")

    def check(value: str) -> str:
        name = _tidy(value)
        if not _has_script(name, script):
            raise PydanticCustomError(code, f"Write the name in {language}.")
        return name

    return AfterValidator(check)


def _tidy(value: str) -> str:
    return " ".join(unicodedata.normalize("NFC", value).split())


def _has_script(value: str, script: str) -> bool:
    return any(c.isalpha() and _is_letter(c, script) for c in value)


def _is_letter(character: str, script: str) -> bool:
    """A letter of the script, or a mark on one (Arabic vowel signs)."""
    kind = unicodedata.category(character)
    return kind[0] in "LM" and unicodedata.name(character, "").startswith(script)


def _check_civil_number(value: str) -> str:
    number = latin_digits(value)
    if not is_civil_number(number):
        raise PydanticCustomError(
            "civil_number.invalid",
            "Enter the ten digits of the national identity or residence card; "
            "they begin with 1 or 2.",
        )
    return number


def latin_digits(value: str) -> str:
    """The text with European digits in place of others."""
    text = unicodedata.normalize("NFKC", value).strip()
    return "".join(str(unicodedata.digit(c, c)) for c in text)


def is_civil_number(number: str) -> bool:
    """Saudi national identity (1…) or residence (2…) number: ten digits by the Luhn sum."""
    if not re.fullmatch(r"[12][0-9]{9}", number):
        return False
    doubled = (sum(divmod(int(digit) * 2, 10)) for digit in number[::2])
    return (sum(doubled) + sum(map(int, number[1::2]))) % 10 == 0


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


def _check_passport(value: str) -> str:
    number = re.sub(r"[\s-]", "", latin_digits(value)).upper()
    if not re.fullmatch(r"[A-Z0-9]{5,20}", number):
        raise PydanticCustomError(
            "passport_number.invalid", "Enter the passport's 5 to 20 letters and digits."
        )
    return number


Username = Annotated[str, AfterValidator(check_username)]
Email = Annotated[EmailStr, StringConstraints(max_length=254), WrapValidator(_check_email)]
Phone = Annotated[str, StringConstraints(max_length=40), AfterValidator(_check_phone)]
"""Given back as E.164."""
NameEn = Annotated[str, StringConstraints(min_length=2, max_length=120), _one_script("LATIN")]
NameAr = Annotated[str, StringConstraints(min_length=2, max_length=120), _one_script("ARABIC")]
OrganizationNameEn = Annotated[
    str, StringConstraints(min_length=2, max_length=150), _some_script("LATIN"), PlainText
]
OrganizationNameAr = Annotated[
    str, StringConstraints(min_length=2, max_length=150), _some_script("ARABIC"), PlainText
]
CivilNumber = Annotated[str, StringConstraints(max_length=20), AfterValidator(_check_civil_number)]
PassportNumber = Annotated[str, StringConstraints(max_length=40), AfterValidator(_check_passport)]
CountryCode = Annotated[str, StringConstraints(to_upper=True, pattern=r"^[A-Za-z]{2}$")]
"""ISO 3166-1 alpha-2."""
BirthDate = Annotated[date, AfterValidator(_check_birth_date)]
TermsVersion = Annotated[int, Field(ge=1, le=1_000_000)]
"""The number of a version of catalog's page of the terms."""
