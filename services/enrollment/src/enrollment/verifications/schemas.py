from datetime import date
from enum import StrEnum
from typing import Annotated

from contracts.enrollment import RevocationKind
from kit.domain.fields import InputModel
from pydantic import BaseModel, Field, StringConstraints

MAX_NUMBERS = 1_000
"""Maximum number of certificates in one request."""
MAX_NUMBER_LENGTH = 40
"""Maximum length as typed, with spaces and hyphens."""


class VerificationState(StrEnum):
    """Current state of a certificate."""

    VALID = "valid"
    EXPIRED = "expired"
    SUSPENDED = "suspended"
    """The result is no longer a pass; the organization has not decided yet."""
    REVOKED = "revoked"
    SUPERSEDED = "superseded"
    """Another certificate replaced it."""
    UNKNOWN = "unknown"
    """No certificate has this number."""


class VerificationListed(BaseModel):
    """Content of a certificate as issued; all null if the state is unknown."""

    number: str
    """Printed form, or the requested text if invalid."""
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
    """Last day of validity; null if it never expires."""
    suspended_on: date | None = None
    revoked_on: date | None = None
    revoked_kind: RevocationKind | None = None
    superseded_by: str | None = None
    """Number of the certificate that replaced it."""


class VerificationRead(VerificationListed):
    """A verified certificate with its credential."""

    credential: str | None = None
    """Signed credential, a JWT: verifiable offline with the issuer's keys."""


class VerificationsCreate(InputModel):
    """Numbers to verify."""

    numbers: Annotated[
        list[Annotated[str, StringConstraints(max_length=MAX_NUMBER_LENGTH)]],
        Field(min_length=1, max_length=MAX_NUMBERS),
    ]


class VerificationList(BaseModel):
    """Results in the order of the request."""

    data: list[VerificationListed]
