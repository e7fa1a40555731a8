"""States, expiry and numbers of certificates.

A number is 55 random bits and a check character, printed `XXXX-XXXX-XXXX` in Crockford's base 32.
That alphabet has no I, L, O and U; typed I and L are read as 1, O as 0.

The check character is ISO 7064 MOD 37,36: it detects every single error and all but one in 630
swaps of neighbours. Numbers with an undetected swap, or a check character outside the alphabet, are
not used.
"""

import re
import secrets

from contracts.enrollment import CertificateRequestStatus, CertificateStatus, EnrollmentResult
from kit.database.db import in_literals
from kit.domain.cleaning import clean_number
from kit.domain.timezone import RIYADH
from sqlalchemy import ColumnElement, Date, Integer, and_, case, cast, exists, func, literal, or_
from sqlmodel import col

from enrollment.certificates.models import Certificate, CertificateRequest, CertificateState
from enrollment.replicas.models import Batch, Profile
from enrollment.results.models import Outcome

EXPIRES_SOON_DAYS = 90
"""Days before expiry from which a certificate is shown as expiring."""

TODAY = cast(func.timezone(RIYADH.key, func.now()), Date)
"""Current day in Riyadh, by the database's clock."""

EXPIRES_ON = cast(TODAY + func.make_interval(0, col(Batch.certificate_valid_months)), Date)
"""Expiry of a certificate issued today for the batch; NULL if it never expires."""

REMIND_DAYS = (90, 30, 7)
"""Days before expiry on which the holder gets a reminder."""

_ISSUED = col(Certificate.status) == CertificateStatus.ISSUED
_SOON = TODAY + EXPIRES_SOON_DAYS

DAYS_LEFT = cast(col(Certificate.expires_on) - TODAY, Integer)
"""Days of validity after today."""


MAX_WORD_LENGTH = 30
"""Length in letters above which a word is printed much smaller or broken."""


def find_long_words(*texts: str) -> list[str]:
    """Return the distinct words longer than `MAX_WORD_LENGTH`."""
    words = (word for text in texts for word in text.split())
    return list(dict.fromkeys(word for word in words if len(word) > MAX_WORD_LENGTH))


def find_due_notice(days_left: int) -> int | None:
    """Return the entry of `REMIND_DAYS` that is due; None before the first."""
    return min((days for days in REMIND_DAYS if days_left <= days), default=None)


REMINDER_DUE = and_(
    _ISSUED,
    col(Certificate.expires_on) >= TODAY,
    or_(
        *(
            and_(
                col(Certificate.expires_on) <= TODAY + days,
                func.coalesce(col(Certificate.reminded_days), days + 1) > days,
            )
            for days in REMIND_DAYS
        )
    ),
)
"""Tells if an unsent reminder is due."""

DIFFERS_FROM_PROFILE = and_(
    _ISSUED,
    or_(
        col(Certificate.holder_name_en) != col(Profile.name_en),
        col(Certificate.holder_name_ar) != col(Profile.name_ar),
    ),
)
"""Tells if the holder's name in the profile has changed."""

IS_NOT_PASSED = ~in_literals(col(Outcome.result), (EnrollmentResult.PASSED,))
"""Tells if an outcome is no pass, in the form that matches its index."""

LACKS_PASS = and_(
    _ISSUED,
    exists().where(col(Outcome.enrollment_id) == col(Certificate.enrollment_id), IS_NOT_PASSED),
)
"""Tells if a valid certificate no longer has a passed result."""

IS_WAITING = col(CertificateRequest.status) == CertificateRequestStatus.WAITING
"""Matches undecided requests."""

STATE_CONDITIONS: dict[CertificateState, ColumnElement[bool]] = {
    CertificateState.REVOKED: col(Certificate.status) == CertificateStatus.REVOKED,
    CertificateState.SUPERSEDED: col(Certificate.status) == CertificateStatus.SUPERSEDED,
    CertificateState.SUSPENDED: col(Certificate.status) == CertificateStatus.SUSPENDED,
    CertificateState.EXPIRED: _ISSUED & (col(Certificate.expires_on) < TODAY),
    CertificateState.EXPIRING: _ISSUED & col(Certificate.expires_on).between(TODAY, _SOON),
    CertificateState.VALID: _ISSUED
    & or_(col(Certificate.expires_on).is_(None), col(Certificate.expires_on) > _SOON),
}
"""Condition of each state; every certificate meets exactly one."""

STATE = case(*((condition, literal(state.value)) for state, condition in STATE_CONDITIONS.items()))

_LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_VALUES = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
"""Alphabet of the check character, including letters that no number uses."""
_RANDOM = 11
_READ_AS = str.maketrans("OIL", "011")
NUMBER = re.compile(f"[{_LETTERS}]{{{_RANDOM + 1}}}")


def generate_number() -> str:
    """Return an unguessable number without hyphens.

    Collisions are less likely than one in a billion among a million certificates; the unique index
    rejects them.
    """
    while True:
        text = "".join(secrets.choice(_LETTERS) for _ in range(_RANDOM))
        number = text + compute_check_character(text)
        if number[-1] in _LETTERS and not any(map(parse_number, list_swaps(number))):
            return number


def list_swaps(number: str) -> set[str]:
    """Return the numbers that result from swapping two neighbouring characters."""
    pairs = range(len(number) - 1)
    return {number[:at] + number[at + 1] + number[at] + number[at + 2 :] for at in pairs} - {number}


def format_number(number: str) -> str:
    """Format a number with hyphens."""
    return "-".join(number[at : at + 4] for at in range(0, len(number), 4))


def parse_number(text: str) -> str | None:
    """Parse a typed number into its stored form; None if invalid."""
    number = clean_number(text).upper().translate(_READ_AS)
    if not NUMBER.fullmatch(number) or compute_check_character(number[:-1]) != number[-1]:
        return None
    return number


def compute_check_character(text: str) -> str:
    """Compute the ISO 7064 MOD 37,36 check character of capital letters and digits."""
    product = 36
    for character in text:
        total = (product + _VALUES.index(character)) % 36 or 36
        product = total * 2 % 37
    return _VALUES[(37 - product) % 36]
