"""What a certificate is worth to whoever looks at it; when it is what, is in `rules`."""

from enum import StrEnum


class CertificateState(StrEnum):
    """What a certificate is worth today."""

    VALID = "valid"
    EXPIRING = "expiring"
    """Valid, and for no more than 90 days."""
    EXPIRED = "expired"
    SUSPENDED = "suspended"
    """Its result is no longer a pass."""
    REVOKED = "revoked"
    SUPERSEDED = "superseded"
