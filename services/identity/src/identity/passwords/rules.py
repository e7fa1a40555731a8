"""What a password must be like, as codes that the app shows and translates.

Length counts most (NIST SP 800-63B); letters with digits exclude words and dates alone.
"""

import re
from importlib import resources
from itertools import pairwise

from kit.errors import FieldProblem, Invalid

MIN_LENGTH = 10
MAX_LENGTH = 128

RULES: dict[str, str] = {
    "password.too_short": f"Use at least {MIN_LENGTH} characters.",
    "password.too_long": f"Use at most {MAX_LENGTH} characters.",
    "password.needs_letter": "Use at least one letter.",
    "password.needs_digit": "Use at least one digit.",
    "password.contains_name": "Do not use your username or email address in it.",
    "password.too_common": "This password is too easy to guess.",
}
"""Every rule's code and its text in English."""

COMMON_WORDS = frozenset(
    resources.files(__package__).joinpath("common_words.txt").read_text("utf-8").split()
)
"""A password that is one of these and some digits or signs is the first to be tried."""
_LOOKALIKES = str.maketrans("013457@$!", "oleastasi")


def broken_rules(password: str, *, username: str = "", email: str = "") -> list[str]:
    """The codes of the rules that the password breaks; none when it keeps them all."""
    found = {
        "password.too_short": len(password) < MIN_LENGTH,
        "password.too_long": len(password) > MAX_LENGTH,
        "password.needs_letter": not any(c.isalpha() for c in password),
        "password.needs_digit": not any(c.isdigit() for c in password),
        "password.contains_name": _contains_name(password, username, email),
        "password.too_common": _is_common(password),
    }
    return [code for code, broken in found.items() if broken]


def check_password(password: str, *, username: str, email: str, field: str = "password") -> None:
    """Refuse a password that breaks a rule, with a problem of the field for each of them.

    Raises `Invalid`.
    """
    codes = broken_rules(password, username=username, email=email)
    if codes:
        raise Invalid(fields=[FieldProblem(field=field, code=c, message=RULES[c]) for c in codes])


def _contains_name(password: str, username: str, email: str) -> bool:
    folded = password.casefold()
    local_part = email.partition("@")[0]
    return any(len(n) >= 3 and n.casefold() in folded for n in (username, local_part))


def _is_common(password: str) -> bool:
    folded = password.casefold()
    if len(set(folded)) <= 3 or _is_sequence(folded):
        return True
    # The signs at the end are decoration; those within may stand for letters.
    core = re.sub(r"[\W\d_]+$", "", folded)
    stems = {re.sub(r"[\W\d_]", "", form) for form in (core, core.translate(_LOOKALIKES), folded)}
    return bool(stems & COMMON_WORDS)


def _is_sequence(text: str) -> bool:
    """Most characters follow their neighbour, as in 1234567890a."""
    steps = [ord(b) - ord(a) for a, b in pairwise(text)]
    return bool(steps) and max(steps.count(1), steps.count(-1)) >= 0.7 * len(steps)
