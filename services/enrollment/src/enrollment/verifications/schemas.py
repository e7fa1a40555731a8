"""What goes in and out of verifications."""

from datetime import date
from enum import StrEnum
from typing import Annotated

from contracts.enrollment import RevocationKind
from kit.domain.fields import InputModel
from pydantic import BaseModel, Field, StringConstraints

MOST_NUMBERS = 1_000
"""In one call."""
LONGEST_NUMBER = 40
"""As somebody types it, with spaces and hyphens."""


class VerificationState(StrEnum):
    """What a certificate is worth today."""

    VALID = "valid"
    EXPIRED = "expired"
    SUSPENDED = "suspended"
    """Its result is no longer a pass, and the organization has not decided about it yet."""
    REVOKED = "revoked"
    SUPERSEDED = "superseded"
    """Another one was issued in its place."""
    UNKNOWN = "unknown"
    """There is no certificate of this number."""


class VerificationListed(BaseModel):
    """What a certificate says, in words of the day on which it was issued; all is null where the
    state is unknown."""

    number: str
    """As it is printed, or as it was asked for where it is no number."""
    state: VerificationState
    holder_name_en: str | None = None
    holder_name_ar: str | None = None
    training_id: str | None = None
    training_title_en: str | None = None
    training_title_ar: str | None = None
    organization_name_en: str | None = None
    organization_name_ar: str | None = None
    started_on: date | None = None
    ended_on: date | None = None
    issued_on: date | None = None
    expires_on: date | None = None
    """The last day on which it is valid; null: it does not expire."""
    suspended_on: date | None = None
    revoked_on: date | None = None
    revoked_kind: RevocationKind | None = None
    superseded_by: str | None = None
    """The number of the one in its place."""


class VerificationRead(VerificationListed):
    """A verified certificate with its credential."""

    credential: str | None = None
    """The signed credential, a JWT, which whoever has the issuer's keys verifies without us."""


class VerificationsCreate(InputModel):
    """Which certificates to verify."""

    numbers: Annotated[
        list[Annotated[str, StringConstraints(max_length=LONGEST_NUMBER)]],
        Field(min_length=1, max_length=MOST_NUMBERS),
    ]


class VerificationList(BaseModel):
    """What became of each number, in the order in which they were asked for."""

    data: list[VerificationListed]
