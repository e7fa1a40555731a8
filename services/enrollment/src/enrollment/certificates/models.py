"""Certificates, with all that is written on them."""

from datetime import date, datetime
from enum import StrEnum
from uuid import UUID

from contracts.enrollment import CertificateRequestStatus, CertificateStatus, RevocationKind
from kit.database import search
from kit.database.db import new_id, timestamp
from kit.database.transitions import StateMachine
from sqlalchemy import Boolean, CheckConstraint, Index, literal_column, text
from sqlmodel import Field

from enrollment.tables import Table, text_enum


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


_PAPER_MISSING = "paper_key IS NULL AND revoked_kind IS DISTINCT FROM 'erased'"
_ERASED_PAPER = "paper_key IS NOT NULL AND revoked_kind = 'erased'"
PAPER_MISSING = literal_column(f"({_PAPER_MISSING})", Boolean)
"""A certificate whose PDF is still to be made."""
ERASED_PAPER = literal_column(f"({_ERASED_PAPER})", Boolean)
"""An erased person's certificate whose PDF is still stored."""


class Certificate(Table, table=True):
    """One certificate of one person. What is written on it stays as it was issued, whatever becomes
    of names and titles: a mistake is mended by another one that supersedes it."""

    __tablename__ = "certificates"
    __table_args__ = (
        CheckConstraint("number ~ '^[0-9A-HJKMNP-TV-Z]{12}$'", name="number_in_form"),
        CheckConstraint("(status = 'revoked') = (revoked_at IS NOT NULL)", name="revoked_at_known"),
        CheckConstraint(
            "(status = 'revoked') = (revoked_kind IS NOT NULL)", name="revoked_kind_given"
        ),
        # Two presses at once issue one certificate.
        Index(
            "uq_certificates_issued",
            "enrollment_id",
            unique=True,
            postgresql_where="status = 'issued'",
        ),
        Index("ix_certificates_enrollment", "enrollment_id", "created_at"),
        Index("ix_certificates_batch", "batch_id", "created_at", "id"),
        Index("ix_certificates_training", "training_id", "created_at", "id"),
        Index("ix_certificates_candidate", "candidate_profile_id", "created_at", "id"),
        # What is in the lists of credentials that do not hold, suspended ones included.
        Index("ix_certificates_ended", "status_index", postgresql_where="status <> 'issued'"),
        # What whoever looks for a holder's is shown.
        Index(
            "ix_certificates_public",
            "candidate_user_id",
            "issued_on",
            "id",
            postgresql_where="is_public",
        ),
        Index("ix_certificates_organization", "organization_id", "created_at", "id"),
        Index("ix_certificates_created", "created_at", "id"),
        Index("ix_certificates_holder", "holder_name_en", "id"),
        Index("ix_certificates_title", "training_title_en", "id"),
        Index(
            "ix_certificates_organization_expires",
            "organization_id",
            "expires_on",
            postgresql_where="status = 'issued' AND expires_on IS NOT NULL",
        ),
        # With what the list of those that expire is sorted by.
        Index(
            "ix_certificates_expiring",
            "expires_on",
            postgresql_include=["created_at", "id"],
            postgresql_where="status = 'issued' AND expires_on IS NOT NULL",
        ),
        Index("ix_certificates_expiry", "expires_on", "id"),
        Index(
            "ix_certificates_latest_expiry",
            text("expires_on DESC NULLS LAST"),
            text("id DESC"),
        ),
        Index(
            "ix_certificates_paper_missing",
            "created_at",
            postgresql_where=text(_PAPER_MISSING),
        ),
        Index("ix_certificates_erased_paper", "id", postgresql_where=text(_ERASED_PAPER)),
        search.search_index("certificates"),
    )

    id: UUID = Field(default_factory=new_id, primary_key=True)
    number: str = Field(unique=True)
    """Without hyphens; see `numbers`."""
    enrollment_id: UUID = Field(foreign_key="enrollments.id")
    batch_id: UUID
    training_id: UUID
    organization_id: UUID
    """Who issued it."""
    candidate_profile_id: UUID
    candidate_user_id: UUID
    holder_name_en: str
    holder_name_ar: str
    training_title_en: str
    training_title_ar: str
    organization_name_en: str
    organization_name_ar: str
    batch_code: str
    started_on: date
    ended_on: date
    score_percent: int | None = None
    """None where nothing was assessed."""
    status: CertificateStatus = Field(
        default=CertificateStatus.ISSUED, sa_type=text_enum(CertificateStatus, check="status_known")
    )
    issued_on: date
    expires_on: date | None = None
    """The last day on which it is valid; None: it does not expire."""
    supersedes_id: UUID | None = Field(default=None, foreign_key="certificates.id")
    superseded_by_id: UUID | None = Field(default=None, foreign_key="certificates.id")
    suspended_at: datetime | None = timestamp(nullable=True)
    """Of the last suspension; None once it is reinstated."""
    revoked_at: datetime | None = timestamp(nullable=True)
    revoked_kind: RevocationKind | None = Field(
        default=None, sa_type=text_enum(RevocationKind, check="revoked_kind_known")
    )
    """What everybody who verifies it is told."""
    revoked_reason: str | None = None
    """As the person wrote it, for the organization alone."""
    reminded_days: int | None = None
    """Of the last reminder that it expires, so many days before; None: of none yet."""
    is_public: bool = Field(default=False, sa_column_kwargs={"server_default": "false"})
    """Whether the holder shows it to whoever looks for their certificates."""
    credential: str | None = None
    """The signed credential, a JWT."""
    status_index: int | None = Field(default=None, unique=True)
    """Its place in the list of revoked credentials."""
    design_id: UUID | None = None
    design_version: int | None = None
    """By which its paper was made first, and is made if it has to be again; 0: by no design of the
    organization's own; None until then."""
    paper_key: str | None = None
    """The file of the PDF; None until it is made."""
    version: int = 1
    """Raised by every transition; the sequence of its events."""
    created_at: datetime = timestamp(default_now=True)
    search: str = search.search_field(
        "number",
        "substr(number, 1, 4) || '-' || substr(number, 5, 4) || '-' || substr(number, 9)",
        "holder_name_en",
        "holder_name_ar",
    )


class CertificateRequest(Table, table=True):
    """A certificate that somebody asked for, where an organization's have to be approved."""

    __tablename__ = "certificate_requests"
    __table_args__ = (
        CheckConstraint("(status = 'waiting') = (decided_at IS NULL)", name="decided_at_known"),
        CheckConstraint("(status = 'rejected') = (reason IS NOT NULL)", name="reason_given"),
        # Of two presses at once one asks.
        Index(
            "uq_certificate_requests_waiting",
            "enrollment_id",
            unique=True,
            postgresql_where="status = 'waiting'",
        ),
        Index("ix_certificate_requests_enrollment", "enrollment_id"),
        Index("ix_certificate_requests_batch", "batch_id", "created_at", "id"),
        Index("ix_certificate_requests_organization", "organization_id", "created_at", "id"),
        Index("ix_certificate_requests_created", "created_at", "id"),
    )

    id: UUID = Field(default_factory=new_id, primary_key=True)
    enrollment_id: UUID = Field(foreign_key="enrollments.id")
    batch_id: UUID
    organization_id: UUID
    status: CertificateRequestStatus = Field(
        default=CertificateRequestStatus.WAITING,
        sa_type=text_enum(CertificateRequestStatus, check="status_known"),
    )
    asked_by: UUID
    """The user, who does not approve it."""
    decided_by: UUID | None = None
    """The user."""
    decided_at: datetime | None = timestamp(nullable=True)
    reason: str | None = None
    """Why it was rejected, for whoever has asked."""
    created_at: datetime = timestamp(default_now=True)


class CertificatePolicy(Table, table=True):
    """What an organization has decided of its certificates; without a row none have to be
    approved."""

    __tablename__ = "certificate_policies"

    organization_id: UUID = Field(primary_key=True)
    needs_approval: bool
    """Whether what is asked for waits until somebody else approves it."""


CERTIFICATE_STATES = StateMachine(
    Certificate.status,
    {
        CertificateStatus.ISSUED: {
            CertificateStatus.SUSPENDED,
            CertificateStatus.SUPERSEDED,
            CertificateStatus.REVOKED,
        },
        CertificateStatus.SUSPENDED: {
            CertificateStatus.ISSUED,
            CertificateStatus.SUPERSEDED,
            CertificateStatus.REVOKED,
        },
        CertificateStatus.SUPERSEDED: {CertificateStatus.REVOKED},
        CertificateStatus.REVOKED: {CertificateStatus.REVOKED},
    },
)


CERTIFICATE_REQUEST_STATES = StateMachine(
    CertificateRequest.status,
    {
        CertificateRequestStatus.WAITING: {
            CertificateRequestStatus.APPROVED,
            CertificateRequestStatus.REJECTED,
        },
        CertificateRequestStatus.APPROVED: frozenset(),
        CertificateRequestStatus.REJECTED: frozenset(),
    },
)
