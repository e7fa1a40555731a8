"""The numbers of certificates: 55 random bits and a check character, printed `XXXX-XXXX-XXXX`.

They are Crockford's base 32, which has no I, L, O and U: who types one of the first three means 1
or 0.
The check character is that of ISO 7064 MOD 37,36, which notices each single wrong character and
all but one in 630 swaps of two neighbours. Numbers whose check character would be one of the four
letters are not given out, nor are those with a swap that would not be noticed.
"""

import re
import secrets

from kit.domain.cleaning import clean_number

_LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_VALUES = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
"""Of the check character, with the letters that no number has."""
_RANDOM = 11
_READ_AS = str.maketrans("OIL", "011")
NUMBER = re.compile(f"[{_LETTERS}]{{{_RANDOM + 1}}}")


def new_number() -> str:
    """A number that nobody can guess, without its hyphens. That it is used already is less likely
    than one in a billion with a million certificates; then its unique index refuses it."""
    while True:
        text = "".join(secrets.choice(_LETTERS) for _ in range(_RANDOM))
        number = text + check_character(text)
        if number[-1] in _LETTERS and not any(map(read_number, swaps(number))):
            return number


def swaps(number: str) -> set[str]:
    """What the number becomes when two neighbours are swapped, wherever that changes it."""
    pairs = range(len(number) - 1)
    return {number[:at] + number[at + 1] + number[at] + number[at + 2 :] for at in pairs} - {number}


def printed(number: str) -> str:
    """The number as people read it."""
    return "-".join(number[at : at + 4] for at in range(0, len(number), 4))


def read_number(text: str) -> str | None:
    """The number that somebody has typed, in lower case, with spaces or without hyphens; None when
    it is none."""
    number = clean_number(text).upper().translate(_READ_AS)
    if not NUMBER.fullmatch(number) or check_character(number[:-1]) != number[-1]:
        return None
    return number


def check_character(text: str) -> str:
    """ISO 7064 MOD 37,36 of capital letters and digits."""
    product = 36
    for character in text:
        total = (product + _VALUES.index(character)) % 36 or 36
        product = total * 2 % 37
    return _VALUES[(37 - product) % 36]
