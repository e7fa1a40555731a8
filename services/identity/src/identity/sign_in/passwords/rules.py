"""Password rules, as codes that the app translates.

Length counts most and there are no composition rules (NIST SP 800-63B). zxcvbn estimates the
guesses, with the user's own data as a dictionary.
"""

import asyncio
import re
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from kit.core.errors import FieldProblem, Invalid

MIN_LENGTH = 10
MAX_LENGTH = 128
MIN_SCORE = 3
"""zxcvbn score from 0 to 4; 3 means at least 10^8 guesses."""

WEAKNESSES: dict[str, str] = {
    "password.own_data": "Don't use your name, username, email or numbers.",
    "password.too_common": "Many people use a similar password. Choose another one.",
    "password.words": "Add more words. One or two are easy to guess.",
    "password.keyboard": "Avoid keyboard patterns.",
    "password.repeated": "Avoid repeated characters and words.",
    "password.sequence": "Avoid sequences such as abc or 6543.",
    "password.dates": "Avoid dates and years.",
    "password.guessable": "This password is easy to guess. Make it longer.",
}
"""English messages of weaknesses by code; one is reported."""
RULES: dict[str, str] = {
    "password.too_short": f"Use at least {MIN_LENGTH} characters.",
    "password.too_long": f"Use at most {MAX_LENGTH} characters.",
    **WEAKNESSES,
}
"""English messages of all rules by code."""

_OF_PATTERN = {
    "spatial": "password.keyboard",
    "repeat": "password.repeated",
    "sequence": "password.sequence",
    "date": "password.dates",
    "regex": "password.dates",
}
_OF_DICTIONARY = {"user_inputs": "password.own_data", "passwords": "password.too_common"}
_OWN_FIELDS = (
    "username",
    "email",
    "phone",
    "name_en",
    "name_ar",
    "organization_name_en",
    "organization_name_ar",
    "civil_number",
    "passport_number",
)
# One thread, since `adapters.zxcvbn.judge` is not thread-safe.
_thread = ThreadPoolExecutor(1, thread_name_prefix="zxcvbn")


def list_personal_words(*sources: object) -> list[str]:
    """List personal data that a password must not contain, whole and by word.

    Saudi phone numbers are included in national format too.
    """
    values = [str(getattr(source, name, None) or "") for source in sources for name in _OWN_FIELDS]
    values += [f"0{value[4:]}" for value in values if value.startswith("+966")]
    words = [word for value in values for word in re.split(r"[\W_]+", value)]
    return list(dict.fromkeys(v.lower() for v in values + words if len(v) > 2))


def find_broken_rule(password: str, own: Iterable[str] = ()) -> str | None:
    """Return the code of the rule that the password breaks, or None."""
    if len(password) < MIN_LENGTH:
        return "password.too_short"
    if len(password) > MAX_LENGTH:
        return "password.too_long"
    from identity.sign_in.passwords.adapters.zxcvbn import judge  # noqa: PLC0415

    result = judge(password, own)
    return _weakness(result["sequence"]) if result["score"] < MIN_SCORE else None


async def check_password(password: str, own: Iterable[str], field: str = "password") -> None:
    """Reject a password that breaks a rule. Runs in a thread; hold no connection meanwhile.

    Raises `Invalid` for the field.
    """
    code = await asyncio.get_running_loop().run_in_executor(
        _thread, find_broken_rule, password, own
    )
    if code is not None:
        raise Invalid(fields=[FieldProblem(field=field, code=code, message=RULES[code])])


def _weakness(sequence: Sequence[Mapping[str, Any]]) -> str:
    """Return the code for the longest recognized pattern, personal data first."""
    known = [match for match in sequence if match["pattern"] != "bruteforce"]
    if not known:
        return "password.guessable"
    worst = max(known, key=lambda m: (m.get("dictionary_name") == "user_inputs", len(m["token"])))
    if worst["pattern"] == "dictionary":
        return _OF_DICTIONARY.get(worst["dictionary_name"], "password.words")
    return _OF_PATTERN[worst["pattern"]]
