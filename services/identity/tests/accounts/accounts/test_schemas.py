import pytest
from identity.demo.civil_numbers import civil_number
from kit.domain.people import is_civil_number


class TestCivilNumber:
    @pytest.mark.parametrize("number", ["1000000008", "2000000006", "1012345672"])
    def test_numbers_that_sum_up_are_accepted(self, number: str) -> None:
        assert is_civil_number(number)

    @pytest.mark.parametrize(
        "number",
        ["1000000009", "0000000000", "3000000004", "100000000", "1O00000008"],
    )
    def test_others_are_not(self, number: str) -> None:
        assert not is_civil_number(number)

    def test_every_single_wrong_digit_is_noticed(self) -> None:
        number = civil_number(12_345_678)
        for place in range(1, 10):
            for digit in "0123456789":
                if digit != number[place]:
                    changed = number[:place] + digit + number[place + 1 :]
                    assert not is_civil_number(changed)
