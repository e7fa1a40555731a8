from datetime import date, datetime
from enum import StrEnum
from typing import Annotated, Literal
from uuid import UUID

from contracts.enrollment import CertificateRequestStatus, EnrollmentResult, RevocationKind
from kit.database.pages import Page
from kit.domain.fields import InputModel, PlainText
from pydantic import BaseModel, Field, StringConstraints

from enrollment.certificates.models import CertificateState

MAX_PEOPLE = 5_000
"""Maximum number of people in one request."""


Reason = Annotated[
    str, StringConstraints(strip_whitespace=True, min_length=3, max_length=500), PlainText
]


class CertificatesIssue(InputModel):
    batch_id: UUID
    enrollment_ids: Annotated[list[UUID], Field(min_length=1, max_length=MAX_PEOPLE)] | None = None
    """Null issues for everyone who has passed and never had a certificate."""


class SkipReason(StrEnum):
    """Reason for issuing no certificate."""

    NOT_IN_BATCH = "not_in_batch"
    NOT_PASSED = "not_passed"
    """The person has not passed, or the batch is not finished."""
    ALREADY_ISSUED = "already_issued"
    REVOKED = "revoked"
    """The certificate was revoked; name the enrollment to issue another."""
    NAME_UNKNOWN = "name_unknown"
    """Identity has not published the name yet."""
    WAITING = "waiting"
    """A request already awaits approval."""
    OWN_REQUEST = "own_request"
    """Requesting users cannot approve their own requests."""
    DECIDED = "decided"
    """Another user has decided the request."""


class IssuedCertificate(BaseModel):
    id: UUID
    enrollment_id: UUID
    number: str


class SkippedPerson(BaseModel):
    """A person who received no certificate."""

    enrollment_id: UUID
    name_en: str
    """Empty if unknown."""
    name_ar: str
    reason: SkipReason


class LongWord(BaseModel):
    """A word that certificates print much smaller or break."""

    word: str
    enrollment_id: UUID | None
    """Enrollment of the person with this name; null for the training's or organization's text."""


class IssueReport(BaseModel):
    issued: list[IssuedCertificate]
    waiting: list[UUID]
    """Enrollments whose certificates now await approval."""
    skipped: list[SkippedPerson]


class CertificateRevoke(InputModel):
    kind: Literal[
        RevocationKind.ISSUED_IN_ERROR,
        RevocationKind.RESULT_CHANGED,
        RevocationKind.MISCONDUCT,
        RevocationKind.OTHER,
    ]
    """Shown to everyone who verifies the certificate."""
    reason: Reason
    """For the organization only."""


class RequestsApprove(InputModel):
    ids: Annotated[list[UUID], Field(min_length=1, max_length=MAX_PEOPLE)]


class RequestsReject(RequestsApprove):
    """Requests to reject."""

    reason: Reason
    """For the requesting user."""


class SkippedRequest(BaseModel):
    id: UUID
    name_en: str
    """Empty if unknown."""
    name_ar: str
    reason: SkipReason


class RequestsReport(BaseModel):
    done: list[UUID]
    skipped: list[SkippedRequest]


class CertificateRequestRead(BaseModel):
    id: UUID
    status: CertificateRequestStatus
    enrollment_id: UUID
    batch_id: UUID
    batch_code: str
    title_en: str
    """Title of the training."""
    title_ar: str
    name_en: str
    """Empty if unknown."""
    name_ar: str
    result: EnrollmentResult | None
    """Current result; an appeal may have changed it since the request."""
    score_percent: int | None
    is_own: bool
    """The caller made the request and cannot approve it."""
    reason: str | None
    """Reason for the rejection."""
    decided_at: datetime | None
    created_at: datetime


class CertificateRequestPage(Page[CertificateRequestRead]):
    """A page of certificate requests."""


class CertificateRequestSort(StrEnum):
    """Sort order; a minus sign means descending."""

    ASKED = "created_at"
    ASKED_DESC = "-created_at"


class CertificateRequestFilter(BaseModel):
    status: list[CertificateRequestStatus] = Field(default_factory=list)
    batch_id: UUID | None = None
    search: Annotated[str, StringConstraints(strip_whitespace=True, max_length=100)] = ""
    """Words of the candidate's names, username, email or phone, or of the batch's code."""
    sort: CertificateRequestSort = CertificateRequestSort.ASKED


class PolicyRead(BaseModel):
    needs_approval: bool
    """Requests must be approved by another user."""


class PolicyUpdate(InputModel, PolicyRead):
    """New policy of an organization."""


class CertificateListed(BaseModel):
    """A certificate in a list, with names and titles as issued."""

    id: UUID
    number: str
    """Printed form, `XXXX-XXXX-XXXX`."""
    state: CertificateState
    enrollment_id: UUID
    batch_id: UUID
    training_id: UUID
    organization_id: UUID
    candidate_profile_id: UUID
    holder_name_en: str
    holder_name_ar: str
    training_title_en: str
    training_title_ar: str
    organization_name_en: str
    organization_name_ar: str
    batch_code: str
    started_on: date
    ended_on: date
    score_percent: int | None
    issued_on: date
    expires_on: date | None
    """Last day of validity; null if it never expires."""
    is_public: bool
    differs_from_profile: bool
    """The holder's name in the profile has changed, so it may be reissued."""
    has_paper: bool
    """The PDF is available."""
    created_at: datetime


class CertificatePage(Page[CertificateListed]):
    """A page of certificates."""


class CertifiedPerson(BaseModel):
    """Latest certificate of a person in a batch."""

    enrollment_id: UUID
    id: UUID
    number: str
    state: CertificateState
    expires_on: date | None
    has_paper: bool


class OtherCertificate(BaseModel):
    id: UUID
    number: str
    created_at: datetime


class ChangedResult(BaseModel):
    """Current result, if it differs from the certificate."""

    result: EnrollmentResult
    score_percent: int | None


class CertificateRead(CertificateListed):
    """A certificate as seen by its organization."""

    suspended_at: datetime | None
    revoked_at: datetime | None
    revoked_kind: RevocationKind | None
    revoked_reason: str | None
    """Written by the organization, for itself only."""
    can_change: bool
    """The caller may revoke or reissue it."""
    changed_result: ChangedResult | None
    """Current result after an appeal, if it differs from the certificate; null for an ended
    certificate.
    """
    profile_name_en: str | None
    """Holder's current name."""
    profile_name_ar: str | None
    supersedes: OtherCertificate | None
    superseded_by: OtherCertificate | None
    version: int


class CertificateSort(StrEnum):
    """Sort order; a minus sign means descending."""

    ISSUED = "issued_on"
    ISSUED_DESC = "-issued_on"
    HOLDER = "holder_name"
    HOLDER_DESC = "-holder_name"
    TRAINING = "training_title"
    TRAINING_DESC = "-training_title"
    EXPIRES = "expires_on"
    EXPIRES_DESC = "-expires_on"


class CertificateFilter(BaseModel):
    """Filters of a list; omitted fields do not restrict it."""

    state: list[CertificateState] = Field(default_factory=list)
    batch_id: UUID | None = None
    training_id: UUID | None = None
    organization_id: UUID | None = None
    enrollment_id: UUID | None = None
    candidate_profile_id: UUID | None = None
    search: Annotated[str, StringConstraints(strip_whitespace=True, max_length=100)] = ""
    """A number in any form, or words of the number and the holder's names in any order."""
    result: Literal["not_passed"] | None = None
    """Only valid certificates without a passed result."""
    issued_from: date | None = None
    issued_to: date | None = None
    sort: CertificateSort = CertificateSort.ISSUED_DESC
