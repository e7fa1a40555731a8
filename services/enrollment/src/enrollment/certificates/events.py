from uuid import UUID

from contracts.enrollment import (
    CertificateChanged,
    CertificateExpiring,
    CertificateRequestsChanged,
    CertificateStatus,
)
from kit.database.db import new_id

from enrollment.certificates.models import Certificate, CertificateRequest
from enrollment.certificates.rules import format_number
from enrollment.replicas.models import Batch

_FIELDS = {*CertificateChanged.model_fields} & {*Certificate.model_fields} - {"number"}
"""Fields copied from the row; the number differs because events have it with hyphens."""
_EXPIRING = {*CertificateExpiring.model_fields} & _FIELDS


def certificate_changed(
    certificate: Certificate,
    previous: CertificateStatus | None,
    *,
    supersedes: Certificate | None = None,
    superseded_by: Certificate | None = None,
) -> CertificateChanged:
    """Build the event for the certificate's state; `previous` is None for a new certificate."""
    return CertificateChanged(
        certificate_id=certificate.id,
        number=format_number(certificate.number),
        previous_status=previous,
        supersedes_number=format_number(supersedes.number) if supersedes else None,
        superseded_by_number=format_number(superseded_by.number) if superseded_by else None,
        **certificate.model_dump(include=_FIELDS),
    )


def certificate_expiring(
    certificate: Certificate, notice_days: int, employer_id: UUID | None
) -> CertificateExpiring:
    """Build the reminder that a certificate expires within `notice_days` days."""
    return CertificateExpiring(
        certificate_id=certificate.id,
        number=format_number(certificate.number),
        notice_days=notice_days,
        employer_id=employer_id,
        **certificate.model_dump(include=_EXPIRING),
    )


def requests_changed(
    batch: Batch, request: CertificateRequest, count: int
) -> CertificateRequestsChanged:
    """Build the event for `count` requests of a batch that changed state together."""
    return CertificateRequestsChanged(
        change_id=new_id(),
        status=request.status,
        count=count,
        asked_by=request.asked_by,
        reason=request.reason,
        batch_id=batch.id,
        organization_id=batch.organization_id,
        batch_code=batch.code,
        batch_title_en=batch.title_en,
        batch_title_ar=batch.title_ar,
    )
