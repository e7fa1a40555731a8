"""What is published of certificates."""

from uuid import UUID

from contracts.enrollment import CertificateChanged, CertificateExpiring, CertificateStatus

from enrollment.certificates.models import Certificate
from enrollment.certificates.numbers import printed

_FIELDS = {*CertificateChanged.model_fields} & {*Certificate.model_fields} - {"number"}
"""Those of the event that the row has in the same form; the number is printed."""
_EXPIRING = {*CertificateExpiring.model_fields} & _FIELDS


def certificate_changed(
    certificate: Certificate,
    previous: CertificateStatus | None,
    *,
    supersedes: Certificate | None = None,
    superseded_by: Certificate | None = None,
) -> CertificateChanged:
    """The state of a certificate after it came from `previous`; None for a new one."""
    return CertificateChanged(
        certificate_id=certificate.id,
        number=printed(certificate.number),
        previous_status=previous,
        supersedes_number=printed(supersedes.number) if supersedes else None,
        superseded_by_number=printed(superseded_by.number) if superseded_by else None,
        **certificate.model_dump(include=_FIELDS),
    )


def certificate_expiring(
    certificate: Certificate, notice_days: int, employer_id: UUID | None
) -> CertificateExpiring:
    """That a certificate expires within so many days."""
    return CertificateExpiring(
        certificate_id=certificate.id,
        number=printed(certificate.number),
        notice_days=notice_days,
        employer_id=employer_id,
        **certificate.model_dump(include=_EXPIRING),
    )
