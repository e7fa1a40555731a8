"""Gates before pages; `kit.security.auth.pass_gates` checks them."""

from enum import StrEnum


class Gate(StrEnum):
    """Gate order: conditions that a signed-in user meets before most pages, in this order."""

    VERIFICATION = "verification"
    SECOND_FACTOR = "second_factor"
    IDENTIFICATION = "identification"
    APPROVAL = "approval"
    SUSPENSION = "suspension"
    """Of those who only read it asks nothing."""
    IMAGE = "image"
    PAYMENT = "payment"


ALL_GATES = frozenset(Gate)
BEFORE_PAYMENT = frozenset({Gate.APPROVAL, Gate.SUSPENSION, Gate.PAYMENT})
"""What payment routes are exempt from: a suspended organization too can pay what it owes."""
