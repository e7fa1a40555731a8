"""Days of the platform."""

from datetime import date

import pytest
from kit.domain.timezone import add_working_days, count_working_days


@pytest.mark.parametrize(
    ("day", "count", "expected"),
    [
        (date(2026, 11, 22), 3, date(2026, 11, 25)),  # Sunday to Wednesday
        (date(2026, 11, 26), 1, date(2026, 11, 29)),  # Thursday: the weekend lies between
        (date(2026, 11, 27), 1, date(2026, 11, 29)),  # Friday
        (date(2026, 11, 24), 10, date(2026, 12, 8)),
        (date(2026, 11, 24), 0, date(2026, 11, 24)),
    ],
)
def test_working_days_are_sunday_to_thursday(day: date, count: int, expected: date) -> None:
    assert add_working_days(day, count) == expected
    assert count_working_days(day, expected) == count


def test_a_weekend_adds_no_working_day() -> None:
    thursday, saturday = date(2026, 11, 26), date(2026, 11, 28)
    assert count_working_days(thursday, saturday) == 0
