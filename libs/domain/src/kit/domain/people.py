"""Field types for personal details in forms and files. Their error codes are translated.

Files have ten thousand values each. The `normalize_…` functions accept usual values with a fast
regular expression or return None; other values take the slow path. Both agree.
"""

import asyncio
import re
import unicodedata
from functools import cache, lru_cache
from typing import Annotated, Any, TypedDict

import idna
from kit.domain.fields import CODE, NAME, NUMBER
from pydantic import (
    AfterValidator,
    EmailStr,
    StringConstraints,
    ValidationError,
    ValidatorFunctionWrapHandler,
    WrapValidator,
    validate_email,
)
from pydantic_core import PydanticCustomError

HOME_REGION = "SA"
"""Phone numbers without a country prefix are read as Saudi."""


_PLAIN_EMAIL = re.compile(r"[A-Za-z0-9]+(?:[._+-][A-Za-z0-9]+)*@([A-Za-z0-9.-]{1,180})")


def normalize_email(value: str) -> str | None:
    """Normalize a common form of an email address; None for other values."""
    plain = _PLAIN_EMAIL.fullmatch(value)
    if plain and plain.start(1) <= _LONGEST_LOCAL_PART and _is_plain_domain(plain[1].lower()):
        return plain[0].lower()
    return None


def _check_email(value: Any, validate: ValidatorFunctionWrapHandler) -> str:
    if isinstance(value, str) and (plain := normalize_email(value)):
        return plain
    try:
        email: str = validate(value)
    except ValidationError:
        raise PydanticCustomError(
            "email.invalid", "Enter a valid email address, such as name@example.com."
        ) from None
    if not (_accepts_smtputf8 or email.rpartition("@")[0].isascii()):
        raise PydanticCustomError(
            "email.unsupported_local_part",
            "Before the @, use only English letters, digits and symbols. We can't deliver to "
            "other addresses.",
        )
    return email.lower()


_accepts_smtputf8 = False


def accept_smtputf8(*, accepts: bool) -> None:
    """Set whether the mail server accepts local parts with non-ASCII characters (RFC 6531)."""
    global _accepts_smtputf8  # noqa: PLW0603
    _accepts_smtputf8 = accepts


def encode_domain(address: str) -> str:
    """Encode the domain as A-labels (`xn--…`), which every mail server accepts."""
    local, _, domain = address.rpartition("@")
    if domain.isascii():
        return address
    return f"{local}@{idna.encode(domain, uts46=True).decode()}"


_LONGEST_LOCAL_PART = 65
"""RFC 5321, 4.5.3.1.1, plus the at sign."""


@lru_cache(maxsize=1024)
def _is_plain_domain(domain: str) -> bool:
    """Tell if the domain is valid and in normal form."""
    address = f"a@{domain}"
    try:
        return validate_email(address)[1] == address
    except PydanticCustomError:
        return False


def _check_phone(value: str) -> str:
    number = read_phone(value)
    if number is None:
        raise PydanticCustomError(
            "phone.invalid", "Enter the phone number with its country code, such as +966501234567."
        )
    return number


def normalize_phone(value: str) -> str | None:
    """Return a usual mobile number of the home region as E.164, or None."""
    plain = _home_mobile().fullmatch(value)
    return f"+966{plain[1]}" if plain else None


async def load_phones() -> None:
    """Import the phone library in a thread (half a second). Later calls return at once."""
    await asyncio.to_thread(_home_mobile)


def read_phone(value: str) -> str | None:
    """Return the number as E.164, from any common notation, or None if invalid."""
    if plain := normalize_phone(value):
        return plain
    # Imported late: it takes half a second, and a start does not need it.
    import phonenumbers  # noqa: PLC0415

    try:
        number = phonenumbers.parse(value, HOME_REGION)
    except phonenumbers.NumberParseException:
        return None
    if not phonenumbers.is_valid_number(number):
        return None
    return phonenumbers.format_number(number, phonenumbers.PhoneNumberFormat.E164)


@cache
def _home_mobile() -> re.Pattern[str]:
    """Build a pattern of the home region's mobile numbers with all prefixes, from the library's
    data.
    """
    from phonenumbers import PhoneMetadata  # noqa: PLC0415

    known = PhoneMetadata.metadata_for_region(HOME_REGION)
    assert known is not None and known.mobile is not None
    pattern = known.mobile.national_number_pattern
    assert pattern is not None
    return re.compile(rf"(?:\+966|00966|0)((?=5[0-9]{{8}}\Z)(?:{pattern}))", re.ASCII)


_PLAIN_LATIN = re.compile(r"[A-Za-z.'-]*[A-Za-z][A-Za-z.'-]*(?: [A-Za-z.'-]+)*")
# Letters with a single Unicode form; no marks and digits.
_PLAIN_ARABIC = re.compile(r"[\u0621-\u063a\u0641-\u064a]+(?: [\u0621-\u063a\u0641-\u064a]+)*")
_SHORTEST_NAME, _LONGEST_NAME = 1, 120
_SIGNS_OF_NAMES = " -'\N{RIGHT SINGLE QUOTATION MARK}\N{MODIFIER LETTER TURNED COMMA}.,/()،"
"""Signs in passport names: `Raman S/O Kumar`, `Smith, Jr.`, `Maria (Mia) Cruz`."""


def normalize_name_en(value: str) -> str | None:
    """Normalize a common form of a Latin name; None for other values."""
    is_plain = _SHORTEST_NAME <= len(value) <= _LONGEST_NAME and _PLAIN_LATIN.fullmatch(value)
    return value if is_plain else None


def normalize_name_ar(value: str) -> str | None:
    """Normalize a common form of an Arabic name; None for other values."""
    is_plain = _SHORTEST_NAME <= len(value) <= _LONGEST_NAME and _PLAIN_ARABIC.fullmatch(value)
    return value if is_plain else None


def _one_script(script: str) -> AfterValidator:
    is_latin = script == "LATIN"
    code, language = ("name.not_latin", "English") if is_latin else ("name.not_arabic", "Arabic")
    plain_name = normalize_name_en if is_latin else normalize_name_ar

    def check(value: str) -> str:
        if plain_name(value):
            return value
        if not has_script(value, script) or not all(
            character in _SIGNS_OF_NAMES or _is_letter(character, script) for character in value
        ):
            raise PydanticCustomError(code, f"Write the name in {language} letters.")
        return value

    return AfterValidator(check)


def has_script(value: str, script: str) -> bool:
    """Tell if the value has a letter of the script, `LATIN` or `ARABIC`."""
    return any(c.isalpha() and _is_letter(c, script) for c in value)


def _is_letter(character: str, script: str) -> bool:
    """Tell if it is a letter of the script, or a mark on one such as an Arabic vowel sign."""
    kind, name = unicodedata.category(character), unicodedata.name(character, "")
    return kind[0] in "LM" and name.startswith((script, "COMBINING "))


class Names(TypedDict):
    """A person's name in each language."""

    name_en: str
    name_ar: str


def resolve_names(name_en: str | None, name_ar: str | None) -> Names:
    """Return the person's names, using one script for both if only one is given.

    Raises `ValueError` if there is none.
    """
    if not (name_en or name_ar):
        raise ValueError("a name in one script at least")
    return {"name_en": name_en or name_ar or "", "name_ar": name_ar or name_en or ""}


def get_written_names(name_en: str, name_ar: str) -> dict[str, str | None]:
    """Return the names of `resolve_names` that are in their own script, else None."""
    return {
        "name_en": name_en if has_script(name_en, "LATIN") else None,
        "name_ar": name_ar if has_script(name_ar, "ARABIC") else None,
    }


def _check_civil_number(value: str) -> str:
    if not is_civil_number(value):
        raise PydanticCustomError(
            "civil_number.invalid",
            "Enter the 10 digits of your national ID or residence card. They begin with 1 or 2.",
        )
    return value


def normalize_civil_number(value: str) -> str | None:
    """Return a valid civil number, or None: ten digits with a Luhn sum, starting with 1 or 2."""
    if not _CIVIL.fullmatch(value):
        return None
    digits = value[::2].translate(_DOUBLED) + value[1::2]
    # The digits' character codes suffice: ten times that of 0 is divisible by ten.
    return None if sum(digits.encode()) % 10 else value


def is_civil_number(number: str) -> bool:
    """Tell if the value is a valid `CivilNumber` in normal form."""
    return normalize_civil_number(number) is not None


_CIVIL = re.compile(r"[12][0-9]{9}")
_DOUBLED = str.maketrans("0123456789", "0246813579")
"""Digit sums of doubled digits."""


_PLAIN_PASSPORT, _PLAIN_COUNTRY = re.compile(r"[A-Z0-9]{5,20}"), re.compile(r"[A-Z]{2}")


def normalize_passport_number(value: str) -> str | None:
    """Normalize a common form of a passport number; None for other values."""
    return value if _PLAIN_PASSPORT.fullmatch(value) else None


def normalize_country_code(value: str) -> str | None:
    """Normalize a common form of a country code; None for other values."""
    return value if _PLAIN_COUNTRY.fullmatch(value) else None


def _check_passport(value: str) -> str:
    number = value.upper()
    if not _PLAIN_PASSPORT.fullmatch(number):
        raise PydanticCustomError(
            "passport_number.invalid", "Enter the passport number: 5 to 20 letters and digits."
        )
    return number


Email = Annotated[EmailStr, StringConstraints(max_length=254), WrapValidator(_check_email), CODE]
Phone = Annotated[str, StringConstraints(max_length=40), AfterValidator(_check_phone), CODE]
"""Normalized to E.164."""
_Name = Annotated[str, StringConstraints(min_length=_SHORTEST_NAME, max_length=_LONGEST_NAME)]
NameEn = Annotated[_Name, _one_script("LATIN"), NAME]
NameAr = Annotated[_Name, _one_script("ARABIC"), NAME]
CivilNumber = Annotated[
    str, StringConstraints(max_length=20), AfterValidator(_check_civil_number), NUMBER
]
PassportNumber = Annotated[
    str, StringConstraints(max_length=40), AfterValidator(_check_passport), NUMBER
]
CountryCode = Annotated[str, StringConstraints(to_upper=True, pattern=r"^[A-Za-z]{2}$"), CODE]
"""ISO 3166-1 alpha-2."""
