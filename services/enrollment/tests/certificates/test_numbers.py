import pytest
from enrollment.certificates.rules import (
    NUMBER,
    compute_check_character,
    format_number,
    generate_number,
    list_swaps,
    parse_number,
)


def test_the_check_character_is_that_of_the_standard() -> None:
    # Example of the Global Release Identifier, which uses ISO 7064 MOD 37,36.
    assert compute_check_character("A12425GABC1234002") == "M"


def test_a_number_is_read_as_it_is_printed_and_typed() -> None:
    number = generate_number()
    shown = format_number(number)
    assert [len(part) for part in shown.split("-")] == [4, 4, 4]
    for typed in (number, shown, shown.lower(), f"  {shown.replace('-', ' – ')} "):
        assert parse_number(typed) == number


def test_letters_that_look_alike_are_one() -> None:
    number = next(each for each in iter(generate_number, None) if "0" in each and "1" in each)
    for typed in (number.replace("0", "o"), number.replace("1", "l"), number.replace("1", "I")):
        assert parse_number(typed) == number


def test_a_wrong_character_is_noticed() -> None:
    for _ in range(50):
        number = generate_number()
        for place, right in enumerate(number):
            wrong = "7" if right != "7" else "8"
            assert parse_number(number[:place] + wrong + number[place + 1 :]) is None


def test_a_swap_of_neighbours_is_noticed_in_each_number_that_is_given_out() -> None:
    # The standard alone would miss about 17 of these 11,000.
    assert parse_number("E1STSKFHF1Q2") and parse_number("E1SSTKFHF1Q2")
    for _ in range(1_000):
        assert not any(map(parse_number, list_swaps(generate_number())))


@pytest.mark.parametrize("typed", ["", "1", "ITQ-2026-000001", "هدى", "0" * 13, "ABCDEFGHJKMU"])
def test_what_is_no_number_is_none(typed: str) -> None:
    assert parse_number(typed) is None


def test_two_are_never_alike() -> None:
    numbers = {generate_number() for _ in range(1_000)}
    assert len(numbers) == 1_000
    assert all(NUMBER.fullmatch(each) for each in numbers)
