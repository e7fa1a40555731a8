"""The app says what a password is worth while it is typed, by another library than the service.
What it calls good must be good to the service, and it must not be much harder."""

import json
import random
import subprocess
import sys
from pathlib import Path

from identity.sign_in.passwords.adapters.zxcvbn import dictionaries_json
from identity.sign_in.passwords.rules import find_broken_rule, list_personal_words
from zxcvbn.matching import RANKED_DICTIONARIES

HERE = Path(__file__).parent
NODE = Path(sys.executable).with_name("node")
COUNT = 240


class Person:
    username = "huda.amri"
    email = "h.amri@example.com"
    phone = "+966501234567"
    name_en = "Huda Al-Amri"
    name_ar = "هدى العمري"


OWN = [Person.username, Person.email, Person.phone, Person.name_en, Person.name_ar]
PARTS = (
    *("huda", "Amri", "هدى", "0501234567", "2026", "1990", "04-07-2001", "19/3/88"),
    *("qwerty", "1qaz2wsx", "asdf", "abcdef", "6543", "aaaa", "xyxyxy", "!!", "-", "_", " ", "$4t"),
    *("مرحبا", "كلمة", "سر", "Forklift", "P@ss", "w0rd", "n0v3mb3r", "drowssap", "x9", "7k", "Zq#"),
)


KNOWN = {
    # Several words: the app's library must not take them for a sequence.
    "correct horse battery staple": True,
    "lorry-anchor-violet-spoon": True,
    # Own data within what is repeated, where the app's library does not look for it.
    "simba Amri Amri": False,
}
"""Passwords on which the libraries differ, with the expected result."""


def passwords() -> list[str]:
    """Words, names, rows of keys, dates, own data and random signs, joined in all manners."""
    choose = random.Random(20)
    words = [word for ranks in RANKED_DICTIONARIES.values() for word in list(ranks)[:3000]]
    found: list[str] = []
    while len(found) < COUNT:
        parts = [choose.choice(choose.choice((PARTS, words))) for _ in range(choose.randint(1, 4))]
        password = choose.choice(("", "", "-", " ")).join(parts)
        if 10 <= len(password) <= 40:
            found.append(choose.choice((password, password, password.capitalize())))
    return found


def test_a_password_that_the_app_accepts_is_accepted_by_the_service() -> None:
    given = [*KNOWN, *passwords()]
    asked = {"dictionaries": json.loads(dictionaries_json()), "own": OWN, "passwords": given}
    answer = subprocess.run(
        [NODE, HERE / "judge_passwords.ts"],
        input=json.dumps(asked),
        capture_output=True,
        text=True,
        check=True,
    )
    shown = dict(zip(given, json.loads(answer.stdout), strict=True))
    judged = {
        password: find_broken_rule(password, list_personal_words(Person())) for password in given
    }
    assert {p: (shown[p] == "good", judged[p] is None) for p in KNOWN} == {
        p: (good, good) for p, good in KNOWN.items()
    }
    promised = {p: judged[p] for p in given if shown[p] == "good" and judged[p]}
    assert promised == {}
    harder = {p: shown[p] for p in given if shown[p] != "good" and judged[p] is None}
    assert len(harder) < COUNT / 20, harder
    weak = [p for p in given if judged[p] and shown[p] != "good"]
    assert len(weak) > COUNT / 6
    other_reason = {p: (shown[p], judged[p]) for p in weak if shown[p] != judged[p]}
    assert len(other_reason) < len(weak) / 10, other_reason
