"""Hijri dates as clerks type them."""

from datetime import date

import pytest
from kit.domain.hijri import find_hijri

MONTHS = [
    ("محرم", "المحرّم", "Muharram", "Al-Muharram"),
    ("صفر", "Safar"),
    ("ربيع الأول", "ربيع أول", "Rabi' al-Awwal", "Rabi ul-Awal", "Rabīʿ al-awwal", "Rabi I"),
    ("ربيع الآخر", "ربيع الثاني", "Rabi al-Thani", "Rabi' ath-Thani", "Rabi al-Akhir", "Rabi 2"),
    ("جمادى الأولى", "جمادي الاول", "Jumada al-Ula", "Jumada al-Awwal", "Jumādā al-ūlā"),
    ("جمادى الآخرة", "جمادى الثانية", "Jumada al-Akhirah", "Jumada ath-Thaniyah", "Jumada II"),
    ("رجب", "Rajab"),
    ("شعبان", "Sha'ban", "Shaaban"),
    ("رمضان", "رمضـان", "Ramadan", "RAMADHAN", "Ramaḍān"),
    ("شوال", "شوّال", "Shawwal", "Shawal"),
    ("ذو القعدة", "ذي القعدة", "ذوالقعدة", "Dhu al-Qa'dah", "Dhul-Qidah", "Zul Qada"),
    ("ذو الحجة", "ذي الحجّة", "Dhu al-Hijjah", "Dhul Hijja", "Zul-Hijjah"),
]


@pytest.mark.parametrize("number", range(1, 13))
def test_months_are_known_by_their_names(number: int) -> None:
    numeric = find_hijri(f"1448/{number}/15")
    assert numeric is not None
    for name in MONTHS[number - 1]:
        for typed in (f"15 {name} 1448", f"15-{name}-1448", f"15 {name}، 1448 هـ"):
            assert find_hijri(typed) == numeric, typed


def test_what_follows_the_date_is_left() -> None:
    assert find_hijri("15 Ramadan 1448 AH 08:00") == (date(2027, 2, 22), " 08:00")


@pytest.mark.parametrize(
    "typed", ["15 March 1448", "15 Ramadan 2026", "15 رمضان", "Ramadan 1448", "15 مارس 2027"]
)
def test_other_dates_are_left_alone(typed: str) -> None:
    assert find_hijri(typed) is None


def test_a_day_that_the_month_does_not_have_is_refused() -> None:
    with pytest.raises(ValueError):
        find_hijri("31 Ramadan 1448")
