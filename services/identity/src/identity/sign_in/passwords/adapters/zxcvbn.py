"""Password strength by zxcvbn. Its dictionaries take 30 MB, so import this on first use."""

import math
import re
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

from kit.database.db import utc_now
from zxcvbn import matching, scoring, zxcvbn

from identity.sign_in.passwords.schemas import PasswordDictionaries

JUDGED_LENGTH = 32
MAX_SUBSTITUTIONS = 32
"""Limits of length and of substitutions (such as @ for a), since a hostile password took four
seconds. If the beginning is strong enough, so is the whole.
"""
_OWN = "user_inputs"

# The library's years end in 2019; the app's do not.
matching.REGEXEN["recent_year"] = re.compile(r"19\d\d|200\d|201\d|202\d")
scoring.REFERENCE_YEAR = utc_now().year


def judge(password: str, own: Iterable[str]) -> Mapping[str, Any]:
    """Run zxcvbn. Not thread-safe: it keeps the user's data in a global."""
    result: Mapping[str, Any] = zxcvbn(_judged_part(password), list(own))
    return result


@cache
def dictionaries_json() -> bytes:
    """Serialize `PasswordDictionaries` once: about 1 MB."""
    ranked = matching.RANKED_DICTIONARIES
    words = {name: " ".join(ranks) for name, ranks in ranked.items() if name != _OWN}
    dictionaries = PasswordDictionaries(
        words=words, keyboards=matching.GRAPHS, signs=matching.L33T_TABLE
    )
    return dictionaries.model_dump_json().encode()


def _judged_part(password: str) -> str:
    part = password[:JUDGED_LENGTH]
    while _substitutions(part) > MAX_SUBSTITUTIONS:
        part = part[:-1]
    return part


def _substitutions(part: str) -> int:
    table = matching.relevant_l33t_subtable(part, matching.L33T_TABLE)
    return math.prod(len(signs) for signs in table.values())
