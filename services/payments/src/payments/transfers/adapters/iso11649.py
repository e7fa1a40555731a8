"""Creditor references (ISO 11649) of transfers; their check digits identify them in free text."""

import re

from stdnum import iso11649
from stdnum.iso7064 import mod_97_10

_START = re.compile(r"RF\d\dITQ\d{10}")
_MAX_DIGITS = 16
"""Digits of a charge's year and number; ISO 11649 allows 21 characters after the check digits."""


def build_reference(charge_reference: str) -> str:
    """Convert ITQ-2026-000123 to RF68ITQ2026000123."""
    body = "".join(character for character in charge_reference if character.isalnum())
    return f"RF{mod_97_10.calc_check_digits(f'{body}RF')}{body}"


def parse_charge_reference(reference: str) -> str:
    """Convert RF68ITQ2026000123 to ITQ-2026-000123."""
    return f"{reference[4:7]}-{reference[7:11]}-{reference[11:]}"


def find_reference(text: str) -> str | None:
    """Find the first valid reference in a transfer's text, even if the bank inserted separators.

    Digits after it may belong to it: valid check digits decide. Return None without a match.
    """
    joined = "".join(character for character in text.upper() if character.isascii())
    joined = re.sub(r"[^A-Z0-9]", "", joined)
    for found in _START.finditer(joined):
        rest = joined[found.end() :]
        more = re.match(r"\d*", rest)
        assert more
        digits = more[0][: _MAX_DIGITS - 10]
        for length in range(len(digits) + 1):
            candidate = found[0] + digits[:length]
            if iso11649.is_valid(candidate):
                return candidate
    return None
