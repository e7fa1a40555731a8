"""What goes in and out of the certificates' endpoints."""

from datetime import date, datetime
from enum import StrEnum
from typing import Annotated, Literal
from uuid import UUID

from contracts.enrollment import CertificateRequestStatus, EnrollmentResult, RevocationKind
from kit.database.pages import Page
from kit.domain.fields import InputModel, PlainText
from pydantic import BaseModel, Field, StringConstraints

from enrollment.certificates.models import CertificateState

MOST_PEOPLE = 5_000
"""In one call."""


Reason = Annotated[
    str, StringConstraints(strip_whitespace=True, min_length=3, max_length=500), PlainText
]


class CertificatesIssue(InputModel):
    """Certificates for people of a batch who have passed."""

    batch_id: UUID
    enrollment_ids: Annotated[list[UUID], Field(min_length=1, max_length=MOST_PEOPLE)] | None = None
    """None: for everybody who has passed and never had one."""


class SkipReason(StrEnum):
    """Why somebody gets no certificate now."""

    NOT_IN_BATCH = "not_in_batch"
    NOT_PASSED = "not_passed"
    """Or the batch is not finished."""
    ALREADY_ISSUED = "already_issued"
    REVOKED = "revoked"
    """Theirs was revoked; whoever means to issue another one names them."""
    NAME_UNKNOWN = "name_unknown"
    """Identity has not published it yet."""
    WAITING = "waiting"
    """It was asked for already, and waits for approval."""
    OWN_REQUEST = "own_request"
    """Who asked for it does not approve it."""
    DECIDED = "decided"
    """Somebody else has approved or rejected it."""


class IssuedCertificate(BaseModel):
    """A certificate that was made."""

    id: UUID
    enrollment_id: UUID
    number: str


class SkippedPerson(BaseModel):
    """Somebody who got none."""

    enrollment_id: UUID
    name_en: str
    """Empty where it is not known."""
    name_ar: str
    reason: SkipReason


class LongWord(BaseModel):
    """A word that certificates of a batch print much smaller than the rest, or break."""

    word: str
    enrollment_id: UUID | None
    """The person whose name it is in; None for the training's and the organization's."""


class IssueReport(BaseModel):
    """What came of issuing."""

    issued: list[IssuedCertificate]
    waiting: list[UUID]
    """Enrollments whose certificates wait for approval now."""
    skipped: list[SkippedPerson]


class CertificateRevoke(InputModel):
    """A certificate that is to hold no more."""

    kind: Literal[
        RevocationKind.ISSUED_IN_ERROR,
        RevocationKind.RESULT_CHANGED,
        RevocationKind.MISCONDUCT,
        RevocationKind.OTHER,
    ]
    """What everybody who verifies it is told."""
    reason: Reason
    """For the organization alone."""


class RequestsApprove(InputModel):
    """Certificates that were asked for and are to be issued."""

    ids: Annotated[list[UUID], Field(min_length=1, max_length=MOST_PEOPLE)]


class RequestsReject(RequestsApprove):
    """Certificates that were asked for and are not to be issued."""

    reason: Reason
    """For whoever has asked."""


class SkippedRequest(BaseModel):
    """A certificate that was neither approved nor rejected now."""

    id: UUID
    name_en: str
    """Empty where it is not known."""
    name_ar: str
    reason: SkipReason


class RequestsReport(BaseModel):
    """What came of approving or rejecting."""

    done: list[UUID]
    skipped: list[SkippedRequest]


class CertificateRequestRead(BaseModel):
    """A certificate that was asked for."""

    id: UUID
    status: CertificateRequestStatus
    enrollment_id: UUID
    batch_id: UUID
    batch_code: str
    title_en: str
    """Of the training."""
    title_ar: str
    name_en: str
    """Empty where it is not known."""
    name_ar: str
    result: EnrollmentResult | None
    """As it is now: an appeal may have changed it since."""
    score_percent: int | None
    is_own: bool
    """Whether the caller has asked for it, and so does not approve it."""
    reason: str | None
    """Why it was rejected."""
    decided_at: datetime | None
    created_at: datetime


class CertificateRequestPage(Page[CertificateRequestRead]):
    """One page of certificates that were asked for."""


class CertificateRequestSort(StrEnum):
    """How a list is ordered; a minus means descending."""

    ASKED = "created_at"
    ASKED_DESC = "-created_at"


class CertificateRequestFilter(BaseModel):
    """Which certificates that were asked for a list shows."""

    status: list[CertificateRequestStatus] = Field(default_factory=list)
    batch_id: UUID | None = None
    search: Annotated[str, StringConstraints(strip_whitespace=True, max_length=100)] = ""
    """Words of the candidate's names, username, email and phone and of the batch's code."""
    sort: CertificateRequestSort = CertificateRequestSort.ASKED


class PolicyRead(BaseModel):
    """What an organization has decided of its certificates."""

    needs_approval: bool
    """Whether what is asked for waits until somebody else approves it."""


class PolicyUpdate(InputModel, PolicyRead):
    """What an organization decides of its certificates."""


class CertificateListed(BaseModel):
    """A certificate in a list. Names and titles are as they were when it was issued."""

    id: UUID
    number: str
    """As it is printed, `XXXX-XXXX-XXXX`."""
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
    """The last day on which it is valid; null: it does not expire."""
    is_public: bool
    differs_from_profile: bool
    """Whether the holder's profile has another name by now, so that it could be reissued."""
    has_paper: bool
    """Whether its PDF is made."""
    created_at: datetime


class CertificatePage(Page[CertificateListed]):
    """One page of certificates."""


class CertifiedPerson(BaseModel):
    """The latest certificate of somebody in a batch."""

    enrollment_id: UUID
    id: UUID
    number: str
    state: CertificateState
    expires_on: date | None
    has_paper: bool


class OtherCertificate(BaseModel):
    """Another certificate of the same enrollment."""

    id: UUID
    number: str
    created_at: datetime


class ChangedResult(BaseModel):
    """What somebody has reached by now, otherwise than on their certificate."""

    result: EnrollmentResult
    score_percent: int | None


class CertificateRead(CertificateListed):
    """A certificate as its organization sees it."""

    suspended_at: datetime | None
    revoked_at: datetime | None
    revoked_kind: RevocationKind | None
    revoked_reason: str | None
    """As the person wrote it, for the organization alone."""
    can_change: bool
    """Whether the caller may revoke or reissue it."""
    changed_result: ChangedResult | None
    """What its person has reached by now, where that was decided again after an appeal and is not
    what the certificate says; null for one that holds no more."""
    profile_name_en: str | None
    """What the holder is called now."""
    profile_name_ar: str | None
    supersedes: OtherCertificate | None
    superseded_by: OtherCertificate | None
    version: int


class CertificateSort(StrEnum):
    """How a list is ordered; a minus means descending."""

    ISSUED = "issued_on"
    ISSUED_DESC = "-issued_on"
    HOLDER = "holder_name"
    HOLDER_DESC = "-holder_name"
    TRAINING = "training_title"
    TRAINING_DESC = "-training_title"
    EXPIRES = "expires_on"
    EXPIRES_DESC = "-expires_on"


class CertificateFilter(BaseModel):
    """Which certificates a list shows; fields left out do not restrict it."""

    state: list[CertificateState] = Field(default_factory=list)
    batch_id: UUID | None = None
    training_id: UUID | None = None
    organization_id: UUID | None = None
    enrollment_id: UUID | None = None
    candidate_profile_id: UUID | None = None
    search: Annotated[str, StringConstraints(strip_whitespace=True, max_length=100)] = ""
    """A number in any form, or words of the number and the holder's names, in any order."""
    result: Literal["not_passed"] | None = None
    """Only valid certificates whose result is no pass."""
    issued_from: date | None = None
    issued_to: date | None = None
    sort: CertificateSort = CertificateSort.ISSUED_DESC
