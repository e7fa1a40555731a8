"""What is published of certificates."""

from contracts.enrollment import CertificateChanged, CertificateStatus

from enrollment.certificates.models import Certificate
from enrollment.certificates.numbers import printed

_FIELDS = {*CertificateChanged.model_fields} & {*Certificate.model_fields} - {"number"}
"""Those of the event that the row has in the same form; the number is printed."""


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
