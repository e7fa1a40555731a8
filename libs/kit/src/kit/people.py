"""Types of the fields that say who somebody is, wherever they come from: a form or a file. Their
error codes are translated."""

import re
import unicodedata
from typing import Annotated, Any

from pydantic import (
    AfterValidator,
    EmailStr,
    StringConstraints,
    ValidationError,
    ValidatorFunctionWrapHandler,
    WrapValidator,
)
from pydantic_core import PydanticCustomError

HOME_REGION = "SA"
"""Phone numbers without a country's prefix are read as Saudi ones."""


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
    # Half a second of imports, that a service which starts does not need.
    import phonenumbers  # noqa: PLC0415

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
        name = tidy(value)
        if not has_script(name, script) or not all(
            character in " -'’." or _is_letter(character, script) for character in name
        ):
            raise PydanticCustomError(code, f"Write the name in {language} letters.")
        return name

    return AfterValidator(check)


def tidy(value: str) -> str:
    """The text in one form, with single spaces."""
    return " ".join(unicodedata.normalize("NFC", value).split())


def has_script(value: str, script: str) -> bool:
    """Whether it has a letter of the script, `LATIN` or `ARABIC`."""
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


def _check_passport(value: str) -> str:
    number = re.sub(r"[\s-]", "", latin_digits(value)).upper()
    if not re.fullmatch(r"[A-Z0-9]{5,20}", number):
        raise PydanticCustomError(
            "passport_number.invalid", "Enter the passport's 5 to 20 letters and digits."
        )
    return number


Email = Annotated[EmailStr, StringConstraints(max_length=254), WrapValidator(_check_email)]
Phone = Annotated[str, StringConstraints(max_length=40), AfterValidator(_check_phone)]
"""Given back as E.164."""
NameEn = Annotated[str, StringConstraints(min_length=2, max_length=120), _one_script("LATIN")]
NameAr = Annotated[str, StringConstraints(min_length=2, max_length=120), _one_script("ARABIC")]
CivilNumber = Annotated[str, StringConstraints(max_length=20), AfterValidator(_check_civil_number)]
PassportNumber = Annotated[str, StringConstraints(max_length=40), AfterValidator(_check_passport)]
CountryCode = Annotated[str, StringConstraints(to_upper=True, pattern=r"^[A-Za-z]{2}$")]
"""ISO 3166-1 alpha-2."""
