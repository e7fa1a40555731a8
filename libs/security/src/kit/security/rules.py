"""The order of gates before pages, and the lifetime of access tokens."""

from enum import StrEnum


class Gate(StrEnum):
    """Gate order: conditions that a signed-in user meets before most pages, in this order."""

    VERIFICATION = "verification"
    SECOND_FACTOR = "second_factor"
    IDENTIFICATION = "identification"
    APPROVAL = "approval"
    SUSPENSION = "suspension"
    """Applies to changes only: reading stays allowed."""
    IMAGE = "image"
    PAYMENT = "payment"


ALL_GATES = frozenset(Gate)
PAYMENT_EXEMPT_GATES = frozenset({Gate.APPROVAL, Gate.SUSPENSION, Gate.PAYMENT})
"""Gates that payment routes skip: a suspended organization can still pay what it owes."""

ACCESS_TOKEN_SECONDS = 600
"""The longest lifetime of a user's token; services refuse longer ones."""
PARTNER_TOKEN_SECONDS = 900
"""The longest lifetime of an API client's token, which has no refresh token (RFC 6749, 4.4.3)."""
LONGEST_TOKEN_SECONDS = max(ACCESS_TOKEN_SECONDS, PARTNER_TOKEN_SECONDS)
"""Revocations must be remembered for this long."""
