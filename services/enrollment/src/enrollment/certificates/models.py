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
    VALID = "valid"
    EXPIRING = "expiring"
    """Valid for at most 90 more days."""
    EXPIRED = "expired"
    SUSPENDED = "suspended"
    """The result is no longer a pass."""
    REVOKED = "revoked"
    SUPERSEDED = "superseded"


_PAPER_MISSING = "paper_key IS NULL AND revoked_kind IS DISTINCT FROM 'erased'"
_ERASED_PAPER = "paper_key IS NOT NULL AND revoked_kind = 'erased'"
PAPER_MISSING = literal_column(f"({_PAPER_MISSING})", Boolean)
"""Tells if the certificate's PDF is missing."""
ERASED_PAPER = literal_column(f"({_ERASED_PAPER})", Boolean)
"""Tells if the PDF of an erased person's certificate is still stored."""


class Certificate(Table, table=True):
    """A person's certificate. Its text never changes, even if names or titles do: corrections
    supersede it.
    """

    __tablename__ = "certificates"
    __table_args__ = (
        CheckConstraint("number ~ '^[0-9A-HJKMNP-TV-Z]{12}$'", name="number_in_form"),
        CheckConstraint("(status = 'revoked') = (revoked_at IS NOT NULL)", name="revoked_at_known"),
        CheckConstraint(
            "(status = 'revoked') = (revoked_kind IS NOT NULL)", name="revoked_kind_given"
        ),
        # Concurrent requests issue one certificate.
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
        # Entries of the status lists: ended and suspended certificates.
        Index("ix_certificates_ended", "status_index", postgresql_where="status <> 'issued'"),
        # Serves the public list of a holder's certificates.
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
        # Serves the list sorted by expiry.
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
    """Stored without hyphens; see `rules`."""
    enrollment_id: UUID = Field(foreign_key="enrollments.id")
    batch_id: UUID
    training_id: UUID
    organization_id: UUID
    """The issuer."""
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
    """None if nothing was assessed."""
    status: CertificateStatus = Field(
        default=CertificateStatus.ISSUED, sa_type=text_enum(CertificateStatus, check="status_known")
    )
    issued_on: date
    expires_on: date | None = None
    """Last day of validity; None if it never expires."""
    supersedes_id: UUID | None = Field(default=None, foreign_key="certificates.id")
    superseded_by_id: UUID | None = Field(default=None, foreign_key="certificates.id")
    suspended_at: datetime | None = timestamp(nullable=True)
    """Time of the current suspension."""
    revoked_at: datetime | None = timestamp(nullable=True)
    revoked_kind: RevocationKind | None = Field(
        default=None, sa_type=text_enum(RevocationKind, check="revoked_kind_known")
    )
    """Reason shown to everyone who verifies it."""
    revoked_reason: str | None = None
    """Written by the organization, for itself only."""
    reminded_days: int | None = None
    """Notice in days of the latest expiry reminder; None before the first."""
    is_public: bool = Field(default=False, sa_column_kwargs={"server_default": "false"})
    """Set by the holder to show it in searches for their certificates."""
    credential: str | None = None
    """Signed credential, a JWT."""
    status_index: int | None = Field(default=None, unique=True)
    """Index of its bit in the status lists."""
    design_id: UUID | None = None
    design_version: int | None = None
    """Version of the PDF's design, kept when the PDF is made again. 0 is the default design; None
    before the first PDF.
    """
    paper_key: str | None = None
    """Storage key of the PDF; None until it is made."""
    version: int = 1
    """Incremented by every transition; the sequence number of its events."""
    created_at: datetime = timestamp(default_now=True)
    search: str = search.search_field(
        "number",
        "substr(number, 1, 4) || '-' || substr(number, 5, 4) || '-' || substr(number, 9)",
        "holder_name_en",
        "holder_name_ar",
    )


class CertificateRequest(Table, table=True):
    """A request for a certificate that needs approval."""

    __tablename__ = "certificate_requests"
    __table_args__ = (
        CheckConstraint("(status = 'waiting') = (decided_at IS NULL)", name="decided_at_known"),
        CheckConstraint("(status = 'rejected') = (reason IS NOT NULL)", name="reason_given"),
        # Concurrent requests create one row.
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
    """Requesting user, who may not approve it."""
    decided_by: UUID | None = None
    """The user."""
    decided_at: datetime | None = timestamp(nullable=True)
    reason: str | None = None
    """Reason for the rejection, shown to the requesting user."""
    created_at: datetime = timestamp(default_now=True)


class CertificatePolicy(Table, table=True):
    """An organization's certificate policy. Without a row no approval is needed."""

    __tablename__ = "certificate_policies"

    organization_id: UUID = Field(primary_key=True)
    needs_approval: bool
    """Requests must be approved by another user."""


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
