import asyncio
import time

import pytest
from identity.sign_in.passwords.adapters.zxcvbn import JUDGED_LENGTH
from identity.sign_in.passwords.rules import (
    RULES,
    WEAKNESSES,
    check_password,
    find_broken_rule,
    list_personal_words,
)
from kit.core.errors import Invalid

HOSTILE = "4@8({[<3691!|70$5+%24@8({[<3691!|70$5+%24@8({[<3691!"
"""Nearly every character can be a substitution of several letters."""


class Person:
    username = "huda.amri"
    email = "h.amri@example.com"
    phone = "+966501234567"
    name_en = "Huda Al-Amri"
    name_ar = "هدى العمري"
    civil_number = None


@pytest.mark.parametrize(
    ("password", "code"),
    [
        ("123456789", "password.too_short"),
        ("a" * 129, "password.too_long"),
        ("huda.amri-2026", "password.own_data"),
        ("Amri0501234567", "password.own_data"),
        ("هدى العمري ١٢", "password.own_data"),
        ("Password123!", "password.too_common"),
        ("P@ssw0rd2026", "password.too_common"),
        ("onlyletters", "password.words"),
        ("aaaaaaaaaaaa", "password.repeated"),
        ("a1" * 60, "password.repeated"),
        ("abcdefghij1", "password.sequence"),
        ("20012026 12", "password.dates"),
        ("Itqan-Demo-2026", None),
        ("correct horse battery staple", None),
        ("كلمة-سر-طويلة-9", None),
        ("83014756291046", None),
        ("x" * 30 + "9-forklift-yard-anchor", "password.repeated"),
    ],
)
def test_what_breaks_which_rule(password: str, code: str | None) -> None:
    assert find_broken_rule(password, list_personal_words(Person())) == code


def test_own_data_is_whole_and_in_words() -> None:
    expected = {"huda.amri", "huda", "amri", "+966501234567", "0501234567", "العمري", "example"}
    assert expected <= set(list_personal_words(Person()))


def test_every_weakness_is_a_rule() -> None:
    assert set(WEAKNESSES) < set(RULES)


async def test_a_hostile_password_is_judged_in_good_time() -> None:
    """Without limits, it takes thousands of times as long as an ordinary one."""

    async def seconds(password: str) -> float:
        # CPU time, so that concurrent work does not count.
        start = time.process_time()
        await check_password(password, [])
        return time.process_time() - start

    ordinary = await seconds("correct horse battery staple xy")
    assert await seconds(HOSTILE) < 40 * ordinary
    assert await seconds(HOSTILE[:JUDGED_LENGTH]) < 40 * ordinary


async def test_each_is_judged_with_its_own_persons_data() -> None:
    async def refused(password: str, own: list[str]) -> bool:
        try:
            await check_password(password, own)
        except Invalid:
            return True
        return False

    names = [f"ruqayyah{n}alqahtani" for n in range(8)]
    own = await asyncio.gather(*(refused(name, [name]) for name in names))
    others = await asyncio.gather(*(refused(name, names[:n]) for n, name in enumerate(names)))
    assert all(own)
    assert not any(others)
