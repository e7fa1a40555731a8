"""The fast and the slow path of normalization agree."""

from typing import Any

import phonenumbers
import pytest
from kit.domain import people
from kit.domain.cleaning import clean_name
from kit.domain.people import (
    HOME_REGION,
    CivilNumber,
    CountryCode,
    Email,
    NameAr,
    NameEn,
    PassportNumber,
    has_script,
    is_civil_number,
    normalize_civil_number,
    normalize_country_code,
    normalize_name_ar,
    normalize_name_en,
    normalize_passport_number,
    normalize_phone,
    read_phone,
)
from pydantic import EmailStr, TypeAdapter, ValidationError

AT_SIGHT = {
    NameEn: normalize_name_en,
    NameAr: normalize_name_ar,
    CivilNumber: normalize_civil_number,
    PassportNumber: normalize_passport_number,
    CountryCode: normalize_country_code,
}


def read(kind: Any, value: str) -> str | None:
    """Return the value as the type normalizes it, or None if refused."""
    try:
        return str(TypeAdapter(kind).validate_python(value))
    except ValidationError:
        return None


def test_every_mobile_number_is_read_as_the_library_reads_it() -> None:
    for first in range(1000):
        for prefix in ("+966", "00966", "0"):
            value = f"{prefix}5{first:03}12345"
            number = phonenumbers.parse(value, HOME_REGION)
            valid = phonenumbers.is_valid_number(number)
            expected = phonenumbers.format_number(number, phonenumbers.PhoneNumberFormat.E164)
            assert read_phone(value) == (expected if valid else None), value
            assert normalize_phone(value) == (expected if valid else None), value
    for value in ("+96650123456", "+9665012345678", "05٠1234567", "+966501234567\n"):
        assert normalize_phone(value) is None, value
    assert read_phone("05 0123 4567") == "+966501234567"
    assert read_phone("+20 100 123 4567") == "+201001234567"


@pytest.mark.parametrize(
    "value",
    [
        "Huda.Ali+x@Example.COM",
        "a_b-c@mail.example.co.uk",
        "huda@localhost",
        "huda@example",
        "huda@-example.com",
        "huda@exa_mple.com",
        "huda@example..com",
        "huda@xn--mgbh0fb.com",
        "huda@1.2.3.4",
        "huda@example.test",
        ".huda@example.com",
        "huda..ali@example.com",
        "Huda <huda@example.com>",
        f"{'h' * 64}@example.com",
        f"{'h' * 65}@example.com",
        f"huda@{'e' * 64}.com",
        "huda@موقع.com",
    ],
)
def test_every_address_is_read_as_the_library_reads_it(value: str) -> None:
    expected = read(EmailStr, value)
    assert read(Email, value) == (expected and expected.lower())


def test_the_letters_of_names_that_are_known_at_sight_have_one_form() -> None:
    for letter in map(chr, [*range(0x0621, 0x063B), *range(0x0641, 0x064B)]):
        assert clean_name(letter) == letter and has_script(letter, "ARABIC")
        assert read(NameAr, letter * 2) == letter * 2


def test_a_local_part_that_mail_servers_may_not_take_is_refused_with_the_reason(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with pytest.raises(ValidationError) as refused:
        TypeAdapter(Email).validate_python("هدى@example.com")
    assert [each["type"] for each in refused.value.errors()] == ["email.unsupported_local_part"]
    monkeypatch.setattr(people, "_accepts_smtputf8", False)
    people.accept_smtputf8(accepts=True)
    assert read(Email, "هدى@example.com") == "هدى@example.com"


def test_domains_are_encoded_as_a_labels() -> None:
    address = read(Email, "Huda@موقع.com")
    assert address == "huda@موقع.com"
    assert people.encode_domain(address) == "huda@xn--4gbrim.com"
    assert people.encode_domain("huda@example.com") == "huda@example.com"


@pytest.mark.parametrize(
    "name",
    [
        "Raman S/O Kumar",
        "Oʻtkir",
        "Smith, Jr.",
        "Maria (Mia) Cruz",
        "A",
        "Sukarno",
        "Nguyễn Thị Ánh",
    ],
)
def test_names_of_passports_are_accepted(name: str) -> None:
    assert read(NameEn, name) == name


@pytest.mark.parametrize("name", ["م", "عبدالله (عبود)", "سليمان، الابن", "راجو بن/كومار"])
def test_names_of_passports_are_accepted_in_arabic(name: str) -> None:
    assert read(NameAr, name) == name


@pytest.mark.parametrize(
    ("kind", "value", "expected"),
    [
        (NameEn, "Huda O'Neil-Smith Jr.", "Huda O'Neil-Smith Jr."),
        (NameEn, "Huda  Ali", "Huda Ali"),
        (NameEn, "José", "José"),
        (NameEn, "--", None),
        (NameEn, "Huda 2", None),
        (NameEn, "هدى", None),
        (NameAr, "هدى  القحطاني", "هدى القحطاني"),
        (NameAr, "هُدى", "هُدى"),
        (NameAr, "هدى3", None),
        (CivilNumber, "1012345672", "1012345672"),
        (CivilNumber, " ١٠١٢٣٤٥٦٧٢ ", "1012345672"),
        (CivilNumber, "1012345673", None),
        (CivilNumber, "3012345672", None),
        (PassportNumber, "A1234567", "A1234567"),
        (PassportNumber, " a123-45 67 ", "A1234567"),
        (PassportNumber, "A123٤", "A1234"),
        (PassportNumber, "A123", None),
        (PassportNumber, "A1234567\n", "A1234567"),
        (CountryCode, "EG", "EG"),
        (CountryCode, "eg", "EG"),
        (CountryCode, "E1", None),
        (CountryCode, "EGY", None),
        (CountryCode, "EG\n", "EG"),
    ],
)
def test_names_and_numbers(kind: Any, value: str, expected: str | None) -> None:
    assert read(kind, value) == expected
    assert AT_SIGHT[kind](value) in {expected, None}


def test_names_of_every_length_are_read_alike() -> None:
    for length in (1, 2, 120, 121):
        assert normalize_name_en("a" * length) == read(NameEn, "a" * length)
        assert normalize_name_ar("م" * length) == read(NameAr, "م" * length)


def test_one_wrong_digit_is_found() -> None:
    number = "1012345672"
    assert is_civil_number(number)
    for place in range(1, 10):
        for digit in set("0123456789") - {number[place]}:
            assert not is_civil_number(number[:place] + digit + number[place + 1 :])
