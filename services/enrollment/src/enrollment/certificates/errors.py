from kit.core.errors import Conflict, NotFound


class CertificateNotFound(NotFound):
    """The certificate does not exist or belongs to another person or organization."""

    code = "certificate.not_found"
    default_detail = "This certificate does not exist."


class CertificateEnded(Conflict):
    """The certificate was revoked or superseded."""

    code = "certificate.ended"
    default_detail = "This certificate was revoked or superseded already."


class CertificateRequestNotFound(NotFound):
    """A certificate request does not exist or belongs to another organization."""

    code = "certificate_request.not_found"
    default_detail = "This certificate was not asked for."


class ResultChanged(Conflict):
    """An appeal has changed the result to no pass."""

    code = "certificate.not_earned"
    default_detail = "This person has not passed any more. Revoke the certificate."


class IssuerUnknown(Conflict):
    """Identity has not published the organization's name yet."""

    code = "organization.not_ready"
    default_detail = "The organization's name is not known here yet. Try again in a moment."
