"""The reference that a payer writes into a transfer (ISO 11649): found again in what banks make of
it, since its check digits are right."""

import re

from stdnum import iso11649
from stdnum.iso7064 import mod_97_10

_START = re.compile(r"RF\d\dITQ\d{10}")
_MOST_DIGITS = 16
"""Of a charge's year and number together; ISO 11649 allows 21 characters after the check digits."""


def reference_of(charge_reference: str) -> str:
    """RF68ITQ2026000123 of ITQ-2026-000123."""
    body = "".join(character for character in charge_reference if character.isalnum())
    return f"RF{mod_97_10.calc_check_digits(f'{body}RF')}{body}"


def charge_reference_of(reference: str) -> str:
    """ITQ-2026-000123 of RF68ITQ2026000123."""
    return f"{reference[4:7]}-{reference[7:11]}-{reference[11:]}"


def find_reference(text: str) -> str | None:
    """The first reference in what came with a transfer, however banks have parted it; None without
    one. Of what digits may follow it, those belong to it with which the check digits are right."""
    joined = "".join(character for character in text.upper() if character.isascii())
    joined = re.sub(r"[^A-Z0-9]", "", joined)
    for found in _START.finditer(joined):
        rest = joined[found.end() :]
        more = re.match(r"\d*", rest)
        assert more
        digits = more[0][: _MOST_DIGITS - 10]
        for length in range(len(digits) + 1):
            candidate = found[0] + digits[:length]
            if iso11649.is_valid(candidate):
                return candidate
    return None
